"""The formulas of the experiment's tables against numbers worked out by hand."""

import pytest

from evaluation import bootstrap
from evaluation.alignment import ScoredDocument
from evaluation.experiment.injection_tables import InjectionCounts, accuracy, count_injected
from evaluation.experiment.results import InjectedResult
from evaluation.experiment.score_tables import count_reports, patient_scores
from evaluation.experiment.split import split_patients
from evaluation.experiment.statistics import (
    ceiling_gain,
    cohens_kappa,
    pearson,
    relative_change,
    spearman,
    wilson_interval,
)
from evaluation.experiment.type_tables import risk_after_rejection
from evaluation.outcomes import RowOutcome
from graph_state.scoring import Counts, Decision, GoldLabel, GoldRow, ScoredRow, count_flags


@pytest.mark.parametrize(
    ("base", "tuned", "gain"),
    [
        (0.081, 0.482, 0.436),
        (0.381, 0.594, 0.344),
        (0.514, 0.600, 0.177),
        (0.632, 0.625, -0.019),
    ],
)
def test_ceiling_gain_gives_the_figures_of_the_paper(
    base: float, tuned: float, gain: float
) -> None:
    assert ceiling_gain(tuned, base) == pytest.approx(gain, abs=0.0006)


def test_ceiling_gain_is_undefined_at_a_perfect_base_and_without_a_figure() -> None:
    assert ceiling_gain(1.0, 1.0) is None
    assert ceiling_gain(None, 0.5) is None and ceiling_gain(0.5, None) is None


def test_relative_change_gives_the_figure_of_the_paper() -> None:
    assert relative_change(0.831, 0.554) == pytest.approx(0.5)
    assert relative_change(0.5, 0.0) is None and relative_change(None, 0.5) is None


def test_pearson_by_hand() -> None:
    # Deviations (-1, 0, 1) and (-4/3, -1/3, 5/3): 3 / sqrt(2 * 42/9).
    found = pearson([1, 2, 3], [1, 2, 4])
    assert found is not None
    assert found.coefficient == pytest.approx(3 / (2 * 42 / 9) ** 0.5)
    assert 0 < found.p < 1


def test_spearman_by_hand_and_with_ties() -> None:
    # Rank differences 0, 1, 1, 0: 1 - 6 * 2 / (4 * 15).
    found = spearman([1, 2, 3, 4], [10, 30, 20, 40])
    assert found is not None and found.coefficient == pytest.approx(0.8)
    assert spearman([1, 1, 1, 1], [1, 2, 3, 4]) is None
    assert pearson([1, 2], [1, 2]) is None


def test_spearman_over_the_types_of_the_paper() -> None:
    samples = [1692, 939, 374, 334, 305, 210, 188]
    gains = [43.6, 34.4, 17.6, 20.2, 5.0, -1.8, 5.6]
    found = spearman([float(n) for n in samples], gains)
    assert found is not None and found.coefficient == pytest.approx(0.86, abs=0.005)


def test_wilson_interval_by_hand() -> None:
    # 97 of 100: center (0.97 + 3.8415/200) / 1.038415, half width 1.96 * 0.02576 / 1.038415.
    assert wilson_interval(97, 100) == pytest.approx((0.9155, 0.9897), abs=0.0005)
    assert wilson_interval(0, 0) is None
    low, high = wilson_interval(0, 10) or (1.0, 1.0)
    assert low == pytest.approx(0.0) and high == pytest.approx(0.2775, abs=0.0005)


def test_kappa_by_hand() -> None:
    # Observed 0.7; expected 0.5 * 0.6 + 0.5 * 0.4.
    first = ["a"] * 5 + ["b"] * 5
    second = ["a"] * 4 + ["b"] + ["a"] * 2 + ["b"] * 3
    assert cohens_kappa(first, second) == pytest.approx((0.7 - 0.5) / 0.5)
    assert cohens_kappa(["a", "a"], ["a", "a"]) is None
    assert cohens_kappa([], []) is None


def test_the_split_is_that_of_the_paper_or_its_proportion() -> None:
    names = [f"{number:04}" for number in range(1, 261)]
    split = split_patients(names[::-1])
    assert len(split.development) == 200 and len(split.test) == 50
    assert "0200" in split.development and "0201" in split.test
    assert not split.development & split.test and "0251" not in split.development | split.test
    small = split_patients(["d", "b", "c", "a", "e", "a"])
    assert (small.development, small.test) == (frozenset("abcd"), frozenset("e"))
    assert "proportion" in small.told


def row(label: GoldLabel | None, grade: str | None) -> ScoredRow:
    decision = Decision.model_validate(
        {"status": "graded" if grade else "abstained", "grade": grade}
    )
    return ScoredRow(gold=GoldRow(start=0, end=4, text="text", label=label), decision=decision)


def document(name: str, patient: str, *rows: ScoredRow) -> ScoredDocument:
    return ScoredDocument(record=name, patient=patient, id=f"{name}/clean", rows=rows)


def test_reports_and_patients_are_counted_as_wholes() -> None:
    documents = [
        document("1", "a", row("E4", "E4"), row("E1", "E1")),
        document("2", "a", row("E4", "E1")),
        document("3", "b", row("E1", "E3")),
        document("4", "c", row("E1", None)),
    ]
    counts = count_reports(documents)
    assert counts == Counts(true_positive=1, false_negative=1, false_positive=1, true_negative=1)
    assert patient_scores(documents, count_flags) == {"a": pytest.approx(2 / 3)}


def test_injections_are_counted_apart_from_other_errors() -> None:
    rows = (
        row("E4", "E4"),  # planted and found
        row("E3", None),  # planted, without a verdict
        row("E4", "E3"),  # wrong before
        row("E3", "E1"),  # wrong before, missed
        row("E1", "E4"),
        row("E2", "E1"),
        row(None, "E4"),  # nobody graded it
    )
    result = InjectedResult(
        arm="curaview",
        injections=2,
        document=document("1", "a", *rows),
        planted=(True, True, False, False, False, False, False),
        seconds=0.0,
    )
    counted = count_injected(result)
    assert counted == InjectionCounts(
        planted=2, found=1, others=1, false=1, right=1, missed_others=1, no_output=1
    )
    assert counted.detections == 3
    assert accuracy(counted.cells) == pytest.approx(2 / 4)
    assert counted + counted == InjectionCounts(4, 2, 2, 2, 2, 2, 2)


def outcome(confidence: float, agreed: bool, graded: bool = True) -> RowOutcome:
    return RowOutcome(patient="a", graded=graded, confidence=confidence, agreed=agreed)


def test_the_least_sure_are_left_first_and_equals_count_by_their_mean() -> None:
    rows = [outcome(0.9, True), outcome(0.8, True), outcome(0.5, False), outcome(0.5, True)]
    assert risk_after_rejection(rows, 0.0) == pytest.approx(1 / 4)
    assert risk_after_rejection(rows, 0.25) == pytest.approx((0.5 * 1) / 3)
    assert risk_after_rejection(rows, 0.5) == pytest.approx(0.0)
    assert risk_after_rejection([outcome(0.5, True, graded=False)], 0.0) is None
    assert risk_after_rejection(rows, 0.25) == risk_after_rejection(rows[::-1], 0.25)


def test_a_paired_difference_of_equals_is_nothing() -> None:
    counts = {"a": Counts(true_positive=1, false_negative=1), "b": Counts(true_positive=3)}
    assert bootstrap.paired_interval(counts, counts, bootstrap.f1) == (0.0, 0.0)
    worse = {"a": Counts(false_negative=2), "b": Counts(false_negative=3)}
    found = bootstrap.paired_interval(counts, worse, bootstrap.f1)
    assert found is not None and found[0] > 0
    assert bootstrap.paired_interval({"a": Counts()}, {"a": Counts()}, bootstrap.f1) is None
