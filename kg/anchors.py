"""The dates that relative expressions count from: admission, discharge, operations, writing."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from clinical.facts import Anchors
from clinical.sections import find_sections
from kg.record import Encounter, Note, PatientRecord, TableRow
from kg.timestamps import iso_time

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DATE = re.compile(
    r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})\b"
    r"|\b(?P<um>\d{1,2})/(?P<ud>\d{1,2})(?:/(?P<uy>\d{4}))?\b(?!/)"
    r"|\b(?P<name>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+"
    r"(?P<nd>\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(?P<ny>\d{4})\b)?",
    re.IGNORECASE,
)
_ADMITTED = re.compile(
    r"(?:date\s+of\s+admission|admission\s+date|admit\s+date|admitted(?:\s+on)?|admission)"
    r"[ \t]*:[ \t]*",
    re.IGNORECASE,
)
_DISCHARGED = re.compile(
    r"(?:date\s+of\s+discharge|discharge\s+date|discharged(?:\s+on)?|discharge)[ \t]*:[ \t]*",
    re.IGNORECASE,
)
_HEADER_LENGTH = 2000
_ADMISSION_TABLES = frozenset({"admissions", "encounter", "encounters"})
_PROCEDURE_TABLES = frozenset({"procedures_icd", "procedure", "procedures"})
_PROCEDURE_SECTIONS = frozenset({"procedures", "procedure", "operations"})
_OPERATION = re.compile(
    r"\b(?:\w*(?:ectomy|ostomy|(?<!phleb)(?<!sphincter)otomy|(?<!angio)plasty|orrhaphy|desis)"
    r"|(?:laparo|thoraco|arthro)scop\w+|amputation|arthroplast\w+|replacement|transplant\w*"
    r"|resection|excision|debridement|wash-?out|repair|fixation|fusion|bypass|graft\w*"
    r"|cesarean|caesarean|incision|open reduction|closure|operation|surgery|implantation)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?:{_DATE.pattern}|(?<![\w/-])(?P<cm>0[1-9]|1[0-2])-(?P<cd>[0-3]\d)(?![\w-]))"
    r"[ \t]{0,3}(?:[-–—(,/:][ \t]?)?(?:POD|post-?op(?:erative)?[ \t]day)[ \t]?#?"
    r"(?P<count>\d{1,3})\b",
    re.IGNORECASE,
)
"""A day with its count behind it: `01-14 (POD2)`."""

_PRESENT = frozenset({"current_time", "current_date", "as_of"})
"""Columns that say at what moment a record was drawn."""

_BEFORE_ADMISSION = 30
"""Days. A relative postoperative day does not count from operations longer ago."""


def anchors_of(record: PatientRecord, admission_id: str | None) -> Anchors:
    """Find the dates of one admission: from its tables, else from its discharge note."""
    stay = _stay(record, admission_id)
    notes = [note for note in record.notes if stay is None or note.encounter in (stay.id, None)]
    summaries = [note for note in notes if note.category == "discharge"]
    header = _header_dates(summaries or notes)
    written = summaries[0].time if len(summaries) == 1 else None
    admitted = _admitted(record, stay, header[0])
    discharged = (stay.discharged if stay else None) or header[1] or written
    return Anchors(
        admitted=admitted,
        discharged=discharged,
        surgeries=_surgeries(record, stay, summaries, admitted, discharged),
        counted_from=_counted_from(summaries, admitted or discharged),
        written=written or discharged,
        drawn=_drawn(record),
    )


def _counted_from(notes: list[Note], near: str | None) -> str | None:
    """Day zero of the days after surgery that notes count beside their dates, if they agree."""
    if near is None:
        return None
    starts = set()
    for note in notes:
        for match in _COUNTED.finditer(note.text):
            day = _day(match, datetime.fromisoformat(near).date())
            if day is not None:
                starts.add(day - timedelta(days=int(match["count"])))
    return starts.pop().isoformat() if len(starts) == 1 else None


def _drawn(record: PatientRecord) -> str | None:
    """The moment that a record states as its present."""
    named = (
        iso_time(text)
        for row in record.rows
        for name, text in row.fields.items()
        if name.casefold() in _PRESENT
    )
    return max(filter(None, named), default=None)


def _stay(record: PatientRecord, admission_id: str | None) -> Encounter | None:
    if admission_id is not None:
        return record.encounter(admission_id)
    return record.only_stay


def _admitted(record: PatientRecord, stay: Encounter | None, header: str | None) -> str | None:
    """Prefer the time of admission itself to the arrival in the emergency department."""
    if stay is None or stay.admitted is None:
        return header
    tables = {row.table.casefold() for row in record.rows if row.encounter == stay.id}
    if tables & _ADMISSION_TABLES or header is None or header == stay.admitted[:10]:
        return stay.admitted
    return header


def _header_dates(notes: list[Note]) -> tuple[str | None, str | None]:
    """Read the dates of stay at the top of the discharge note, else of notes that agree on them."""
    return _agreed(_ADMITTED, notes), _agreed(_DISCHARGED, notes)


def _agreed(label: re.Pattern[str], notes: list[Note]) -> str | None:
    days = {day for note in notes if (day := _date_after(label, note.text[:_HEADER_LENGTH]))}
    return days.pop() if len(days) == 1 else None


def _date_after(label: re.Pattern[str], text: str) -> str | None:
    for match in label.finditer(text):
        found = _DATE.match(text, match.end())
        day = _day(found, None) if found else None
        if day:
            return day.isoformat()
    return None


def _day(match: re.Match[str], near: date | None) -> date | None:
    """Read a date; without a year it is the one nearest to a known day."""
    groups = match.groupdict()
    month = (
        match["m"]
        or match["um"]
        or groups.get("cm")
        or str(_MONTHS.index((match["name"] or "jan")[:3].lower()) + 1)
    )
    day = match["d"] or match["ud"] or groups.get("cd") or match["nd"]
    year = match["y"] or match["uy"] or match["ny"]
    if year:
        return _calendar(int(year), int(month), int(day))
    if near is None:
        return None
    years = (near.year - 1, near.year, near.year + 1)
    candidates = [one for y in years if (one := _calendar(y, int(month), int(day)))]
    return min(candidates, key=lambda one: abs(one - near), default=None)


def _calendar(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _surgeries(
    record: PatientRecord,
    stay: Encounter | None,
    summaries: list[Note],
    admitted: str | None,
    discharged: str | None,
) -> tuple[str, ...]:
    days = {day for row in record.rows if _is_own(row, stay) for day in _operated(row)}
    near = datetime.fromisoformat(admitted or discharged or "0001-01-01").date()
    for note in summaries:
        days.update(_operation_days(note.text, near))
    if admitted:
        days = {day for day in days if (near - day).days <= _BEFORE_ADMISSION}
    if discharged:
        last = datetime.fromisoformat(discharged).date()
        days = {day for day in days if day <= last}
    return tuple(day.isoformat() for day in sorted(days))


def _is_own(row: TableRow, stay: Encounter | None) -> bool:
    return row.table.casefold() in _PROCEDURE_TABLES and (
        stay is None or row.encounter in (stay.id, None)
    )


def _operated(row: TableRow) -> Iterator[date]:
    """Yield the day of a procedure row that is an operation."""
    time = row.time or iso_time(row.fields.get("chartdate", ""))
    if time and any(_OPERATION.search(text) for text in row.fields.values()):
        yield datetime.fromisoformat(time).date()


def _operation_days(text: str, near: date) -> Iterator[date]:
    """Yield the dated operations of the procedure section of a discharge note."""
    for section in find_sections(text):
        if section.name in _PROCEDURE_SECTIONS:
            yield from _dated_operations(text[section.start : section.end], near)


def _dated_operations(body: str, near: date) -> Iterator[date]:
    """Pair dates with the words beside them: behind a leading date, else before it."""
    dates = list(_DATE.finditer(body))
    if not dates:
        return
    leading = not re.search(r"\w", body[: dates[0].start()])
    stops = [*(match.start() for match in dates[1:]), len(body)]
    starts = [0, *(match.end() for match in dates[:-1])]
    for match, start, stop in zip(dates, starts, stops, strict=True):
        if not leading and _heads_line(body, match.start()):
            continue
        words = body[match.end() : stop] if leading else body[start : match.start()]
        day = _day(match, near)
        if day and _OPERATION.search(words):
            yield day


def _heads_line(body: str, place: int) -> bool:
    """Say whether a date opens a line: it is then no day of what the lines before tell."""
    return place > 0 and not body[body.rfind("\n", 0, place) + 1 : place].strip(" \t-*•")
