"""Whose identifiers are masked in a piece of a run: one patient's, or those of all its patients."""

import re
from collections.abc import Iterable, Mapping

from clinical.facts import Anchors
from exports.deidentification import Deidentifier
from exports.record_identifiers import RecordIdentifiers, identifiers_of
from kg.record import PatientRecord

_OWNER = re.compile("[@#]")
"""What parts a patient from the rest in the name of a graph."""


class PatientsGate:
    """The de-identifiers of a run's patients; what names no patient is masked for all of them.

    Dates in such pieces move by a distance of their own, for they may be anybody's.
    """

    def __init__(
        self, records: Iterable[PatientRecord], key: bytes, admission: str | None = None
    ) -> None:
        known = {one.patient_id: identifiers_of(one, admission) for one in records}
        self._of_patient = {
            patient: Deidentifier(identifiers, patient, key)
            for patient, identifiers in known.items()
        }
        self._of_all = (
            next(iter(self._of_patient.values()))
            if len(known) == 1
            else Deidentifier(_union(known.values()), "\n".join(sorted(known)), key)
        )

    @property
    def of_all(self) -> Deidentifier:
        """The de-identifier for what may be about any of the patients."""
        return self._of_all

    def named_in(self, value: object) -> Deidentifier | None:
        """Find the patient whom a state names, by its id or by that of its graph."""
        if not isinstance(value, Mapping):
            return None
        named = value.get("patient_id") or value.get("graph_id")
        if not isinstance(named, str):
            return None
        return self._of_patient.get(named) or self._of_patient.get(_OWNER.split(named)[0])


def _union(known: Iterable[RecordIdentifiers]) -> RecordIdentifiers:
    """Join what identifies several patients."""
    each = list(known)
    return RecordIdentifiers(
        sure_names=frozenset().union(*(one.sure_names for one in each)),
        possible_names=frozenset().union(*(one.possible_names for one in each)),
        phrases=frozenset().union(*(one.phrases for one in each)),
        numbers=frozenset().union(*(one.numbers for one in each)),
        anchors=each[0].anchors if len(each) == 1 else Anchors(),
    )
