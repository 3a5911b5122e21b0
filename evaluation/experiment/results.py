"""What came of one record in every arm."""

from pydantic import BaseModel

from clinical.labels import ErrorType, Grade, Status
from evaluation.alignment import ScoredDocument
from evaluation.experiment.cohorts import CohortKind
from evaluation.outcomes import Outcomes
from graph_state.findings import Finding
from graph_state.scoring import GoldLabel


class CheckedText(BaseModel, frozen=True):
    """The findings on one text, as they are kept, with the wall time of the check."""

    findings: tuple[Finding, ...]
    seconds: float


class InjectedResult(BaseModel, frozen=True):
    """One summary with exactly so many errors, as one arm saw it."""

    arm: str
    injections: int
    """Errors wanted; a short summary may not allow as many."""

    document: ScoredDocument
    planted: tuple[bool, ...]
    """For each row, whether it was made wrong here."""

    seconds: float


class AuditableSentence(BaseModel, frozen=True):
    """A sentence with its label and verdict, that a person may judge anew."""

    record: str
    patient: str
    document: str
    start: int
    text: str
    label: GoldLabel | None
    types: tuple[ErrorType, ...]
    grade: Grade | None
    status: Status | None
    quotes: tuple[str, ...]


class QualityCount(BaseModel, frozen=True):
    """One measure of the raw and of the normalized graph."""

    measure: str
    raw: int
    normalized: int


class GraphQuality(BaseModel, frozen=True):
    """All measures of one record, as they are kept."""

    counts: tuple[QualityCount, ...]


class RecordResult(BaseModel, frozen=True):
    """All that the tables need of one record."""

    record: str
    patient: str
    length: int
    """Characters of the record that may serve as evidence."""

    documents: dict[str, tuple[ScoredDocument, ...]]
    """By arm."""

    outcomes: Outcomes
    """Of the main arm."""

    injected: tuple[InjectedResult, ...]
    sentences: tuple[AuditableSentence, ...]
    quality: tuple[QualityCount, ...]
    seconds: dict[str, float]
    """Wall time of all checks of an arm; of the cache where it was checked before."""

    sentences_checked: int


class CohortResult(BaseModel, frozen=True):
    """All records of a cohort, in order of their ids."""

    name: str
    kind: CohortKind
    records: tuple[RecordResult, ...]

    def documents(self, arm: str, patients: frozenset[str] | None = None) -> list[ScoredDocument]:
        """Return what an arm came to, of all patients or of some."""
        return [
            document
            for record in self.records
            if patients is None or record.patient in patients
            for document in record.documents.get(arm, ())
        ]

    @property
    def patients(self) -> list[str]:
        """Every patient once, in order of the ids."""
        return sorted({record.patient for record in self.records})
