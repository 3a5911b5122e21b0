"""Findings against labels, counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.labels import ErrorType, Grade, Status
from graph_state.findings import ClaimVerdict, Finding, HallucinationDetectionResult
from graph_state.scoring import (
    Counts,
    Decision,
    GoldLabel,
    GoldRow,
    ScoredRow,
    align,
    align_claims,
    count_e4,
    count_flags,
    count_type,
    decide,
)

SUMMARY = "Pneumonia was treated with ceftriaxone. He went home on day 4."
FIRST, SECOND = (0, 39), (40, 62)


def finding(
    span: tuple[int, int],
    grade: Grade | None,
    status: Status = "graded",
    types: tuple[ErrorType, ...] = (),
    claims: tuple[ClaimVerdict, ...] = (),
) -> Finding:
    result = HallucinationDetectionResult(
        reasoning="compared",
        status=status,
        evidence_grade=grade,
        hallucination_types=types,
        claims=claims,
    )
    return Finding(
        index=0,
        start=span[0],
        end=span[1],
        text=SUMMARY[slice(*span)],
        status=status,
        result=None if status == "failed" else result,
    )


def gold(
    span: tuple[int, int], label: GoldLabel | None, types: tuple[ErrorType, ...] = ()
) -> GoldRow:
    return GoldRow(start=span[0], end=span[1], text=SUMMARY[slice(*span)], label=label, types=types)


def scored(
    label: GoldLabel | None,
    grade: Grade | None,
    gold_types: tuple[ErrorType, ...] = (),
    types: tuple[ErrorType, ...] = (),
    status: Status = "graded",
) -> ScoredRow:
    return ScoredRow(
        gold=gold(FIRST, label, gold_types),
        decision=Decision(status=status, grade=grade, types=types),
    )


def test_worst_grade_over_a_row_wins_and_types_add_up() -> None:
    whole = gold((0, 62), "E4")
    findings = [
        finding(FIRST, "E3", types=("invented_fact",)),
        finding(SECOND, "E4", types=("time_error",)),
    ]
    [row] = align(findings, [whole])
    assert row.decision == Decision(
        status="graded", grade="E4", types=("time_error", "invented_fact")
    )


def test_one_finding_over_two_rows_decides_both() -> None:
    rows = align([finding((0, 62), "E3")], [gold(FIRST, "E1"), gold(SECOND, "E1")])
    assert [row.decision.grade for row in rows] == ["E3", "E3"]


def test_a_shared_space_or_full_stop_is_no_overlap() -> None:
    rows = align(
        [finding((0, 37), "E1"), finding((38, 62), "E4")], [gold(FIRST, "E1"), gold(SECOND, "E4")]
    )
    assert [row.decision.grade for row in rows] == ["E1", "E4"]


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ([("graded", "E1"), ("abstained", None)], Decision(status="abstained")),
        ([("graded", "E3"), ("failed", None)], Decision(status="graded", grade="E3")),
        ([("abstained", None), ("failed", None)], Decision(status="failed")),
        ([("graded", "E2"), ("not_checkable", None)], Decision(status="graded", grade="E2")),
        ([("not_checkable", None)], Decision(status="not_checkable")),
        ([], Decision(status=None)),
    ],
)
def test_statuses_join(statuses: list[tuple[Status, Grade | None]], expected: Decision) -> None:
    assert decide([finding(FIRST, grade, status) for status, grade in statuses]) == expected


def test_what_has_no_grade_is_not_flagged_and_is_missed_when_wrong() -> None:
    rows = [
        scored("E4", None, status="abstained"),
        scored("E4", None, status="failed"),
        scored("E3", None, status="not_checkable"),
    ]
    assert count_flags(rows) == Counts(false_negative=3)
    assert count_e4(rows) == Counts(false_negative=2, true_negative=1)


def test_e4_counts_contradictions_alone() -> None:
    rows = [
        scored("E4", "E4"),
        scored("E4", "E3"),
        scored("E3", "E4"),
        scored("E1", "E4"),
        scored("supported", "E1"),
        scored("not_supported", "E4"),
        scored(None, "E4"),
    ]
    assert count_e4(rows) == Counts(
        true_positive=1, false_negative=1, false_positive=2, true_negative=1
    )


def test_flags_count_e3_and_e4_alike_and_leave_ungraded_rows() -> None:
    rows = [
        scored("E4", "E3"),
        scored("not_supported", "E4"),
        scored("not_supported", "E2"),
        scored("E2", "E3"),
        scored("supported", "E2"),
        scored(None, "E4"),
    ]
    assert count_flags(rows) == Counts(
        true_positive=2, false_negative=1, false_positive=1, true_negative=1
    )


def test_types_count_whatever_the_grade_and_leave_wrong_rows_without_a_type() -> None:
    rows = [
        scored("E4", "E3", ("time_error",), ("time_error",)),
        scored("E4", "E1", ("time_error",)),
        scored("E3", "E4", ("invented_fact",), ("time_error",)),
        scored("E1", "E4", (), ("time_error",)),
        scored("E4", "E4", (), ("time_error",)),
        scored("E1", "E1"),
    ]
    assert count_type(rows, "time_error") == Counts(
        true_positive=1, false_negative=1, false_positive=2, true_negative=1
    )


def test_ratios_by_hand() -> None:
    counts = Counts(true_positive=6, false_positive=2, false_negative=4, true_negative=8)
    assert counts.precision == 0.75
    assert counts.recall == 0.6
    assert counts.f1 == pytest.approx(2 / 3)
    assert counts.specificity == 0.8
    assert counts.balanced_accuracy == pytest.approx(0.7)
    assert counts + counts == Counts(
        true_positive=12, false_positive=4, false_negative=8, true_negative=16
    )


def test_ratios_without_a_denominator_are_none() -> None:
    none = Counts(true_negative=5)
    assert (none.precision, none.recall, none.f1, none.balanced_accuracy) == (None,) * 4
    assert Counts(false_negative=3).f1 == 0.0


def test_parts_are_decided_by_the_claims_inside_them() -> None:
    claims = (
        ClaimVerdict(
            text="Pneumonia", start=0, end=9, kind="diagnosis", status="graded", grade="E1"
        ),
        ClaimVerdict(
            text="ceftriaxone", start=27, end=38, kind="medication", status="graded", grade="E4"
        ),
    )
    parts = [gold((0, 21), "supported"), gold((22, 39), "not_supported")]
    rows = align_claims([finding(FIRST, "E4", claims=claims)], parts)
    assert [row.decision.grade for row in rows] == ["E1", "E4"]


def test_parts_without_a_claim_take_their_sentence() -> None:
    [row] = align_claims([finding(FIRST, "E3")], [gold((0, 21), "supported")])
    assert row.decision.grade == "E3"


GRADED = st.sampled_from(["E1", "E2", "E3", "E4"])
SPANS = st.tuples(st.integers(0, 61), st.integers(1, 62)).filter(lambda span: span[0] < span[1])
FINDINGS = st.lists(st.builds(finding, SPANS, GRADED), max_size=6)


@given(FINDINGS, st.builds(finding, SPANS, GRADED))
def test_one_more_finding_never_makes_a_row_better(findings: list[Finding], extra: Finding) -> None:
    rows = [gold(FIRST, "E1"), gold(SECOND, "E4")]
    for before, after in zip(align(findings, rows), align([*findings, extra], rows), strict=True):
        assert (after.decision.grade or "") >= (before.decision.grade or "")


@given(FINDINGS)
def test_every_row_is_counted_once(findings: list[Finding]) -> None:
    rows = align(findings, [gold(FIRST, "E1"), gold(SECOND, "E4"), gold((0, 62), None)])
    for counts in (count_e4(rows), count_flags(rows), count_type(rows, "time_error")):
        assert sum(counts.model_dump().values()) <= 2
    assert sum(count_flags(rows).model_dump().values()) == 2
