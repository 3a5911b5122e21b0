from evaluation.alignment import ScoredDocument
from evaluation.metrics import measure
from evaluation.results import DatasetResult
from evaluation.results_page import results_page, share, told_apart
from graph_state.scoring import Decision, GoldRow, ScoredRow


def test_a_set_is_a_row_and_no_figure_is_made_up() -> None:
    right = ScoredRow(
        gold=GoldRow(start=0, end=5, text="Text.", label="E1", types=()),
        decision=Decision(status="graded", grade="E1", types=()),
    )
    document = ScoredDocument(record="a", patient="a", id="a/clean", rows=(right,))
    result = DatasetResult(
        dataset="one", judge="rules", measures=measure([document]), errors=(), seconds=0.4
    )
    page = results_page([result], "curaview evaluate one")
    head = next(line for line in page.splitlines() if line.startswith("| set "))
    row = next(line for line in page.splitlines() if line.startswith("| one "))
    assert row.count("|") == head.count("|")
    assert "curaview evaluate one" in page
    assert "| 1.000 |" in row
    assert "| - |" in row


def test_told_apart_counts_only_graded_support() -> None:
    confusion = {"E1": {"E1": 6, "E2": 2, "E4": 9}, "E2": {"E1": 1, "E2": 1, "abstained": 5}}
    assert told_apart(confusion) == 0.7
    assert told_apart({}) is None


def test_a_missing_figure_is_a_dash() -> None:
    assert (share(None), share(0.12345)) == ("-", "0.123")
