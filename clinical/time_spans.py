"""Calendar arithmetic on naive intervals: days, months, years and distances from an anchor."""

import re
from calendar import monthrange
from datetime import date, datetime, timedelta
from math import ceil, floor, isfinite

from clinical.facts import Anchor, Anchors, Precision, TimeSpan

UNIT_DAYS = {
    "s": 1 / 86400,
    "min": 1 / 1440,
    "h": 1 / 24,
    "d": 1.0,
    "w": 7.0,
    "f": 14.0,
    "m": 30.44,
    "y": 365.25,
}
STAY_AFTER = timedelta(days=60)
"""How long after a discharge a date without a year is still taken to be a plan of that stay."""

STAY_BEFORE = timedelta(days=2)


def parse_day(written: str | None) -> date | None:
    """Read the day of an ISO date or date-time; None where it is missing or malformed."""
    if not written:
        return None
    try:
        return date.fromisoformat(written[:10])
    except ValueError:
        return None


def is_by_day(span: TimeSpan | None) -> bool:
    """Say whether a time is known by the day, on both sides."""
    return bool(span and span.earliest and span.latest and span.precision in ("minute", "day"))


def make_day(year: int, month: int, day: int) -> date | None:
    """Build a day, or None where the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def shift(day: date, days: float) -> date | None:
    """Move a day by whole days, or None beyond the calendar's ends."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def between(
    earliest: date | None,
    latest: date | None,
    precision: Precision = "day",
    anchor: Anchor = "absolute",
) -> TimeSpan:
    """Span whole days, both included; None is open."""
    return TimeSpan(
        earliest=f"{earliest.isoformat()}T00:00:00" if earliest else None,
        latest=f"{latest.isoformat()}T23:59:59" if latest else None,
        precision=precision,
        anchor=anchor,
    )


def one_day(day: date | None, anchor: Anchor = "absolute") -> TimeSpan | None:
    """Span one day; None stays None."""
    return between(day, day, "day", anchor) if day else None


CLOCK = re.compile(
    r"\s*(?P<hour>\d{1,2})(?::(?P<minute>\d{2})(?::\d{2})?)?\s*(?:(?P<half>[ap])\.?m\.?)?\s*",
    re.IGNORECASE,
)


def clock_of(written: str) -> tuple[int, int] | None:
    """Hour and minute of a time of day as it is written (`3 pm`, `15:00`); None where none is."""
    found = CLOCK.fullmatch(written)
    if found is None or not (found["minute"] or found["half"]):
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"] and hour <= 12:
        hour = hour % 12 + (12 if found["half"].lower() == "p" else 0)
    valid = (hour < 24 and minute < 60) or (hour, minute) == (24, 0)
    return (hour, minute) if valid else None


def at_clock(day: TimeSpan, written: str) -> TimeSpan:
    """Put a written time of day on a day; the day alone where the clock has no such time."""
    clock = clock_of(written)
    if clock is None or day.precision != "day" or day.earliest is None:
        return day
    found = moment(date.fromisoformat(day.earliest[:10]), *clock)
    if found is None:
        return day
    return day.model_copy(
        update={"earliest": found.earliest, "latest": found.earliest, "precision": "minute"}
    )


def moment(day: date, hour: int, minute: int) -> TimeSpan | None:
    """Span one minute, or None where the clock has no such time; 24:00 ends its day."""
    if (hour, minute) == (24, 0):
        hour, minute = 23, 59
    try:
        at = datetime(day.year, day.month, day.day, hour, minute)
    except ValueError:
        return None
    start = at.isoformat(timespec="seconds")
    return TimeSpan(earliest=start, latest=f"{start[:-2]}59", precision="minute")


def month_span(year: int, month: int, part: str = "") -> TimeSpan | None:
    """Span a month, or its early, middle or late part."""
    if not 1 <= month <= 12 or make_day(year, 1, 1) is None:
        return None
    last = monthrange(year, month)[1]
    first_day, last_day = {"early": (1, 10), "mid": (10, 20), "late": (20, last)}.get(
        part, (1, last)
    )
    return between(date(year, month, first_day), date(year, month, last_day), "month")


def year_span(year: int) -> TimeSpan | None:
    """Span a year."""
    first = make_day(year, 1, 1)
    return between(first, date(year, 12, 31), "year") if first else None


def nearest_day(month: int, day: int, anchors: Anchors) -> date | None:
    """Give a date without a year the year that brings it nearest to the stay."""
    admitted = parse_day(anchors.admitted or anchors.written or anchors.discharged)
    if admitted is None:
        return None
    discharged = parse_day(anchors.discharged) or admitted
    years = (admitted.year - 1, admitted.year, admitted.year + 1)
    days = [found for year in years if (found := make_day(year, month, day))]

    def distance(candidate: date) -> timedelta:
        during = admitted - STAY_BEFORE <= candidate <= discharged + STAY_AFTER
        return timedelta() if during else abs(candidate - admitted)

    return min(days, key=distance) if days else None


def latest_year(month: int, anchors: Anchors, past: bool) -> int | None:
    """Give a month without a year its last year before the plans of the stay end.

    `past` months began before the stay did.
    """
    admitted = parse_day(anchors.admitted or anchors.written or anchors.discharged)
    if admitted is None:
        return None
    horizon = admitted if past else (parse_day(anchors.discharged) or admitted) + STAY_AFTER
    return horizon.year if date(horizon.year, month, 1) <= horizon else horizon.year - 1


def full_year(written: str, anchors: Anchors) -> int:
    """Complete a year of two digits with the century of the stay."""
    year = int(written)
    if len(written) > 2:
        return year
    known = parse_day(anchors.admitted or anchors.written or anchors.discharged)
    if known is None:
        return 2000 + year
    century = known.year // 100 * 100
    return min(
        (century + year, century - 100 + year, century + 100 + year),
        key=lambda y: abs(y - known.year),
    )


def away(
    day: date | None, low: float, high: float, unit: str, anchor: Anchor = "absolute"
) -> TimeSpan | None:
    """Span the days that lie between `low` and `high` units from a day (negative is before).

    Weeks, months and years are round figures, so half a unit of slack is added on both sides.
    """
    if day is None or not (isfinite(low) and isfinite(high)):
        return None
    size = UNIT_DAYS[unit]
    slack = 0.5 * size if size > 1 else 0.0
    ends = sorted((low * size, high * size))
    if size < 1:
        ends = [floor(ends[0]), ceil(ends[1])]
    earliest, latest = shift(day, round(ends[0] - slack)), shift(day, round(ends[1] + slack))
    if earliest is None or latest is None:
        return None
    precision: Precision = "day" if size <= 14 else "month" if unit == "m" else "year"
    return between(earliest, latest, precision, anchor)
