"""Series with their days listed apart: `Na on 07-15, 07-16, 07-18: 122 -> 119 -> 126`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clinical.analyte_names import PROSE_NAMES, WORD
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, Analyte
from clinical.facts import TimeSpan
from clinical.measured_regions import MeasuredRegion
from clinical.measured_values import Number
from clinical.mentions import MeasurementMention, TimeMention
from clinical.number_tokens import PLAIN, read_number
from clinical.value_fitting import PRESSURE, fit

_NOTE = r"(?:\s*\([^()\n]{0,40}\))?"
_BETWEEN_DAYS = re.compile(rf"{_NOTE}\s*(?:,?\s*and|,|&|/|;|->|→)?\s*(?:on\s+)?", re.I)
_VALUE = re.compile(rf"[<>~]?\s?{PLAIN}(?!\d|[-/:]\d)")
_BETWEEN_VALUES = re.compile(
    rf"(?:\*|\s*%)?{_NOTE}\s*(?:-{{1,2}}>|→|=>|,?\s*(?:and|then)\b|,|;|\bto\b)\s*", re.I
)
_BEFORE_VALUES = re.compile(rf"{_NOTE}\s*(?:was|were|of|at|:|,|=)?\s*", re.I)
_BEFORE_DAYS = re.compile(
    r"(?:[*%]|,|\s|\(|:|\brespectively\b|\b(?:on|from|for|of|over|the|in|mornings?|evenings?|days?"
    r"|hospital|values?|drawn|checked|levels?|counts?|trend|series|was|were)\b)*",
    re.I,
)
_SAME_DAYS = re.compile(
    r"\s*[:,]?\s*\(?(?:on\s+)?(?:the\s+)?(?:same|those|these)\s+(?:days|dates|mornings|times)\)?"
    r"\s*[:,]?\s*",
    re.I,
)
_TO_VALUES = re.compile(r"(?:\s|\b(?:was|were|of|at|values?|levels?)\b|[:=])*", re.I)
_EXACT = frozenset({"day", "minute"})
FEWEST = 2
FARTHEST = 200
"""Characters before a list of days in which the name of its quantity may stand."""

LONGEST_LEAD = 40
"""Characters between the name of a quantity and its days or values."""


class _Days(NamedTuple):
    """A list of days with its place."""

    start: int
    end: int
    spans: tuple[TimeSpan, ...]


class _Values(NamedTuple):
    """A list of numbers with its place."""

    start: int
    end: int
    numbers: tuple[Number, ...]


def dated_series(text: str, times: list[TimeMention]) -> list[MeasuredRegion]:
    """Read each series whose days are listed before or after its values, one day for each."""
    lists = _lists_of_days(text, times)
    regions = [_after_days(text, days) or _before_days(text, days) for days in lists]
    regions += _on_the_same_days(text, lists)
    return sorted((r for r in regions if r), key=lambda region: region.start)


def _lists_of_days(text: str, times: list[TimeMention]) -> list[_Days]:
    """Find two or more days that stand one after another."""
    lists: list[_Days] = []
    run: list[TimeMention] = []
    for time in [*sorted(times, key=lambda t: (t.start, -t.end)), None]:
        if time is not None and run and time.start < run[-1].end:
            continue
        exact = time is not None and time.span is not None and time.span.precision in _EXACT
        listed = time and run and exact and _BETWEEN_DAYS.fullmatch(text, run[-1].end, time.start)
        if time is not None and listed:
            run.append(time)
            continue
        if len(run) >= FEWEST:
            spans = tuple(one.span for one in run if one.span)
            lists.append(_Days(run[0].start, run[-1].end, spans))
        run = [time] if time is not None and exact else []
    return lists


def _values_at(text: str, start: int) -> _Values | None:
    """Read the numbers that stand one after another from a place on."""
    numbers: list[Number] = []
    at, end = start, start
    while _VALUE.match(text, at):
        number = read_number(text, at, may_range=False)
        if number is None:
            break
        numbers.append(number)
        end = number.end
        between = _BETWEEN_VALUES.match(text, end)
        if between is None:
            break
        at = between.end()
    return _Values(start, end, tuple(numbers)) if len(numbers) >= FEWEST else None


def _after_days(text: str, days: _Days) -> MeasuredRegion | None:
    """`Na on 07-15, 07-16: 122 -> 119`."""
    lead = _BEFORE_VALUES.match(text, days.end)
    values = _values_at(text, lead.end()) if lead else None
    named = _named_before(text, days.start)
    if values is None or named is None or len(values.numbers) != len(days.spans):
        return None
    return _region(text, named, values, days, max(values.end, days.end))


def _before_days(text: str, days: _Days) -> MeasuredRegion | None:
    """`Na 122, 119 and 130 on 07-15, 07-16 and 07-18`."""
    head = max(text.rfind(mark, 0, days.start) for mark in (". ", ";", "\n\n")) + 1
    for named in reversed(list(_names(text, max(head, days.start - FARTHEST), days.start))):
        lead = _TO_VALUES.match(text, named[1])
        values = _values_at(text, lead.end()) if lead else None
        if values is None or len(values.numbers) != len(days.spans):
            continue
        if _BEFORE_DAYS.fullmatch(text, values.end, days.start):
            return _region(text, named, values, days, days.end)
    return None


def _on_the_same_days(text: str, lists: list[_Days]) -> Iterator[MeasuredRegion | None]:
    """`BUN on the same days 18 -> 17`: the days are those that were listed last."""
    for same in _SAME_DAYS.finditer(text):
        listed = [days for days in lists if days.end <= same.start()]
        values = _values_at(text, same.end())
        named = _named_before(text, same.start())
        if listed and values and named and len(values.numbers) == len(listed[-1].spans):
            yield _region(text, named, values, listed[-1], values.end)


def _names(text: str, start: int, end: int) -> Iterator[tuple[int, int, Analyte]]:
    """Find the names of quantities in a stretch of text."""
    at = start
    for word in WORD.finditer(text, start, end):
        found = PROSE_NAMES.match(text, word.start(), word[0]) if word.start() >= at else None
        if found and found.end <= end and found.alias.analyte != NOT_A_MEASUREMENT:
            at = found.end
            yield found.start, found.end, ANALYTES[found.alias.analyte]


def _named_before(text: str, end: int) -> tuple[int, int, Analyte] | None:
    """Find the quantity that a list of days or values is of: the name right before it."""
    named = list(_names(text, max(0, end - 2 * LONGEST_LEAD), end))
    if not named or named[-1][2].concept.id == PRESSURE:
        return None
    between = text[named[-1][1] : end]
    bare = re.sub(r"\([^()]*\)", "", between)
    return named[-1] if len(between) <= LONGEST_LEAD and _BEFORE_DAYS.fullmatch(bare) else None


def _region(
    text: str, named: tuple[int, int, Analyte], values: _Values, days: _Days, end: int
) -> MeasuredRegion | None:
    """Give each value its day."""
    mentions = []
    for number, span in zip(values.numbers, days.spans, strict=True):
        measured = fit(named[2], number, lenient=True)
        if measured is None:
            return None
        mentions.append(
            MeasurementMention(
                start=number.start,
                end=number.end,
                text=text[number.start : number.end],
                kind=measured.analyte.kind,
                concept=measured.analyte.concept,
                quantity=measured.quantity,
                time=span,
                value_start=number.start,
                value_end=number.end,
            )
        )
    return MeasuredRegion(named[0], end, mentions)
