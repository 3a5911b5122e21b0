"""Reads the dates and times that tables and FHIR resources are written with."""

import re
from datetime import datetime
from functools import lru_cache

from clinical.facts import Precision, TimeSpan

_TIMESTAMP = re.compile(
    r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})"
    r"(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?)?)?"
)
_WRITTEN_OUT = re.compile(
    r"(?P<day>\d{1,2})[- ](?P<month>[a-z]{3,9})\.?[- ,]+(?P<year>\d{4})(?P<clock>[T ,]+\S.*)?"
    r"|(?P<month2>[a-z]{3,9})\.? (?P<day2>\d{1,2}),? (?P<year2>\d{4})(?P<clock2>[T ,]+\S.*)?",
    re.IGNORECASE,
)
_SLASHED = re.compile(
    r"(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})(?P<clock>[T ,]+\S.*)?"
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_CLOCK = re.compile(
    r"[T ,]*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?P<second>:\d{2})?(?:\.\d+)?\s*(?P<half>[ap]m)?",
    re.IGNORECASE,
)
_MONTHS_OF_A_YEAR = 12
_REDACTED = re.compile(r"[_\s]*")
_LAST_MOMENT = "23:59:59"
_REMEMBERED = 4096
"""Times kept with their reading: the rows of one draw, one round or one list share theirs."""


def is_unknown(text: str) -> bool:
    """Say whether a cell is empty or only the blank `___` of a de-identified record."""
    return _REDACTED.fullmatch(text) is not None


@lru_cache(maxsize=_REMEMBERED)
def iso_time(text: str, partial: bool = False) -> str | None:
    """Return `YYYY-MM-DDTHH:MM:SS`, or None where the text is no date.

    The clock is the one on the wall where the entry was made, so a zone is dropped rather than
    converted: notes and tables of one hospital then agree. `partial` also takes a year or a
    month alone, as its first moment.
    """
    match = _TIMESTAMP.fullmatch(_as_iso(text.strip()))
    if match is None or not (partial or match[3]):
        return None
    year, month, day, hour, minute, second = (int(part) if part else 0 for part in match.groups())
    try:
        return datetime(year, month or 1, day or 1, hour, minute, second).isoformat()
    except ValueError:
        return None


def _as_iso(text: str) -> str:
    """Turn `12-SEP-2154 05:55`, `Sep 12, 2154` and `09/12/2154 5:55 am` into the common form.

    Of two numbers before a year the first is the month, as in the United States, unless it is
    above twelve.
    """
    named = _WRITTEN_OUT.fullmatch(text)
    if named is not None:
        month = (named["month"] or named["month2"])[:3].lower()
        if month not in _MONTHS:
            return text
        day, year = named["day"] or named["day2"], named["year"] or named["year2"]
        clock = named["clock"] or named["clock2"]
        return f"{year}-{_MONTHS.index(month) + 1}-{day}{_clock(clock)}"
    slashed = _SLASHED.fullmatch(text)
    if slashed is None:
        return text
    month, day = slashed["first"], slashed["second"]
    if int(month) > _MONTHS_OF_A_YEAR:
        month, day = day, month
    return f"{slashed['year']}-{month}-{day}{_clock(slashed['clock'])}"


def _clock(written: str | None) -> str:
    """Write a clock time of twelve or twenty-four hours behind a date; unread ones as they are."""
    found = _CLOCK.fullmatch(written) if written else None
    if found is None:
        return written or ""
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].lower() == "pm" else 0)
    return f" {hour:02}:{found['minute']}{found['second'] or ''}"


def precision_of(text: str) -> Precision:
    """Tell how finely a date is written."""
    match = _TIMESTAMP.fullmatch(_as_iso(text.strip()))
    if match is None:
        return "unknown"
    if match[4]:
        return "minute"
    return "day" if match[3] else "month" if match[2] else "year"


@lru_cache(maxsize=_REMEMBERED)
def time_span(text: str) -> TimeSpan | None:
    """Return the interval that a written date covers, or None where it is no date."""
    earliest = iso_time(text, partial=True)
    if earliest is None:
        return None
    precision = precision_of(text)
    return TimeSpan(earliest=earliest, latest=_latest(earliest, precision), precision=precision)


def course(start: str, stop: str) -> TimeSpan | None:
    """Return the interval from one written date to another; either may be missing."""
    first, last = time_span(start), time_span(stop)
    if first is None and last is None:
        return None
    earliest = first.earliest if first else None
    latest = last.latest if last else None
    if earliest and latest and latest < earliest:
        # An order that was withdrawn before its start is written with its end first.
        earliest, latest = latest, earliest
    known = first or last
    return TimeSpan(
        earliest=earliest, latest=latest, precision=known.precision if known else "unknown"
    )


def _latest(earliest: str, precision: Precision) -> str:
    """Return the last second of the day, month or year that begins at `earliest`."""
    day, year, month = earliest[:10], int(earliest[:4]), int(earliest[5:7])
    if precision == "minute":
        return earliest
    if precision == "year":
        day = f"{year:04}-12-31"
    elif precision == "month":
        day = f"{year:04}-{month:02}-{_length_of_month(year, month):02}"
    return f"{day}T{_LAST_MOMENT}"


def _length_of_month(year: int, month: int) -> int:
    return (datetime(year + month // 12, month % 12 + 1, 1) - datetime(year, month, 1)).days
