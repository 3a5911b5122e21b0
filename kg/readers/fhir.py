"""Reads FHIR R4 and R5: bundles, single resources and bulk exports; a file, or a folder."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import note_order
from kg.readers.compressed import plain_suffix
from kg.readers.fhir_bundle import Bundle, read_bundle
from kg.readers.fhir_contained import contained_in
from kg.readers.fhir_fields import concept_text, fields_of
from kg.readers.fhir_files import DOCUMENTS, LINES
from kg.readers.fhir_notes import documents_of
from kg.readers.fhir_resource import Resource
from kg.readers.json_values import JsonObject, is_object
from kg.readers.patient_index import unknown_admission
from kg.readers.typed_rows import row_order
from kg.record import Case, Encounter, Note, PatientRecord, TableRow, Unread, counted
from kg.timestamps import iso_time
from kg.visits import is_visit

_TIMES = (
    "effectiveDateTime",
    "effectivePeriod.start",
    "effectiveInstant",
    "onsetDateTime",
    "onsetPeriod.start",
    "performedDateTime",
    "performedPeriod.start",
    "occurrenceDateTime",
    "occurrencePeriod.start",
    "occurenceDateTime",
    "occurencePeriod.start",
    "authoredOn",
    "started",
    "period.start",
    "actualPeriod.start",
    "recordedDate",
    "dateAsserted",
    "date",
    "issued",
)
"""Fields for the time of a resource: when it held, before when it was written down.

R5 spells `occurence` so in MedicationAdministration.
"""


def open_fhir(path: Path, admission: str | None) -> Iterator[Case]:
    """Read the patients of the bundles in order of their id."""
    owners: dict[str, list[tuple[Path, ...]]] = {}
    stays: dict[str, str] = {}
    for bundle in _bundles([path] if path.is_file() else fhir_files(path)):
        for patient in bundle.patients:
            owners.setdefault(patient, []).append(bundle.paths)
            stays.update(
                {one.id: patient for one in bundle.of_patient(patient) if one.kind == "Encounter"}
            )
    if not owners:
        raise BadInputError(f"{path}: no patient in it; a bundle needs a Patient resource")
    if admission is not None:
        if admission not in stays:
            raise unknown_admission(admission, list(stays), str(path))
        owners = {stays[admission]: owners[stays[admission]]}
    return _cases(owners)


def fhir_files(folder: Path) -> list[Path]:
    """List the files of a folder that may hold FHIR resources."""
    return sorted(one for one in folder.iterdir() if plain_suffix(one) in (*DOCUMENTS, *LINES))


def _bundles(files: list[Path]) -> Iterator[Bundle]:
    """Read bundles one by one, and what stands loose in files together: it refers to itself."""
    loose: list[Path] = []
    for file in files:
        bundle = read_bundle((file,))
        if not bundle.loose or len(files) == 1:
            yield bundle
        else:
            loose.append(file)
    if loose:
        yield read_bundle(tuple(loose))


def _cases(owners: dict[str, list[tuple[Path, ...]]]) -> Iterator[Case]:
    last: Bundle | None = None
    for patient, groups in sorted(owners.items()):
        parts = []
        for paths in groups:
            last = last if last is not None and last.paths == paths else read_bundle(paths)
            parts.append(last)
        yield Case(record=_record(patient, parts))


def _record(patient: str, bundles: list[Bundle]) -> PatientRecord:
    rows: dict[tuple[str, str], TableRow] = {}
    notes: dict[str, Note] = {}
    unread: list[Unread] = []
    for bundle in bundles:
        for resource in bundle.of_patient(patient):
            row = _row(resource, bundle)
            if rows.setdefault((row.table, row.id), row) != row:
                raise BadInputError(
                    f"{resource.where}: {row.table} {row.id} is in another bundle with another"
                    " content; keep one"
                )
            documents = documents_of(resource, row, bundle.file)
            notes.update({note.id: note for note in documents.notes})
            unread.extend(documents.unread)
    return PatientRecord(
        patient_id=patient,
        encounters=_encounters(rows.values()),
        rows=tuple(sorted(rows.values(), key=row_order)),
        notes=tuple(sorted(notes.values(), key=note_order)),
        unread=counted(unread),
    )


def _row(resource: Resource, bundle: Bundle) -> TableRow:
    fields = fields_of({**resource.body, **_medication(resource, bundle)})
    return TableRow(
        table=resource.kind,
        id=resource.id,
        fields=fields,
        time=_time(fields, resource.where),
        encounter=bundle.encounter(resource),
    )


def _medication(resource: Resource, bundle: Bundle) -> JsonObject:
    """Write out the drug that a medication resource only points to."""
    reference = resource.body.get("medicationReference")
    either = resource.body.get("medication")
    if is_object(either):
        reference = either.get("reference", reference)
    key = bundle.resolved(reference)
    inside = contained_in(resource.body)
    found = next((one for one in inside if one.get("id") == key), None)
    medication = found or bundle.find("Medication", key)
    code = medication.get("code") if medication else None
    return {"medicationCodeableConcept": code} if concept_text(code) else {}


def _time(fields: dict[str, str], where: str) -> str | None:
    for name in _TIMES:
        if name in fields:
            time = iso_time(fields[name], partial=True)
            if time is None:
                raise BadInputError(f"{where} {name}: {fields[name][:40]!r} is no FHIR date")
            return time
    return None


def _encounters(rows: Iterable[TableRow]) -> tuple[Encounter, ...]:
    found = {row.encounter: Encounter(id=row.encounter) for row in rows if row.encounter}
    for row in rows:
        if row.table == "Encounter":
            end = row.fields.get("period.end") or row.fields.get("actualPeriod.end", "")
            found[row.id] = Encounter(
                id=row.id,
                admitted=row.time,
                discharged=iso_time(end, partial=True),
                visit=is_visit(row.fields),
            )
    return tuple(sorted(found.values(), key=lambda stay: (stay.admitted or "", stay.id)))
