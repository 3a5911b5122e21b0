"""The figures of a data set, counted by hand, and how they are written."""

import json

import pytest
from rich.console import Console

from clinical.labels import ErrorType, Grade, Status
from evaluation.alignment import ScoredDocument
from evaluation.metrics import flag_all_f1, measure, predictive_values
from evaluation.results import DatasetResult
from evaluation.table import (
    confusion_table,
    dataset_figures,
    evaluation_json,
    predictive_value_table,
    summary_table,
    type_table,
)
from graph_state.scoring import Counts, Decision, GoldLabel, GoldRow, ScoredRow


def row(
    label: GoldLabel | None,
    predicted: Grade | Status,
    gold_types: tuple[ErrorType, ...] = (),
    types: tuple[ErrorType, ...] = (),
) -> ScoredRow:
    graded = predicted in ("E1", "E2", "E3", "E4")
    return ScoredRow(
        gold=GoldRow(start=0, end=5, text="Text.", label=label, types=gold_types),
        decision=Decision.model_validate(
            {
                "status": "graded" if graded else predicted,
                "grade": predicted if graded else None,
                "types": types,
            }
        ),
    )


def document(patient: str, name: str, *rows: ScoredRow) -> ScoredDocument:
    return ScoredDocument(record=patient, patient=patient, id=f"{patient}/{name}", rows=rows)


@pytest.fixture
def documents() -> list[ScoredDocument]:
    """Two patients, each with a clean and an injected text."""
    return [
        document("a", "clean", row("E1", "E1"), row("E2", "E3"), row(None, "E3")),
        document(
            "a",
            "injected",
            row("E4", "E4", ("time_error",), ("time_error",)),
            row("E3", "E4", ("invented_fact",), ("value_error",)),
            row("E1", "E2"),
        ),
        document("b", "clean", row("E1", "abstained"), row("E2", "E2"), row(None, "not_checkable")),
        document(
            "b",
            "injected",
            row("E4", "E3", ("value_error", "time_error"), ("value_error",)),
            row("E4", "failed", ("time_error",)),
            row("E1", "E4", (), ("value_error",)),
        ),
    ]


def test_sizes_and_coverage(documents: list[ScoredDocument]) -> None:
    measures = measure(documents)
    assert (measures.n_records, measures.n_documents) == (2, 4)
    assert (measures.n_sentences, measures.n_checkable) == (12, 10)
    assert measures.coverage == 0.8
    assert measures.statuses == {"graded": 8, "not_checkable": 0, "abstained": 1, "failed": 1}


def test_contradictions(documents: list[ScoredDocument]) -> None:
    scores = measure(documents).e4
    assert scores.precision == pytest.approx(1 / 3)
    assert scores.recall == pytest.approx(1 / 3)
    assert scores.f1 == pytest.approx(1 / 3)


def test_wrong_against_right(documents: list[ScoredDocument]) -> None:
    measures = measure(documents)
    assert measures.e3_e4.precision == pytest.approx(3 / 5)
    assert measures.e3_e4.recall == pytest.approx(3 / 4)
    assert measures.binary.f1 == pytest.approx(2 / 3)
    assert measures.binary.specificity == pytest.approx(4 / 6)
    assert measures.binary.balanced_accuracy == pytest.approx((3 / 4 + 4 / 6) / 2)
    assert measures.clean_flag_rate == pytest.approx(2 / 6)


def test_types(documents: list[ScoredDocument]) -> None:
    scores = measure(documents).per_type
    assert (scores["time_error"].precision, scores["time_error"].support) == (1.0, 3)
    assert scores["time_error"].recall == pytest.approx(1 / 3)
    assert scores["value_error"].precision == pytest.approx(1 / 3)
    assert scores["value_error"].recall == 1.0
    assert scores["negation_error"].f1 is None


def test_clean_documents_errors_and_flags_nobody_can_judge(
    documents: list[ScoredDocument],
) -> None:
    measures = measure(documents)
    assert measures.n_clean_documents == 2
    assert measures.flags_per_clean_document == 0.5
    assert measures.errors_per_document.gold == 1.0
    assert measures.errors_per_document.flagged == 1.25
    assert (measures.ungraded_rows.n_rows, measures.ungraded_rows.flagged) == (2, 1)


def test_confusion_keeps_rows_that_occur(documents: list[ScoredDocument]) -> None:
    confusion = measure(documents).grade_confusion
    assert list(confusion) == ["E1", "E2", "E3", "E4", "not_checkable"]
    assert confusion["E4"] == {
        "E1": 0,
        "E2": 0,
        "E3": 1,
        "E4": 1,
        "not_checkable": 0,
        "abstained": 0,
        "failed": 1,
    }
    supported = measure([document("a", "claims", row("supported", "E2"))]).grade_confusion
    assert supported["supported"]["E2"] == 1


def test_predictive_values_follow_from_sensitivity_and_specificity() -> None:
    counts = Counts(true_positive=80, false_negative=20, false_positive=5, true_negative=95)
    values = predictive_values(counts)
    assert list(values) == ["0.015", "0.05", "0.1", "0.3"]
    assert values["0.1"] == pytest.approx(0.08 / (0.08 + 0.045))
    assert values["0.015"] == pytest.approx(0.012 / (0.012 + 0.04925))


def test_flagging_everything_has_recall_one() -> None:
    counts = Counts(true_positive=1, false_negative=2, false_positive=1, true_negative=6)
    assert flag_all_f1(counts) == pytest.approx(2 * 0.3 / 1.3)
    assert flag_all_f1(Counts(true_negative=4)) is None


def test_a_set_without_a_wrong_row_has_no_recall() -> None:
    measures = measure([document("a", "x", row("supported", "E1"), row("supported", "E4"))])
    assert (measures.e4.f1, measures.e4.recall, measures.e4.ci95) == (None, None, None)
    assert measures.e4.precision == 0.0
    assert measures.clean_flag_rate == 0.5


def test_a_row_without_any_finding_is_not_graded() -> None:
    bare = ScoredRow(
        gold=GoldRow(start=0, end=5, text="Text.", label="E4"), decision=Decision(status=None)
    )
    measures = measure([document("a", "x", bare)])
    assert measures.coverage == 0.0
    assert measures.e4.recall == 0.0


@pytest.fixture
def result(documents: list[ScoredDocument]) -> DatasetResult:
    return DatasetResult(
        dataset="cohort", judge="rules", measures=measure(documents), errors=(), seconds=0.5
    )


def test_json_holds_every_key_of_the_contract(result: DatasetResult) -> None:
    [figures] = json.loads(evaluation_json([result]))["datasets"]
    contract = {
        "dataset", "judge", "n_records", "n_sentences", "coverage", "e4", "e3_e4", "binary",
        "per_type", "grade_confusion", "flags_per_clean_document", "clean_flag_rate",
        "ppv_at_prevalence", "flag_all_f1", "seconds", "sentences_per_second",
    }  # fmt: skip
    assert contract <= set(figures)
    assert {"precision", "recall", "f1", "ci95"} <= set(figures["e4"])
    assert "balanced_accuracy" in figures["binary"]
    assert "support" in figures["per_type"]["time_error"]
    assert set(figures["ppv_at_prevalence"]) == {"e4", "e3_e4"}
    assert set(figures["ppv_at_prevalence"]["e4"]) == {"0.015", "0.05", "0.1", "0.3"}


def test_json_rounds_to_four_places(result: DatasetResult) -> None:
    figures = dataset_figures(result)
    assert figures["clean_flag_rate"] == 0.3333
    assert figures["sentences_per_second"] == 24.0


def test_tables_show_each_set(result: DatasetResult) -> None:
    console = Console(width=160)
    with console.capture() as capture:
        for table in (
            summary_table([result]),
            type_table([result]),
            predictive_value_table([result]),
            confusion_table(result),
        ):
            console.print(table)
    shown = capture.get()
    assert shown.count("cohort") == 4
    assert "0.333 │ 0.333 │ 0.333 │" in shown
