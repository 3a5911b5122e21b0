"""Several answers about one sentence: the majority, ties, and answers that are none."""

from agents.votes import Ballot, elected
from clinical.labels import Grade
from graph_state.findings import HallucinationDetectionResult

FAILED = HallucinationDetectionResult(reasoning="?", status="failed", reason="no JSON")
OPEN = HallucinationDetectionResult(reasoning="", status="abstained", reason="unsure")


def graded(grade: Grade, reasoning: str = "") -> HallucinationDetectionResult:
    return HallucinationDetectionResult(
        reasoning=reasoning,
        status="graded",
        evidence_grade=grade,
        hallucination_status=grade in ("E3", "E4"),
        confidence=0.9,
    )


def vote(*results: HallucinationDetectionResult) -> HallucinationDetectionResult:
    return elected([Ballot(f"model {n}", result) for n, result in enumerate(results)])


def test_one_answer_is_taken_as_it_is() -> None:
    assert vote(FAILED) is FAILED


def test_the_majority_decides_and_its_share_bounds_the_confidence() -> None:
    result = vote(graded("E1"), graded("E4", "first"), graded("E4", "second"))
    assert (result.evidence_grade, result.reasoning) == ("E4", "first")
    assert result.confidence == 2 / 3
    assert [opinion.grade for opinion in result.opinions] == ["E1", "E4", "E4"]


def test_a_tie_decides_nothing() -> None:
    result = vote(graded("E1"), graded("E4"))
    assert result.status == "abstained" and result.evidence_grade is None
    assert result.reason == "no majority: E1 1, E4 1" and len(result.opinions) == 2


def test_an_answer_that_is_no_verdict_has_no_vote_but_lowers_the_confidence() -> None:
    result = vote(FAILED, graded("E2"))
    assert result.evidence_grade == "E2" and result.confidence == 0.5
    assert vote(FAILED, FAILED) is FAILED


def test_doubt_may_win() -> None:
    assert vote(OPEN, OPEN, graded("E1")).status == "abstained"


def test_an_awaited_answer_keeps_the_sentence_open() -> None:
    waiting = elected([Ballot("a", graded("E1")), Ballot("b", OPEN, pending=True)])
    assert waiting is OPEN
