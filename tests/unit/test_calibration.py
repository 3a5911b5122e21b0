"""Calibration on patients left out, reliability bins and the curve of risk over coverage."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.confidence import CalibrationTable, Outcome
from clinical.labels import Grade
from evaluation.calibration import STRENGTHS, calibrate, fit, fold_of, held_out
from evaluation.calibration_table import calibration_json, risk_at
from evaluation.outcomes import ClaimOutcome, RowOutcome, claim_outcomes, row_outcome
from evaluation.reliability import reliability
from evaluation.risk_coverage import POINTS, risk_coverage
from graph_state.findings import ClaimVerdict, Finding, HallucinationDetectionResult
from graph_state.scoring import GoldLabel, GoldRow
from kg.errors import BadInputError


def claim(
    patient: str, rule: str, agreed: bool, outcome: Outcome = "E4", confidence: float = 0.5
) -> ClaimOutcome:
    return ClaimOutcome(
        patient=patient,
        row="r",
        rule=rule,
        outcome=outcome,
        confidence=confidence,
        agreed=agreed,
    )


def many(patients: int = 20, each: int = 30) -> list[ClaimOutcome]:
    """Two rules of one outcome, one right nine times in ten, the other three times."""
    chance = Random(4)
    return [
        claim(f"p{patient}", rule, chance.random() < share)
        for patient in range(patients)
        for rule, share in (("good", 0.9), ("poor", 0.3))
        for _ in range(each // 2)
    ]


def test_calibration_makes_confidence_mean_what_it_says() -> None:
    found = calibrate(many(), ["made_up"], "command")
    assert found.as_stated.ece is not None and found.cross_validated.ece is not None
    assert found.cross_validated.ece < 0.05 < found.as_stated.ece
    assert found.table.share("good", "E4") == pytest.approx(0.9, abs=0.05)
    assert found.table.share("poor", "E4") == pytest.approx(0.3, abs=0.05)


def test_a_patient_is_never_predicted_from_its_own_claims() -> None:
    apart = [
        claim(f"p{n}", f"rule of p{n}", agreed=n % 2 == 0) for n in range(10) for _ in range(9)
    ]
    pairs = held_out(apart, 5, {"E4": 1.0})
    assert len(pairs) == len(apart)
    assert {0.4 < stated < 0.6 for stated, _ in pairs} == {True}


def test_folds_hold_whole_patients_of_like_number() -> None:
    fold = fold_of(many(), 5)
    sizes = [list(fold.values()).count(number) for number in range(5)]
    assert sizes == [4] * 5


def test_the_order_of_claims_does_not_matter() -> None:
    claims = many(6)
    other = calibrate(claims[::-1], ["x"], "c")
    assert calibrate(claims, ["x"], "c").table == other.table


def test_noise_asks_for_a_strong_prior_and_real_differences_for_a_weak_one() -> None:
    chance = Random(1)
    noise = [
        claim(f"p{p}", f"rule{chance.randrange(40)}", chance.random() < 0.7)
        for p in range(20)
        for _ in range(6)
    ]
    clear = [claim(f"p{p}", rule, rule == "right") for p in range(20) for rule in ("right", "not")]
    assert calibrate(noise, [], "").table.strengths["E4"] == max(STRENGTHS)
    assert calibrate(clear, [], "").table.strengths["E4"] == min(STRENGTHS)


def test_abstentions_are_counted_and_leave_the_figures() -> None:
    claims = [*many(4), claim("p1", "open", True, "abstained")]
    found = calibrate(claims, [], "")
    assert found.table.rules["open"]["abstained"].count == 1
    assert found.as_stated.count == found.cross_validated.count == len(claims) - 1


def test_one_patient_cannot_be_held_out() -> None:
    with pytest.raises(BadInputError, match="1 patient is too few"):
        calibrate([claim("p", "r", True)], [], "")


def test_the_file_is_read_back_as_it_was() -> None:
    table = fit(many(3), {"E4": 2.0}, ["a"], "c")
    text = calibration_json(table)
    assert CalibrationTable.model_validate_json(text) == table
    assert list(json.loads(text)) == sorted(json.loads(text))


def test_reliability_by_hand() -> None:
    found = reliability([(0.9, True), (0.9, False), (0.1, False), (1.0, True)])
    assert found.brier == pytest.approx((0.01 + 0.81 + 0.01 + 0.0) / 4)
    assert [(b.low, b.count, b.right) for b in found.bins] == [(0.1, 1, 0.0), (0.9, 3, 2 / 3)]
    assert found.ece == pytest.approx((0.1 + 3 * (2.8 / 3 - 2 / 3)) / 4)
    assert reliability([]).brier is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_reliability_holds_every_pair_once(pairs: list[tuple[float, bool]]) -> None:
    found = reliability(pairs)
    assert sum(b.count for b in found.bins) == len(pairs)
    assert found.brier is not None and 0 <= found.brier <= 1
    assert found.ece is not None and 0 <= found.ece <= 1


def row(confidence: float, agreed: bool, graded: bool = True) -> RowOutcome:
    return RowOutcome(patient="p", graded=graded, confidence=confidence, agreed=agreed)


def test_risk_over_coverage_by_hand() -> None:
    rows = [row(0.5, False), row(0.9, True), row(0.9, True), row(0.7, False), row(0, True, False)]
    curve = risk_coverage(rows)
    assert [(p.confidence, p.coverage, p.risk) for p in curve.points] == [
        (0.9, 0.4, 0.0),
        (0.7, 0.6, 1 / 3),
        (0.5, 0.8, 0.5),
    ]
    assert curve.area == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)
    assert risk_at(curve, 0.6) == 1 / 3
    assert risk_at(curve, 0.9) is None


@given(st.lists(st.builds(row, st.floats(0, 1), st.booleans(), st.booleans())))
def test_the_curve_only_grows_and_ends_with_everything_graded(rows: list[RowOutcome]) -> None:
    curve = risk_coverage(rows)
    covered = [p.coverage for p in curve.points]
    graded = [r for r in rows if r.graded]
    assert covered == sorted(covered) and len(covered) <= POINTS
    assert bool(covered) == bool(graded)
    if covered:
        assert covered[-1] == len(graded) / len(rows)
        assert curve.points[-1].risk == pytest.approx(
            sum(not r.agreed for r in graded) / len(graded)
        )
    assert curve == risk_coverage(rows[::-1])


def finding(*ends: tuple[str, Grade | None]) -> Finding:
    """One finding whose claims ended so, by rules of these names."""
    claims = tuple(
        ClaimVerdict(
            text="x",
            start=0,
            end=1,
            kind="lab",
            status="graded" if grade else "abstained",
            grade=grade,
            rule=rule,
        )
        for rule, grade in ends
    )
    wrong = any(grade in ("E3", "E4") for _, grade in ends)
    open_ = not wrong and any(grade is None for _, grade in ends)
    result = HallucinationDetectionResult(
        reasoning="",
        status="abstained" if open_ else "graded",
        evidence_grade=None if open_ else "E4" if wrong else "E1",
        hallucination_status=None if open_ else wrong,
        confidence=0.8,
        claims=claims,
    )
    return Finding(index=0, start=0, end=1, text="x", status=result.status, result=result)


def gold(label: GoldLabel) -> GoldRow:
    return GoldRow(start=0, end=1, text="x", label=label)


@pytest.mark.parametrize(
    ("label", "ends", "agreed"),
    [
        ("E1", [("a", "E1"), ("b", "E2")], {"a": True, "b": True}),
        ("E4", [("a", "E1"), ("b", "E2")], {"a": False, "b": False}),
        ("E4", [("a", "E1"), ("b", "E4")], {"b": True}),
        ("E2", [("a", "E1"), ("b", "E4")], {"a": True, "b": False}),
        ("not_supported", [("a", "E3"), ("b", None)], {"a": True, "b": True}),
        ("supported", [("a", "E1"), ("b", None)], {"a": True, "b": False}),
    ],
)
def test_a_claim_agrees_with_the_side_of_its_label(
    label: GoldLabel, ends: list[tuple[str, Grade | None]], agreed: dict[str, bool]
) -> None:
    found = claim_outcomes("p", "place", gold(label), [finding(*ends)])
    assert {outcome.rule: outcome.agreed for outcome in found} == agreed


def test_a_row_is_graded_unless_something_stayed_open_and_nothing_was_flagged() -> None:
    open_ = row_outcome("p", gold("E1"), [finding(("a", "E1")), finding(("b", None))])
    flagged = row_outcome("p", gold("E4"), [finding(("a", "E4")), finding(("b", None))])
    assert (open_.graded, flagged.graded, flagged.agreed) == (False, True, True)
    assert flagged.confidence == 0.8
    assert not row_outcome("p", gold("E1"), []).graded
