"""Operating points: which flags are taken back, which are added, and that they are nested."""

from itertools import product

import pytest

from agents.calibrated import with_calibrated_confidence
from agents.confidence import CalibrationTable, Tally, calibrated, shipped_table, suspicion
from agents.operating_point import (
    EVEN,
    FLAG_FLOOR,
    SUSPICION_FLOOR,
    at_operating_point,
)
from agents.proof import WHOLLY_MATCHED
from agents.validator import contradiction_objection, grade_objection, schema_objection
from clinical.facts import Anchors
from clinical.labels import ErrorType, Grade, worst
from clinical.sources import in_note
from graph_state.context import Context
from graph_state.findings import Citation, ClaimVerdict, HallucinationDetectionResult
from graph_state.state import SentenceState
from kg.evidence import Evidence, evidence_id

TEXT = "Aspirin was stopped and sodium was 120."
SOURCE = in_note("n1", 0, 7)
CITED = Evidence(id=evidence_id(SOURCE), kind="text", source=SOURCE, quote="Aspirin")
PRECISION = Context(operating_point="precision")
BALANCED = Context()
AS_JUDGED = Context(operating_point="as_judged")
RECALL = Context(operating_point="recall")

OFTEN_WRONG = next(
    name
    for name, tallies in shipped_table().rules.items()
    if "abstained" in tallies and suspicion(name) >= SUSPICION_FLOOR
)
SURE, DOUBTFUL = 0.95, FLAG_FLOOR - 0.1


def claim(
    grade: Grade | None, confidence: float = SURE, rule: str = "unheard_of", start: int = 0
) -> ClaimVerdict:
    types: tuple[ErrorType, ...] = ("medication_error",) if grade in ("E3", "E4") else ()
    return ClaimVerdict(
        text=TEXT[start : start + 7],
        start=start,
        end=start + 7,
        kind="medication",
        status="abstained" if grade is None else "graded",
        grade=grade,
        types=types,
        rule=rule,
        confidence=confidence,
        evidence=(Citation(id=CITED.id, relation="contradicts" if grade == "E4" else "context"),),
        explanation="compared",
    )


def verdict(*claims: ClaimVerdict) -> HallucinationDetectionResult:
    """Draw a verdict as a judge does."""
    grades = [c.grade for c in claims if c.grade is not None]
    wrong = [c for c in claims if c.grade in ("E3", "E4")]
    if not wrong and len(grades) < len(claims):
        return HallucinationDetectionResult(
            reasoning=CITED.id, status="abstained", reason="open", claims=claims
        )
    grade = worst(grades)
    return HallucinationDetectionResult(
        reasoning=CITED.id,
        status="graded",
        hallucination_status=bool(wrong),
        hallucination_types=("medication_error",) if wrong else (),
        evidence_grade=grade,
        severity="high" if wrong else None,
        confidence=max(c.confidence for c in wrong) if wrong else SURE,
        absence_rationale="searched" if any(c.grade == "E3" for c in wrong) else None,
        suggestion="Aspirin was continued." if grade == "E4" else None,
        claims=claims,
    )


STATE = SentenceState(
    graph_id="g",
    graph_version="1",
    anchors=Anchors(),
    index=0,
    start=0,
    end=len(TEXT),
    text=TEXT,
    heading="",
    before="",
    findings=[],
)
ENDS = [
    claim("E1"),
    claim(None),
    claim(None, rule=OFTEN_WRONG),
    claim("E3", SURE),
    claim("E3", DOUBTFUL),
    claim("E4", SURE),
    claim("E4", DOUBTFUL),
]
PAIRS = [
    (a, b.model_copy(update={"start": 8, "end": 15, "text": TEXT[8:15]}))
    for a, b in product(ENDS, ENDS)
]


def flagged(result: HallucinationDetectionResult) -> set[int]:
    return {c.start for c in result.claims if c.grade in ("E3", "E4")}


@pytest.mark.parametrize("pair", PAIRS)
def test_flags_of_a_stricter_point_are_flags_of_the_next(
    pair: tuple[ClaimVerdict, ClaimVerdict],
) -> None:
    made = verdict(*pair)
    strict, middle, wide = (
        at_operating_point(made, context) for context in (PRECISION, BALANCED, RECALL)
    )
    assert flagged(strict) <= flagged(middle) <= flagged(wide)
    sentence = [bool(r.hallucination_status) for r in (strict, middle, wide)]
    assert sentence == sorted(sentence)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("context", [PRECISION, RECALL])
def test_every_redrawn_verdict_passes_the_validator(
    pair: tuple[ClaimVerdict, ClaimVerdict], context: Context
) -> None:
    result = at_operating_point(verdict(*pair), context)
    assert schema_objection(result, STATE) is None
    assert grade_objection(result) is None
    assert contradiction_objection(result, [CITED]) is None


def test_precision_abstains_from_a_doubtful_flag_and_says_so() -> None:
    result = at_operating_point(verdict(claim("E1"), claim("E3", DOUBTFUL)), PRECISION)
    assert result.status == "abstained"
    assert "not sure enough" in (result.reason or "")
    assert (result.evidence_grade, result.suggestion, result.hallucination_types) == (
        None,
        None,
        (),
    )


def test_precision_keeps_what_is_sure() -> None:
    made = verdict(claim("E4", SURE), claim("E3", DOUBTFUL, start=8))
    result = at_operating_point(made, PRECISION)
    assert (result.status, result.evidence_grade, result.absence_rationale) == (
        "graded",
        "E4",
        None,
    )
    assert result.suggestion == made.suggestion


def test_recall_flags_what_rules_leave_open_and_are_often_right_to_doubt() -> None:
    result = at_operating_point(verdict(claim("E1"), claim(None, rule=OFTEN_WRONG)), RECALL)
    assert (result.status, result.evidence_grade) == ("graded", "E3")
    assert result.absence_rationale
    assert result.hallucination_types == ("medication_error",)
    untouched = verdict(claim("E1"), claim(None))
    assert at_operating_point(untouched, RECALL) == untouched


def test_a_suspicion_without_any_anchor_in_the_record_is_an_invention() -> None:
    alone = claim(None, rule=OFTEN_WRONG).model_copy(update={"evidence": ()})
    assert at_operating_point(verdict(alone), RECALL).hallucination_types == ("invented_fact",)


@pytest.mark.parametrize(("share", "kept"), [(EVEN - 0.1, False), (EVEN + 0.1, True)])
def test_balanced_takes_back_what_a_known_rule_is_mostly_wrong_in(
    share: float, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.operating_point.flag_share", lambda rule, grade: share)
    made = verdict(claim("E1"), claim("E4", rule="same_drug", start=8))
    assert (at_operating_point(made, BALANCED) is made) is kept


def test_balanced_keeps_what_a_model_flags() -> None:
    by_a_model = verdict(claim("E4", EVEN - 0.1))
    assert at_operating_point(by_a_model, BALANCED) is by_a_model


def test_as_judged_is_the_verdict_of_the_judge() -> None:
    made = verdict(claim("E3", 0.1, rule="same_drug"))
    assert at_operating_point(made, AS_JUDGED) is made


def test_confidence_of_known_rules_comes_from_the_table() -> None:
    known = claim("E1", 0.1, rule="same_drug")
    other = claim("E1", 0.42)
    result = with_calibrated_confidence(verdict(known, other))
    assert result.claims[0].confidence == calibrated("same_drug", "E1") > 0.5
    assert result.claims[1].confidence == calibrated(None, "E1") > 0.5
    assert result.confidence == min(one.confidence for one in result.claims)
    assert with_calibrated_confidence(result) == result


def test_few_claims_hardly_move_a_rule_from_the_share_of_its_outcome() -> None:
    table = CalibrationTable(
        command="",
        datasets=(),
        strengths={"E4": 8.0},
        priors={"E4": Tally(agreed=89, count=98)},
        rules={
            "seldom": {"E4": Tally(agreed=0, count=1)},
            "often": {"E4": Tally(agreed=0, count=72)},
        },
    )
    assert table.share("unknown", "E4") == table.share(None, "E4") == 0.9
    assert table.share("seldom", "E4") == pytest.approx(0.8)
    assert table.share("often", "E4") == pytest.approx(0.09)
    assert table.share("unknown", "E1") == 0.5


def test_the_shipped_table_names_its_command_and_sets_and_holds_sane_counts() -> None:
    table = shipped_table()
    assert table.command.startswith("curaview evaluate ")
    assert all(name in table.command for name in table.datasets)
    tallies = [t for rule in table.rules.values() for t in rule.values()]
    assert all(0 <= t.agreed <= t.count for t in (*tallies, *table.priors.values()))
    apart = ("slot_", WHOLLY_MATCHED)
    of_rules = [
        t for name, rule in table.rules.items() if not name.startswith(apart) for t in rule.values()
    ]
    assert sum(t.count for t in of_rules) == sum(t.count for t in table.priors.values())
