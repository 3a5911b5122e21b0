"""Moves every date of a patient by one secret distance, so that intervals stay what they are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from clinical.facts import Anchors
from clinical.time_patterns import (
    MONTHS,
    NOT_DATE_AFTER,
    Pattern,
    day_group,
    time_patterns,
    traits_of,
)
from clinical.time_resolution import Here
from clinical.time_spans import full_year, make_day, nearest_day, parse_day, shift
from clinical.times import RESOLVERS
from exports.replacements import BLANK, Replacement

READ_AS_THE_CHECKER_DOES = frozenset(
    "year_month month_day day_month month_year part_month month slash dash ordinal_day".split()
)
"""Forms that are dates in some places only; the checker's own reading decides."""

_MONTH_NAMES = (
    "January February March April May June July August September October November December".split()
)
_MONTH = rf"(?P<mon>{'|'.join(_MONTH_NAMES)}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
_FULL_YEAR = r"(?:19|2[0-3])\d{2}"
_YEAR = rf"(?P<y>{_FULL_YEAR})"

NUMERIC_DATES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\d.]){_YEAR}(?P<sep>[-/.])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}})(?!\d)",
        r"(?<![\d/.-])(?P<first>\d{1,2})(?P<sep>[-/.])(?P<second>\d{1,2})(?P=sep)"
        rf"{_YEAR}(?!\d)",
        r"(?<![\d/.-])(?P<first>\d{1,2})(?P<sep>[-/])(?P<second>\d{1,2})(?P=sep)"
        r"(?P<y>\d{2})(?![\d/-])",
        rf"(?<!\d){_YEAR}(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)",
        rf"(?<![\d/.])(?P<m>0?[1-9]|1[0-2])/{_YEAR}(?![\d/])",
    )
)
"""Dates that are dates wherever they stand; day or month may come first."""

NAMED_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d.])(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[- ]?{_MONTH}[- ,']{{1,3}}"
        rf"(?P<y>{_FULL_YEAR}|\d{{2}})(?!\w)",
        rf"(?<![a-z]){_MONTH}[ -]?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[, -]{{1,3}}{_YEAR}(?!\d)",
    )
)

_NUMERIC = re.compile(r"\d[-/.]\d|\d{8}|\d(?:st|nd|rd|th)\b", re.IGNORECASE)
_MONTH_WORD = re.compile(rf"(?:{'|'.join(MONTHS)})", re.IGNORECASE)
"""A text without both of these holds no date."""

SCORE_BEFORE = re.compile(
    r"(?:pain|scale|score[sd]?|strength|murmur|grade|motor|reflex\w*|pulses?|power|gcs|apgar|rated"
    r"|out of|level)\b[^.,;\n]{0,12}\Z",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\w/.-])(?P<m>0?[1-9]|1[0-2])(?P<sep>[/-])(?P<d>0?[1-9]|[12]\d|3[01])(?![\w/%-]|\.\d)"
)
PLANS_AFTER = timedelta(days=30)
"""How long after a discharge a bare month and day is still taken to be a plan of that stay."""

_SUFFIX = re.compile(r"st|nd|rd|th", re.IGNORECASE)
_ORDINAL = {1: "st", 2: "nd", 3: "rd"}
_MIDDLE = 15
"""The day that stands for a month, so that a shifted month is the likeliest one."""

_NO_YEAR = 2000
"""A leap year, for months and days of which no year is known."""


class _Named(NamedTuple):
    """The day that a date means; None where it cannot be known."""

    day: date | None


@dataclass(frozen=True)
class DateShift:
    """Moves the dates of one patient; `days` is her secret."""

    days: int
    anchors: Anchors

    def replacements(self, text: str) -> Iterator[Replacement]:
        """Find the dates of a text and write each as the moved one, in the form it has."""
        numeric, month = _NUMERIC.search(text), _MONTH_WORD.search(text)
        if not numeric and not month:
            return
        taken: list[tuple[int, int]] = []
        for pattern in (*(NUMERIC_DATES if numeric else ()), *(NAMED_DATES if month else ())):
            for match in pattern.finditer(text):
                if _free(match.span(), taken):
                    taken.append(match.span())
                    yield from self._whole(match)
        reference: date | None = None
        for rule, match in self._elsewhere(text):
            if not _free(match.span(), taken):
                continue
            named = self._named(rule, match, Here(text, self.anchors, reference))
            if named is not None:
                reference = named.day or reference
                taken.append(match.span())
                yield from self._written(match, named.day)

    def _elsewhere(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """Dates without a year or a day, in the order of the text."""
        traits = traits_of(text)
        patterns: list[Pattern] = [
            one
            for one in time_patterns()
            if one.name in READ_AS_THE_CHECKER_DOES and not one.gate.isdisjoint(traits)
        ]
        found = [(one.name, match) for one in patterns for match in one.regex.finditer(text)]
        found += [("bare", match) for match in _BARE.finditer(text)]
        yield from sorted(found, key=lambda one: one[1].start())

    def _named(self, rule: str, match: re.Match[str], here: Here) -> _Named | None:
        """Resolve a date; None where the words are none."""
        if rule == "bare":
            day = self._during_the_stay(match)
            return _Named(day) if day else None
        meaning = RESOLVERS[rule](match, here)
        if meaning is None:
            return None
        groups = match.groupdict()
        if meaning.span is None or meaning.span.earliest is None:
            return _Named(_day(match, groups.get("y"), self.anchors))
        found = parse_day(meaning.span.earliest)
        if found is not None and day_group(groups) is None:
            found = found.replace(day=_MIDDLE)
        return _Named(found)

    def _during_the_stay(self, match: re.Match[str]) -> date | None:
        """Take `8/10` for a date if the patient was there on that day and no score is told."""
        text = match.string
        if match["sep"] == "-" and int(match["m"]) < int(match["d"]):
            # `10-12 stools` counts up; a range never counts down.
            return None
        before = text[max(0, match.start() - 40) : match.start()]
        if SCORE_BEFORE.search(before) or NOT_DATE_AFTER.match(text, match.end()):
            return None
        day = nearest_day(int(match["m"]), int(match["d"]), self.anchors)
        first, last = parse_day(self.anchors.admitted), parse_day(self.anchors.discharged)
        if day is None or first is None or not first <= day <= (last or first) + PLANS_AFTER:
            return None
        return day

    def _whole(self, match: re.Match[str]) -> Iterator[Replacement]:
        groups = match.groupdict()
        if "first" not in groups:
            yield from self._written(match, _day(match, groups["y"], self.anchors))
            return
        year = full_year(groups["y"], self.anchors)
        # Points part days from months, strokes months from days, unless there is no such month.
        order = ("second", "first") if groups["sep"] == "." else ("first", "second")
        for month, of_month in (order, order[::-1]):
            day = make_day(year, int(groups[month]), int(groups[of_month]))
            if day is not None:
                yield from self._written(match, day, month, of_month)
                return
        yield Replacement(*match.span(), BLANK)

    def _written(
        self, match: re.Match[str], day: date | None, month: str = "m", of_month: str = "d"
    ) -> Iterator[Replacement]:
        """Write the moved date into the places of its parts; what is no day becomes a blank."""
        moved = shift(day, self.days) if day else None
        if moved is None:
            yield Replacement(*match.span(), BLANK)
            return
        groups = match.groupdict()
        if of_month == "d":
            of_month = day_group(groups) or of_month
        if groups.get("y"):
            yield _number(match, "y", moved.year, len(groups["y"]))
        parts = [groups[name] for name in (month, of_month) if groups.get(name)]
        width = min(map(len, parts), default=1)
        if groups.get(month):
            yield _number(match, month, moved.month, width)
        if groups.get("mon"):
            yield Replacement(*match.span("mon"), _month_like(groups["mon"], moved.month))
        if groups.get(of_month):
            yield _number(match, of_month, moved.day, width)
            end = match.end(of_month)
            if _SUFFIX.match(match.string, end):
                yield Replacement(end, end + 2, _ordinal(moved.day))


def _day(match: re.Match[str], year: str | None, anchors: Anchors) -> date | None:
    """Build the day of a match; a month alone is its middle."""
    groups = match.groupdict()
    written = groups.get("mon")
    if written:
        month = MONTHS.index(written[:3].lower()) + 1
    elif groups.get("m"):
        month = int(groups["m"])
    else:
        return None
    full = full_year(year, anchors) if year else _NO_YEAR
    return make_day(full, month, int(groups.get("d") or _MIDDLE))


def _number(match: re.Match[str], group: str, value: int, width: int) -> Replacement:
    """Write a number at least as wide as the one it replaces; a year loses its century."""
    number = value % 100 if group == "y" and width == 2 else value
    return Replacement(*match.span(group), str(number).zfill(width))


def _month_like(written: str, month: int) -> str:
    """Name a month as the one before it was named: in full or short, in its case."""
    full = _MONTH_NAMES[month - 1]
    short = len(written) <= 4 and written.lower() not in ("june", "july", "may")
    name = full[:3] if short else full
    if written.isupper():
        return name.upper()
    return name.lower() if written.islower() else name


def _ordinal(day: int) -> str:
    return "th" if 10 < day < 14 else _ORDINAL.get(day % 10, "th")


def _free(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return all(span[1] <= start or end <= span[0] for start, end in taken)
