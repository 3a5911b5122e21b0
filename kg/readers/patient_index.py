"""Knows which patient a hospital stay or a unit stay belongs to."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from kg.errors import BadInputError
from kg.readers.table_forms import (
    ENCOUNTER_COLUMNS,
    PATIENT_COLUMNS,
    STAY_COLUMN,
    UNIT_STAY_COLUMN,
)
from kg.readers.typed_rows import cell
from kg.timestamps import iso_time

_FLOAT = re.compile(r"(\d+)\.0+")


class Stay(NamedTuple):
    """A stay in the emergency department or in an intensive care unit."""

    patient: str
    encounter: str | None
    start: str | None
    end: str | None


class Place(NamedTuple):
    """Whose row it is, and of which hospital stay."""

    patient: str
    encounter: str | None
    stay: Stay | None


class PatientIndex:
    """Compact maps from stays to patients; no clinical content is held."""

    def __init__(self, sole: str | None = None) -> None:
        self.encounters: dict[str, str] = {}
        self.sole = sole
        """The patient of rows that name none, where all are of one patient."""

        self.stays: dict[str, Stay] = {}

    def learn(self, fields: Mapping[str, str], where: str) -> None:
        """Take in one row that may tie a stay to a patient."""
        patient, encounter = named_patient(fields), named_encounter(fields)
        patient = patient or self.sole
        if patient is None:
            return
        if encounter is not None:
            self._tie(encounter, patient, where)
        stay = cell(fields, (STAY_COLUMN,))
        if stay is not None:
            start, end = cell(fields, ("intime",)), cell(fields, ("outtime",))
            self.stays[plain_id(stay[1])] = Stay(
                patient,
                encounter,
                iso_time(start[1]) if start else None,
                iso_time(end[1]) if end else None,
            )

    def place(self, fields: Mapping[str, str], where: str) -> Place:
        """Say whose row it is; a row of nobody is an error."""
        patient, encounter = named_patient(fields), named_encounter(fields)
        named_stay = cell(fields, (STAY_COLUMN,))
        stay = self.stays.get(plain_id(named_stay[1])) if named_stay else None
        if encounter is None and stay is not None:
            encounter = stay.encounter
        if patient is None and encounter is not None:
            patient = self.encounters.get(encounter)
        if patient is None and stay is not None:
            patient = stay.patient
        patient = patient or self.sole
        if patient is None:
            raise BadInputError(
                f"{where}: no patient is named; fill one of {', '.join(PATIENT_COLUMNS[:5])}"
            )
        if encounter is not None:
            self._tie(encounter, patient, where)
        return Place(patient, encounter, stay)

    def patient_of(self, admission: str, where: str) -> str:
        """Return the patient of an admission; an unknown admission is an error."""
        if admission in self.encounters:
            return self.encounters[admission]
        raise unknown_admission(admission, list(self.encounters), where)

    def _tie(self, encounter: str, patient: str, where: str) -> None:
        other = self.encounters.setdefault(encounter, patient)
        if other != patient:
            raise BadInputError(
                f"{where}: admission {encounter} belongs to patient {patient} here and to"
                f" patient {other} elsewhere; correct one of them"
            )


def unknown_admission(admission: str, known: list[str], where: str) -> BadInputError:
    """Say that an admission is not there, and which are."""
    if not known:
        return BadInputError(f"{where}: no admission {admission}; the record names no admissions")
    return BadInputError(
        f"{where}: no admission {admission}; it has {len(known)}, for example {min(known)}"
    )


def plain_id(text: str) -> str:
    """Return an id as it is meant: programs that count in floats write 20000010 as 20000010.0."""
    whole = _FLOAT.fullmatch(text)
    return whole[1] if whole else text


def named_patient(fields: Mapping[str, str]) -> str | None:
    """Return the patient that a row names."""
    found = cell(fields, PATIENT_COLUMNS)
    return plain_id(found[1]) if found else None


def named_encounter(fields: Mapping[str, str]) -> str | None:
    """Return the hospital stay that a row names."""
    found = cell(fields, ENCOUNTER_COLUMNS) or cell(fields, (UNIT_STAY_COLUMN,))
    return plain_id(found[1]) if found else None
