"""Reports laid over the labeled rows of their documents."""

from collections.abc import Sequence

from pydantic import BaseModel

from evaluation.labeled import LabeledDocument, LabeledRecord
from graph_state.findings import Report
from graph_state.scoring import ScoredRow, align, align_claims


class ScoredDocument(BaseModel, frozen=True):
    """A document with the decision on each of its labeled rows."""

    record: str
    patient: str
    id: str
    rows: tuple[ScoredRow, ...]
    parts: tuple[ScoredRow, ...] = ()

    @property
    def clean(self) -> bool:
        """Say whether the labelers graded something here and found nothing wrong."""
        graded = any(row.gold.label is not None for row in self.rows)
        return graded and not any(row.gold.wrong for row in self.rows)

    @property
    def flags(self) -> int:
        """Count the flagged rows among those that somebody graded."""
        return sum(row.decision.flagged for row in self.rows if row.gold.label is not None)


def score_document(
    record: LabeledRecord, document: LabeledDocument, reports: Sequence[Report]
) -> ScoredDocument:
    """Align the report on each text of a document, in their order, with its labeled rows."""
    pairs = list(zip(document.texts, reports, strict=True))
    return ScoredDocument(
        record=record.id,
        patient=record.patient,
        id=document.id,
        rows=tuple(row for text, report in pairs for row in align(report.findings, text.rows)),
        parts=tuple(
            row for text, report in pairs for row in align_claims(report.findings, text.parts)
        ),
    )
