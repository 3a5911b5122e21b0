"""Which part of a chart a sentence speaks of: one stay, a month, all days since a date."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from pydantic import BaseModel

from clinical.facts import TimeSpan
from clinical.time_amounts import number
from clinical.time_spans import at_clock, parse_day

Ward = Literal["hospital", "icu"]

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NAMED = (
    r"(?P<named>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_YEAR = r"(?P<year>[12]\d{3}\b|(?:this|the current|last|the previous) year)"
_MONTH = r"(?P<month>(?:this|the current|last|the previous) month)"
_DAY = r"(?P<day>\d{1,2})"
_NUMBERED = r"(?P<numbered>\d{1,2})"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<iso>\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)",
        rf"{_NUMBERED}/{_DAY}/{_YEAR}",
        rf"{_NUMBERED}/{_YEAR}",
        rf"{_NAMED}\.? {_DAY}(?:st|nd|rd|th)?(?:,? (?:of )?{_YEAR})",
        rf"(?:the )?{_DAY}(?:st|nd|rd|th) of {_NAMED},? (?:of )?{_YEAR}",
        rf"{_NAMED},? (?:of )?{_YEAR}",
        rf"{_MONTH}/{_DAY}\b",
        rf"the {_DAY}(?:st|nd|rd|th) of {_MONTH}",
        rf"{_MONTH}\b",
        rf"{_YEAR}",
        r"(?P<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
        r" (?P<unit>day|week|month|year)s? ago",
        r"(?P<near>today|yesterday)\b",
    )
)
_SINCE = re.compile(r"\b(?:ever )?(?:since|starting in|starting on|starting)\s+$", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|until|prior to|up to)\s+$", re.IGNORECASE)
_WITHIN = re.compile(r"\b(?:in|on|during|within)\s+$", re.IGNORECASE)
_ALONE = re.compile(r"(?:this|last|the (?:current|previous)) (?:year|month)|today|yesterday", re.I)
_STAY = re.compile(
    r"\b(?:on|during|in|of|for|throughout|within|from)\s+(?:the\s+|his\s+|her\s+|their\s+)?"
    r"(?P<which>current|present|ongoing|this|first|initial|earliest|second|third|last|most recent"
    r"|latest|final|previous)\s+"
    r"(?:(?P<icu>icu|intensive care(?: unit)?|critical care)"
    r"|hospital|inpatient|in-hospital)?\s*"
    r"(?:visit|stay|admission|encounter|hospitali[sz]ation)\b",
    re.IGNORECASE,
)
_ORDER = {
    "current": 0,
    "present": 0,
    "ongoing": 0,
    "this": 0,
    "first": 1,
    "initial": 1,
    "earliest": 1,
    "second": 2,
    "third": 3,
    "previous": -1,
}
_LAST = -1


class StayScope(BaseModel, frozen=True):
    """One stay of several: 0 the one under way, 1 the first, 2 the second, -1 the last."""

    ward: Ward
    order: int


class ChartScope(BaseModel, frozen=True):
    """All limits that a sentence puts on the rows it speaks of; none means the whole chart."""

    stays: tuple[StayScope, ...] = ()
    spans: tuple[TimeSpan, ...] = ()


class ScopedText(NamedTuple):
    """A sentence with its limits taken out."""

    text: str
    scope: ChartScope


def read_scope(text: str, now: str | None) -> ScopedText:
    """Take the limits out of a sentence; relative dates count from `now` (ISO) and need it."""
    stays: list[StayScope] = []
    for found in reversed(list(_STAY.finditer(text))):
        order = _ORDER.get(found["which"].lower(), _LAST)
        stays.insert(0, StayScope(ward="icu" if found["icu"] else "hospital", order=order))
        text = _without(text, found.start(), found.end())
    spans: list[TimeSpan] = []
    for pattern in _DATES:
        for found in reversed(list(pattern.finditer(text))):
            limit = _limit(text, found, now)
            if limit is not None:
                start, span = limit
                spans.append(span)
                text = _without(text, start, found.end())
    return ScopedText(text, ChartScope(stays=tuple(dict.fromkeys(stays)), spans=tuple(spans)))


def moment_of(text: str) -> TimeSpan | None:
    """Read a text that is one date of whatever form, without relative words."""
    for pattern in _DATES:
        found = pattern.fullmatch(text.strip())
        if found is not None:
            return _span(found, None)
    return None


def _without(text: str, start: int, end: int) -> str:
    return f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()


def _limit(text: str, found: re.Match[str], now: str | None) -> tuple[int, TimeSpan] | None:
    """Return where the words of a limit begin, and what they include."""
    span = _span(found, now)
    if span is None:
        return None
    before = text[: found.start()]
    since = _SINCE.search(before)
    if since or found.groupdict().get("count"):
        begin = since.start() if since else found.start()
        return (
            (begin, TimeSpan(earliest=span.earliest, precision=span.precision)) if since else None
        )
    until = _BEFORE.search(before)
    if until:
        return until.start(), TimeSpan(latest=span.earliest, precision=span.precision)
    within = _WITHIN.search(before)
    if within and span.precision != "minute":
        return within.start(), span
    return (found.start(), span) if _ALONE.fullmatch(found[0]) else None


def _span(found: re.Match[str], now: str | None) -> TimeSpan | None:
    parts = found.groupdict()
    if parts.get("iso"):
        return _iso(parts["iso"])
    present = datetime.fromisoformat(now) if now else None
    for name, read in _RELATIVE.items():
        if parts.get(name):
            return read(parts, present) if present else None
    year = _year(parts.get("year") or "", present)
    month = _month(parts)
    if year is None or (month is not None and not 1 <= month <= 12):
        return None
    return _calendar(year, month, int(parts["day"]) if parts.get("day") else None)


def _iso(text: str) -> TimeSpan | None:
    """Read `2180-01-01` and `2180-01-01 06:30`; a time that no clock has leaves the day."""
    day = parse_day(text)
    if day is None:
        return None
    whole = TimeSpan(earliest=f"{day}T00:00:00", latest=f"{day}T23:59:59", precision="day")
    return at_clock(whole, text[len("2180-01-01") + 1 :])


def _ago(parts: dict[str, str], now: datetime) -> TimeSpan:
    count, unit = int(number(parts["count"]) or 1), parts["unit"].lower()
    if unit in ("day", "week"):
        start = now - timedelta(days=count * (7 if unit == "week" else 1))
    else:
        months = now.year * 12 + now.month - 1 - count * (12 if unit == "year" else 1)
        year, month = divmod(months, 12)
        day = min(now.day, monthrange(year, month + 1)[1])
        start = now.replace(year=year, month=month + 1, day=day)
    return TimeSpan(earliest=start.isoformat(), precision="day")


def _of_month(parts: dict[str, str], now: datetime) -> TimeSpan | None:
    back = "last" in parts["month"].lower() or "previous" in parts["month"].lower()
    year, month = divmod(now.year * 12 + now.month - 1 - back, 12)
    return _calendar(year, month + 1, int(parts["day"]) if parts.get("day") else None)


def _of_day(parts: dict[str, str], now: datetime) -> TimeSpan | None:
    day = now - timedelta(days=parts["near"].lower() == "yesterday")
    return _iso(day.date().isoformat())


_RELATIVE: dict[str, Callable[[dict[str, str], datetime], TimeSpan | None]] = {
    "count": _ago,
    "month": _of_month,
    "near": _of_day,
}


def _year(text: str, now: datetime | None) -> int | None:
    if text[:1].isdigit():
        return int(text)
    if now is None:
        return None
    return now.year - ("last" in text.lower() or "previous" in text.lower())


def _month(parts: dict[str, str]) -> int | None:
    if parts.get("named"):
        return _MONTHS.index(parts["named"][:3].lower()) + 1
    return int(parts["numbered"]) if parts.get("numbered") else None


def _calendar(year: int, month: int | None, day: int | None) -> TimeSpan | None:
    """Return the year, month or day as an interval, or None where the calendar lacks it."""
    last_month = month or 12
    last_day = monthrange(year, last_month)[1]
    if day is not None and not 1 <= day <= last_day:
        return None
    return TimeSpan(
        earliest=f"{year:04}-{month or 1:02}-{day or 1:02}T00:00:00",
        latest=f"{year:04}-{last_month:02}-{day or last_day:02}T23:59:59",
        precision="day" if day else "month" if month else "year",
    )
