"""Joins what several forms of one folder tell of the same patient."""

import re
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import note_order
from kg.readers.typed_rows import row_order
from kg.record import Case, Encounter, Note, PatientRecord, TableRow, counted

_PARTS_OF_A_NAME = re.compile(r"[^A-Za-z0-9]+")


def joined(cases: list[Case], folder: Path) -> list[Case]:
    """Join the cases of each patient, in order of their ids."""
    by_patient: dict[str, list[Case]] = {}
    for case in cases:
        by_patient.setdefault(case.record.patient_id, []).append(case)
    return [_joined(by_patient[patient], folder) for patient in sorted(by_patient)]


def with_notes(cases: list[Case], notes: list[Note], folder: Path) -> list[Case]:
    """Give notes to the only patient, or to the one whose id, or stay, stands in their name."""
    held: dict[str, list[Note]] = {}
    for note in notes:
        held.setdefault(_owner(note, cases, folder), []).append(note)
    given = (Case(record=PatientRecord(patient_id=p, notes=tuple(n))) for p, n in held.items())
    return joined([*cases, *given], folder)


def _owner(note: Note, cases: list[Case], folder: Path) -> str:
    if not cases:
        return folder.resolve().name
    if len(cases) == 1:
        return cases[0].record.patient_id
    parts = set(_PARTS_OF_A_NAME.split(note.id))
    found = [
        case.record.patient_id
        for case in cases
        if parts & {case.record.patient_id, *(stay.id for stay in case.record.encounters)}
    ]
    if len(found) != 1:
        raise BadInputError(
            f"{folder}: holds {len(cases)} patients, and the name of note {note.id} tells none of"
            " them; begin it with the patient's id"
        )
    return found[0]


def _joined(cases: list[Case], folder: Path) -> Case:
    records = [case.record for case in cases]
    rows: dict[tuple[str, str], TableRow] = {}
    notes: dict[str, Note] = {}
    for record in records:
        for row in record.rows:
            if rows.setdefault((row.table, row.id), row) != row:
                raise BadInputError(f"{folder}: two rows are named {row.table} {row.id}; keep one")
        for note in record.notes:
            if notes.setdefault(note.id, note) != note:
                raise BadInputError(f"{folder}: two notes are named {note.id}; rename one of them")
    return Case(
        record=PatientRecord(
            patient_id=records[0].patient_id,
            encounters=_stays(records),
            rows=tuple(sorted(rows.values(), key=row_order)),
            notes=tuple(sorted(notes.values(), key=note_order)),
            unread=counted(one for record in records for one in record.unread),
        ),
        targets=tuple(one for case in cases for one in case.targets),
        withheld=tuple(one for case in cases for one in case.withheld),
    )


def _stays(records: list[PatientRecord]) -> tuple[Encounter, ...]:
    """Each stay once, with the times that any form gives it."""
    found: dict[str, Encounter] = {}
    for stay in (one for record in records for one in record.encounters):
        known = found.setdefault(stay.id, stay)
        found[stay.id] = Encounter(
            id=stay.id,
            admitted=known.admitted or stay.admitted,
            discharged=known.discharged or stay.discharged,
            visit=known.visit or stay.visit,
        )
    return tuple(sorted(found.values(), key=lambda stay: (stay.admitted or "", stay.id)))
