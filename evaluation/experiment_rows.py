"""The labeled sentences of a set with the decisions on them, masked, as rows of an experiment."""

from collections.abc import Sequence

from evaluation.labeled import Dataset, LabeledRecord
from evaluation.scoring_run import ScoredRecord
from exports.deidentification import Deidentifier
from exports.langsmith_experiment import ExperimentRow
from graph_state.scoring import ScoredRow
from kg.record import Note


def experiment_rows(
    dataset: Dataset, scored: Sequence[ScoredRecord], key: bytes
) -> list[ExperimentRow]:
    """Return a row for each graded sentence, in the order of the set."""
    return [
        row
        for record, result in zip(dataset.records, scored, strict=True)
        for row in _rows(record, result, key)
    ]


def _rows(record: LabeledRecord, result: ScoredRecord, key: bytes) -> list[ExperimentRow]:
    texts = [text.summary for document in record.documents for text in document.texts]
    notes = [Note(id=f"text {n}", category="note", text=text) for n, text in enumerate(texts)]
    known = record.record.model_copy(update={"notes": (*record.record.notes, *notes)})
    masker = Deidentifier.for_record(known, key, record.admission_id)
    return [
        _row(f"{masker.mask(document.id)}/{number}", scored, masker)
        for document in result.documents
        for number, scored in enumerate(document.rows)
        if scored.gold.label is not None
    ]


def _row(name: str, scored: ScoredRow, masker: Deidentifier) -> ExperimentRow:
    gold, decision = scored.gold, scored.decision
    flagged_rightly = decision.flagged == gold.wrong
    return ExperimentRow(
        id=name,
        inputs={"sentence": masker.mask(gold.text)},
        expected={"label": gold.label, "types": list(gold.types), "wrong": gold.wrong},
        answer={
            "status": decision.status,
            "grade": decision.grade,
            "types": list(decision.types),
            "flagged": decision.flagged,
        },
        scores={
            "flag": float(flagged_rightly),
            "grade": float(decision.grade == gold.label),
        },
    )
