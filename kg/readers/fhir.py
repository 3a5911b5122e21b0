"""Reads FHIR R4 bundles: a file, or a folder of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import note_order
from kg.readers.fhir_bundle import (
    ABOUT_NO_PATIENT,
    Bundle,
    Resource,
    is_bundle,
    read_bundle,
)
from kg.readers.fhir_fields import concept_text, fields_of
from kg.readers.fhir_notes import notes_of
from kg.readers.json_values import JsonObject, is_array, is_object, read_json
from kg.readers.patient_index import unknown_admission
from kg.readers.typed_rows import row_order
from kg.record import Case, Encounter, Note, PatientRecord, TableRow
from kg.timestamps import iso_time

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


def is_bundle_file(path: Path) -> bool:
    """Say whether a JSON file holds a FHIR resource."""
    return path.suffix.lower() == ".json" and is_bundle(read_json(path))


def open_fhir(path: Path, admission: str | None) -> Iterator[Case]:
    """Read the patients of the bundles in order of their id."""
    files = [path] if path.is_file() else _bundle_files(path)
    owners: dict[str, list[Path]] = {}
    stays: dict[str, str] = {}
    for file in files:
        bundle = read_bundle(file)
        for patient in bundle.patients:
            owners.setdefault(patient, []).append(file)
        stays.update(
            {one.id: bundle.owner(one) for one in bundle.resources if one.kind == "Encounter"}
        )
    if not owners:
        raise BadInputError(f"{path}: no patient in it; a bundle needs a Patient resource")
    if admission is not None:
        if admission not in stays:
            raise unknown_admission(admission, list(stays), str(path))
        owners = {stays[admission]: owners[stays[admission]]}
    return _cases(owners)


def _bundle_files(folder: Path) -> list[Path]:
    return sorted(one for one in folder.iterdir() if one.suffix.lower() == ".json")


def _cases(owners: dict[str, list[Path]]) -> Iterator[Case]:
    last: Bundle | None = None
    for patient, files in sorted(owners.items()):
        parts = []
        for file in files:
            last = last if last is not None and last.path == file else read_bundle(file)
            parts.append(last)
        yield Case(record=_record(patient, parts))


def _record(patient: str, bundles: list[Bundle]) -> PatientRecord:
    rows: dict[tuple[str, str], TableRow] = {}
    notes: dict[str, Note] = {}
    for bundle in bundles:
        for resource in bundle.resources:
            if resource.kind in ABOUT_NO_PATIENT or bundle.owner(resource) != patient:
                continue
            row = _row(resource, bundle)
            if rows.setdefault((row.table, row.id), row) != row:
                raise BadInputError(
                    f"{resource.where}: {row.table} {row.id} is in another bundle with another"
                    " content; keep one"
                )
            notes.update({note.id: note for note in notes_of(resource, row)})
    return PatientRecord(
        patient_id=patient,
        encounters=_encounters(rows.values()),
        rows=tuple(sorted(rows.values(), key=row_order)),
        notes=tuple(sorted(notes.values(), key=note_order)),
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
    contained = resource.body.get("contained")
    inside = [one for one in contained if is_object(one)] if is_array(contained) else []
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
                id=row.id, admitted=row.time, discharged=iso_time(end, partial=True)
            )
    return tuple(sorted(found.values(), key=lambda stay: (stay.admitted or "", stay.id)))
