"""Puts the rows of one patient together to a record and its targets, in canonical order."""

from collections.abc import Iterable
from typing import Literal

from kg.readers.grouping import ShelvedRow
from kg.readers.table_forms import TableForm, form_of
from kg.readers.typed_rows import cell, numbered
from kg.record import Case, Encounter, Note, PatientRecord, TableRow, Target, Unread, counted
from kg.timestamps import iso_time
from kg.visits import is_visit

TargetChoice = Literal["brief_hospital_course", "discharge_instructions", "both"]

_STAYS = ("admissions", "encounter", "encounters", "visit_occurrence")
"""Tables with a row for each hospital stay."""

_KINDS_OF_NOTES = (
    ("discharge", "discharge"),
    ("radiology", "radiology"),
    ("imaging", "radiology"),
    ("transcript", "transcript"),
)
"""Words that tell what kind of document a note is."""

_WRONG_NOTE = Unread(thing="note", reason="marked as an error")

TARGET_TEXTS = ("brief_hospital_course", "discharge_instructions")


def case_of(
    patient: str, rows: Iterable[ShelvedRow], admission: str | None, target: TargetChoice
) -> Case:
    """Build the case of one patient; with an admission, only its texts are targets."""
    shelved = list(rows)
    written = [row for row in shelved if _form(row).content == "notes"]
    notes = [row for row in written if not _is_wrong(row)]
    texts = [row for row in shelved if _form(row).content == "targets"]
    targets = [one for row in texts for one in _targets(row) if admission in (None, row.encounter)]
    return Case(
        record=PatientRecord(
            patient_id=patient,
            encounters=encounters_of(shelved),
            rows=tuple(numbered(_row(row) for row in shelved if _form(row).content == "rows")),
            notes=tuple(sorted((_note(row) for row in notes), key=note_order)),
            unread=counted(_WRONG_NOTE for row in written if row not in notes),
        ),
        targets=tuple(one for one in targets if target in ("both", one.name)),
        withheld=tuple(one for one in targets if target not in ("both", one.name)),
    )


def note_order(note: Note) -> tuple[str, str]:
    """Order notes by time, then by id; notes without a time come first."""
    return (note.time or "", note.id)


def encounters_of(rows: Iterable[ShelvedRow]) -> tuple[Encounter, ...]:
    """Collect the hospital stays that rows name, with the times that the tables give."""
    found: dict[str, Encounter] = {}
    admitted: dict[str, str] = {}
    for row in rows:
        if row.encounter is None:
            continue
        found.setdefault(row.encounter, Encounter(id=row.encounter))
        if row.table.casefold() in _STAYS:
            found[row.encounter] = Encounter(
                id=row.encounter,
                admitted=row.time,
                discharged=_end(row),
                visit=is_visit(row.fields),
            )
        elif row.table.casefold() == "edstays" and row.time:
            admitted[row.encounter] = min(row.time, admitted.get(row.encounter, row.time))
    timed = [
        stay if stay.admitted else stay.model_copy(update={"admitted": admitted.get(stay.id)})
        for stay in found.values()
    ]
    return tuple(sorted(timed, key=lambda stay: (stay.admitted or "", stay.id)))


def _form(row: ShelvedRow) -> TableForm:
    return form_of(row.table, tuple(row.fields))


def _end(row: ShelvedRow) -> str | None:
    found = cell(row.fields, _form(row).ends)
    return iso_time(found[1]) if found else None


def _row(row: ShelvedRow) -> TableRow:
    return TableRow(
        table=row.table, id=row.id, fields=row.fields, time=row.time, encounter=row.encounter
    )


def _note(row: ShelvedRow) -> Note:
    category = cell(row.fields, ("category", "note_class_concept_name", "note_title"))
    text = cell(row.fields, ("text", "note_text"))
    title = cell(row.fields, ("note_title", "title", "category", "note_class_concept_name"))
    return Note(
        id=row.id,
        category=category_of_words(category[1]) if category else _form(row).category,
        text=row.fields[text[0]] if text else "",
        title=title[1] if title else "",
        time=row.time,
        encounter=row.encounter,
    )


def _is_wrong(row: ShelvedRow) -> bool:
    """Say whether the hospital marked a note as an error."""
    marked = cell(row.fields, ("iserror",))
    return marked is not None and marked[1] != "0"


def category_of_words(written: str) -> str:
    """Name the kind of a note, as other sources do where it is one that is told apart."""
    words = written.casefold()
    return next((kind for word, kind in _KINDS_OF_NOTES if word in words), words)


def _targets(row: ShelvedRow) -> list[Target]:
    found = [(name, cell(row.fields, (name,))) for name in TARGET_TEXTS]
    return [
        Target(admission_id=row.encounter or row.id, name=name, text=row.fields[text[0]])
        for name, text in found
        if text is not None
    ]
