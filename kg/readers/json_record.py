"""Reads JSON records: `{"text": [notes], "tables": {table: [rows]}}`, one a file or one a line."""

from collections.abc import Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import encounters_of
from kg.readers.grouping import ShelvedRow
from kg.readers.json_notes import notes_from
from kg.readers.json_values import JsonObject, is_array, is_object, read_json, read_json_lines
from kg.readers.patient_index import named_encounter, named_patient, unknown_admission
from kg.readers.table_forms import form_of
from kg.readers.typed_rows import content_hash, filled, identity, numbered, row_time
from kg.record import Case, Encounter, Note, PatientRecord, TableRow

_NAMES = ("patient_id", "id", "subject_id")
_FORM = 'a record is {"text": [...], "tables": {table: [rows]}}'


def open_json(path: Path, admission: str | None) -> Iterator[Case]:
    """Read a record, or a JSON Lines file or a folder of records."""
    cases = _unique_patients(_documents(path))
    return cases if admission is None else _with_admission(cases, admission, path)


def record_from(document: object, where: str) -> PatientRecord:
    """Build the record of a JSON value; `where` names it in errors."""
    if not is_object(document):
        raise BadInputError(f"{where}: not a JSON object; {_FORM}")
    inner = document.get("record", document)
    if not is_object(inner):
        raise BadInputError(f'{where} "record": not a JSON object; {_FORM}')
    if "text" not in inner and "tables" not in inner:
        raise BadInputError(f'{where}: neither "text" nor "tables"; {_FORM}')
    rows = _rows(inner.get("tables", {}), where)
    notes = notes_from(inner.get("text", []), where)
    return PatientRecord(
        patient_id=_patient(document, inner, rows, where),
        encounters=_with_stays_of_notes(encounters_of(rows), notes),
        rows=tuple(numbered(_table_row(row) for row in rows)),
        notes=notes,
    )


def _with_stays_of_notes(
    stays: tuple[Encounter, ...], notes: tuple[Note, ...]
) -> tuple[Encounter, ...]:
    """Add the stays that only notes name; no table dates them."""
    known = {stay.id for stay in stays}
    named = sorted({note.encounter for note in notes if note.encounter} - known)
    return (*(Encounter(id=one) for one in named), *stays)


def _documents(path: Path) -> Iterator[tuple[str, object]]:
    if path.is_dir():
        for file in sorted(path.iterdir()):
            if file.suffix.lower() in (".json", ".jsonl"):
                yield from _documents(file)
    elif path.suffix.lower() == ".jsonl":
        for line, document in read_json_lines(path):
            yield f"{path} line {line}", document
    else:
        yield str(path), read_json(path)


def _unique_patients(documents: Iterator[tuple[str, object]]) -> Iterator[Case]:
    seen: dict[str, str] = {}
    for where, document in documents:
        record = record_from(document, where)
        if record.patient_id in seen:
            raise BadInputError(
                f"{where}: patient {record.patient_id} is already in {seen[record.patient_id]};"
                " give each record an id of its own"
            )
        seen[record.patient_id] = where
        yield Case(record=record)


def _with_admission(cases: Iterator[Case], admission: str, path: Path) -> Iterator[Case]:
    known: list[str] = []
    for case in cases:
        if case.record.encounter(admission):
            yield case
            return
        known.extend(stay.id for stay in case.record.encounters)
    raise unknown_admission(admission, known, str(path))


def _patient(document: JsonObject, inner: JsonObject, rows: list[ShelvedRow], where: str) -> str:
    """Take the patient's id from the document, else from its rows, else from its content."""
    for name in _NAMES:
        value = document.get(name, inner.get(name))
        if isinstance(value, str) and value.strip():
            return value.strip()
    named = {patient for row in rows if (patient := named_patient(row.fields))}
    if len(named) > 1:
        raise BadInputError(f"{where}: rows of {len(named)} patients in one record; split it")
    return named.pop() if named else content_hash(inner)


def _rows(tables: object, where: str) -> list[ShelvedRow]:
    if not is_object(tables):
        raise BadInputError(f'{where} "tables": not an object of tables; {_FORM}')
    found: list[ShelvedRow] = []
    places: dict[tuple[str, str], str] = {}
    for table, values in tables.items():
        if not is_array(values):
            raise BadInputError(f'{where} table "{table}": not a list of rows; {_FORM}')
        for number, value in enumerate(values, 1):
            place = f'{where} table "{table}" row {number}'
            row = _row(table, number, value, place)
            if row.key_space and places.setdefault((table, row.id), place) != place:
                raise BadInputError(f"{place}: {row.id!r} is already in {places[table, row.id]}")
            found.append(row)
    return found


def _row(table: str, number: int, value: object, where: str) -> ShelvedRow:
    if not is_object(value):
        raise BadInputError(f"{where}: not an object of columns")
    fields = filled({name: _cell(cell, where, name) for name, cell in value.items()})
    form = form_of(table, tuple(fields))
    key = identity(fields, form)
    return ShelvedRow(
        patient="",
        table=table,
        id=key.id,
        key_space=table if key.columns else "",
        line=number,
        time=row_time(fields, form, where, strict=False),
        encounter=named_encounter(fields),
        fields=fields,
    )


def _cell(value: object, where: str, column: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    raise BadInputError(f"{where} column {column}: a list or object where one value is needed")


def _table_row(row: ShelvedRow) -> TableRow:
    return TableRow(
        table=row.table, id=row.id, fields=row.fields, time=row.time, encounter=row.encounter
    )
