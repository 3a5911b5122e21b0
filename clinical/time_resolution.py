"""What each kind of time expression means, given the dates of the stay and what came before."""

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from clinical.facts import Anchor, Anchors, Quantity, TimeSpan
from clinical.short_dates import follows_a_word, is_in_row, is_style, stands_as_date
from clinical.time_amounts import Match, amounts, length, unit
from clinical.time_patterns import (
    DATE_LEAD,
    MONTHS,
    NOT_DATE_AFTER,
    ORDINALS,
    WORDS,
    day_group,
)
from clinical.time_spans import (
    UNIT_DAYS,
    away,
    between,
    full_year,
    latest_year,
    make_day,
    moment,
    month_span,
    nearest_day,
    one_day,
    parse_day,
    shift,
    year_span,
)

AFTER_PREPOSITION = re.compile(r"\b(?:on|since|until|by|through|dated)\s+\Z", re.IGNORECASE)


class Here(NamedTuple):
    """What resolves an expression: the stay's dates and the last day mentioned before it."""

    text: str
    anchors: Anchors
    reference: date | None
    entry: date | None = None
    """The day at the head of the log's entry that the expression stands in."""

    @property
    def admitted(self) -> date | None:
        """The day of admission."""
        return parse_day(self.anchors.admitted)

    @property
    def discharged(self) -> date | None:
        """The day of discharge."""
        return parse_day(self.anchors.discharged)

    @property
    def operated(self) -> date | None:
        """The last operation before the day last mentioned, else the one that notes count from."""
        days = sorted(day for text in self.anchors.surgeries if (day := parse_day(text)))
        earlier = [day for day in days if self.reference and day <= self.reference]
        counted = None if self.reference else parse_day(self.anchors.counted_from)
        return counted or ((earlier or days)[-1] if days else None)


class Meaning(NamedTuple):
    """The kind of a mention with what it resolves to."""

    kind: str
    span: TimeSpan | None = None
    days: Quantity | None = None


Resolver = Callable[[Match, Here], Meaning | None]
"""Returns None where the words are no time expression after all."""


def numeric_date(match: Match, here: Here) -> Meaning | None:
    """Read `2178-03-04` and `03/04/2178`, with the time of day where it is written."""
    day = make_day(full_year(match["y"], here.anchors), int(match["m"]), int(match["d"]))
    if day is None:
        return None
    groups = match.groupdict()
    if groups.get("hour"):
        return Meaning("date", _at(day, groups["hour"], groups["minute"], groups["half_day"]))
    return Meaning("date", one_day(day))


def _at(day: date, hour: str, minute: str | None, half_day: str | None) -> TimeSpan | None:
    """Put a time of day on a day."""
    clock = int(hour)
    if half_day and clock <= 12:
        clock = clock % 12 + (12 if half_day.lower() == "p" else 0)
    return moment(day, clock, int(minute or 0))


def year_month(match: Match, here: Here) -> Meaning | None:
    """Read `2178-03`."""
    return Meaning("date", month_span(int(match["y"]), int(match["m"])))


def named_day(match: Match, here: Here) -> Meaning | None:
    """Read `March 4` and `4 March 2178`."""
    month, day = _month(match), int(match["d"])
    if match["y"]:
        found = make_day(int(match["y"]), month, day)
        return Meaning("date", one_day(found)) if found else None
    if make_day(2000, month, day) is None:
        return None
    return Meaning("date", one_day(nearest_day(month, day, here.anchors)))


def _month(match: Match) -> int:
    return MONTHS.index(match["mon"][:3].lower()) + 1


def named_month(match: Match, here: Here) -> Meaning | None:
    """Read `March 2178`, `early March` and `in March`."""
    groups = match.groupdict()
    month = _month(match)
    written = groups.get("y")
    past = match[0].lower().startswith(("since", "last", "this past", "from"))
    year = int(written) if written else latest_year(month, here.anchors, past)
    part = (groups.get("part") or "").lower()
    return Meaning("date", month_span(year, month, part) if year else None)


def slash_date(match: Match, here: Here) -> Meaning | None:
    """Read `3/2`, unless it is a ratio, a score, a strength or a dose."""
    month, day = match["m"], match["d"]
    if NOT_DATE_AFTER.match(here.text, match.end()):
        return None
    beside = is_in_row(here.text, match.start(), match.end())
    strength = int(day) == 5 and int(month) <= 5 and not beside
    if strength and not AFTER_PREPOSITION.search(here.text, 0, match.start()):
        return None
    padded = len(month) == len(day) == 2 and (month != day or month[0] == "0")
    if padded or _in_place(match, here):
        return _without_year(int(month), int(day), here)
    lead = DATE_LEAD.search(here.text, max(0, match.start() - 24), match.start())
    if lead is None and not follows_a_word(
        here.text, match.start(), int(month), int(day), here.anchors
    ):
        return None
    if month == day and not AFTER_PREPOSITION.search(here.text, 0, match.start()):
        return None
    return _without_year(int(month), int(day), here)


def dash_date(match: Match, here: Here) -> Meaning | None:
    """Read `03-04`, unless it is a range of counts."""
    if NOT_DATE_AFTER.match(here.text, match.end()):
        return None
    padded = match["m"][0] == "0" or match["d"][0] == "0"
    lead = here.text[max(0, match.start() - 24) : match.start()]
    plain = padded or DATE_LEAD.search(lead) or _in_place(match, here)
    if not plain and not is_style(here.text, lead, int(match["m"]), int(match["d"]), here.anchors):
        return None
    return _without_year(int(match["m"]), int(match["d"]), here)


def _in_place(match: Match, here: Here) -> bool:
    """Say whether a month and a day stand where a log or a table has a day of the stay."""
    month, day = int(match["m"]), int(match["d"])
    return stands_as_date(here.text, match.start(), match.end(), month, day, here.anchors)


def _without_year(month: int, day: int, here: Here) -> Meaning | None:
    """Resolve a month and a day to the year nearest to the stay."""
    if make_day(2000, month, day) is None:
        return None
    return Meaning("date", one_day(nearest_day(month, day, here.anchors)))


def year_alone(match: Match, here: Here) -> Meaning | None:
    """Read `in 2171` and `(2171)`, where the year fits a life that reaches the stay."""
    year = int(match["y"])
    known = here.admitted or here.discharged
    if known and not known.year - 120 <= year <= known.year + 20:
        return None
    return Meaning("date", year_span(year))


def ordinal_day(match: Match, here: Here) -> Meaning | None:
    """Read `until the 1st` as the day of that number in the stay, else nearest to it."""
    near = here.reference or here.admitted
    group = day_group(match.groupdict())
    wanted = int(match[group]) if group else 0
    if near is None or not 1 <= wanted <= 31:
        return Meaning("date")
    around = (shift(near, offset) for offset in range(-20, 41))
    days = [day for day in around if day and day.day == wanted]
    first, last = here.admitted or near, here.discharged or near
    inside = [day for day in days if first <= day <= last]
    nearest = min(inside or days, key=lambda day: abs(day - near), default=None)
    return Meaning("date", one_day(nearest))


def hospital_day(match: Match, here: Here) -> Meaning | None:
    """Read `hospital day 4`; the day of admission is the first."""
    return _counted("hospital_day", match, here.admitted, -1, "admission")


def postoperative_day(match: Match, here: Here) -> Meaning | None:
    """Read `POD 3`; the day of surgery is day zero."""
    return _counted("postoperative_day", match, here.operated, 0, "surgery")


def ordinal_numbered_day(match: Match, here: Here) -> Meaning | None:
    """Read `the third hospital day`."""
    if match["which"].lower() == "hospital":
        return hospital_day(match, here)
    return postoperative_day(match, here)


def _counted(
    kind: str, match: Match, start: date | None, offset: int, anchor: Anchor
) -> Meaning | None:
    """Count days from a start."""
    first = ordinal_count(match["n"])
    last = match.groupdict().get("n2")
    if start is None or first is None:
        return Meaning(kind)
    low = shift(start, first + offset)
    high = shift(start, int(last) + offset) if last else low
    if low is None or high is None or high < low:
        return Meaning(kind)
    return Meaning(kind, between(low, high, "day", anchor))


def ordinal_count(word: str) -> int | None:
    """Read `3`, `three`, `third` and `3rd`."""
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits[0])
    lowered = word.lower()
    return WORDS.get(lowered, ORDINALS.get(lowered))


def age(match: Match, here: Here) -> Meaning | None:
    """Read an age; it is no time in the stay."""
    groups = match.groupdict()
    written = groups.get("n") or groups["n3"]
    if int(written) > 120:
        return None
    size = UNIT_DAYS[unit(groups.get("u") or "y")]
    days = Quantity(
        value=round(int(written) * size, 4),
        unit="day",
        tolerance=round(size / 2, 4),
        written=written,
    )
    return Meaning("age", None, days)


def gestation(match: Match, here: Here) -> Meaning | None:
    """Read `at 28 weeks` and `28 weeks pregnant`; it is an age, not a duration."""
    written = match["n"] or match["n3"]
    weeks = Quantity(value=int(written) * 7.0, unit="day", tolerance=3.5, written=written)
    return Meaning("age", None, weeks)


def clock(match: Match, here: Here) -> Meaning | None:
    """Read a time of day, on the day mentioned last."""
    hour = match["hour"] or match["hour2"]
    half_day = match["half_day"] or match["half_day2"]
    if here.reference is None:
        return Meaning("relative")
    return Meaning("relative", _at(here.reference, hour, match["minute"], half_day))


def duration(match: Match, here: Here) -> Meaning | None:
    """Read `for 7 days` and `a 5-day course`."""
    days = length(match, here.text)
    return Meaning("duration" if days else "vague", None, days)


def away_from(day: date | None, match: Match, sign: int, anchor: Anchor) -> TimeSpan | None:
    """Span the days a counted distance away from a day."""
    counts = amounts(match)
    if counts is None:
        return None
    return away(day, sign * counts[0], sign * counts[1], unit(match["u"]), anchor)
