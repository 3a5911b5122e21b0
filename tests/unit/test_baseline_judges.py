"""The flag-everything baseline: it flags every claim and still obeys the validator."""

from agents.judging import SentenceToJudge, is_deterministic
from agents.validator import (
    contradiction_objection,
    evidence_objection,
    grade_objection,
    schema_objection,
)
from clinical.facts import Anchors, Concept, Fact
from clinical.sources import in_note
from evaluation.judges import FLAG_EVERYTHING, FlagEverything, with_baselines
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from graph_state.state import SentenceState
from kg.evidence import Evidence, evidence_id

TEXT = "Furosemide was given."
SENTENCE = SentenceToJudge(index=3, start=100, end=100 + len(TEXT), text=TEXT)
CLAIM = Fact(
    kind="medication",
    concept=Concept(id="drug:furosemide", name="furosemide"),
    text="Furosemide",
    source=in_note("summary", 0, 10),
)
PLACE = in_note("501-DS-1", 7, 27)
ITEM = Evidence(id=evidence_id(PLACE), kind="text", source=PLACE, quote="Furosemide 40 mg IV.")


async def judged(claims: list[Fact], evidence: list[Evidence]) -> HallucinationDetectionResult:
    return await FlagEverything()(SENTENCE, claims, evidence, Context())


def state() -> SentenceState:
    return SentenceState(
        graph_id="501@601",
        graph_version="1",
        anchors=Anchors(),
        index=3,
        start=SENTENCE.start,
        end=SENTENCE.end,
        text=TEXT,
        heading="",
        before="",
        search="",
        findings=[],
    )


async def test_a_claim_with_evidence_is_contradicted() -> None:
    result = await judged([CLAIM], [ITEM])
    assert (result.status, result.evidence_grade) == ("graded", "E4")
    assert result.claims[0].evidence[0].id == ITEM.id
    assert schema_objection(result, state()) is None
    assert grade_objection(result) is None
    assert evidence_objection(result, [ITEM]) is None
    assert contradiction_objection(result, [ITEM]) is None


async def test_a_claim_without_evidence_is_unsupported() -> None:
    result = await judged([CLAIM], [])
    assert (result.status, result.evidence_grade) == ("graded", "E3")
    assert schema_objection(result, state()) is None
    assert grade_objection(result) is None


async def test_a_sentence_without_a_claim_is_left_alone() -> None:
    result = await judged([], [ITEM])
    assert (result.status, result.evidence_grade) == ("not_checkable", None)
    assert schema_objection(result, state()) is None


async def test_what_cannot_be_checked_is_left_alone_whatever_its_words() -> None:
    text = "It was a pleasure taking care of you."
    words = CLAIM.model_copy(
        update={"kind": "event", "concept": Concept(id="text:pleasure", name="pleasure")}
    )
    courtesy = SentenceToJudge(index=0, start=0, end=len(text), text=text)
    result = await FlagEverything()(courtesy, [words], [ITEM], Context())
    assert result.status == "not_checkable"


def test_baselines_join_the_judges_without_touching_them() -> None:
    judges = {"other": FlagEverything()}
    joined = with_baselines(judges)
    assert set(joined) == {"other", FLAG_EVERYTHING}
    assert set(judges) == {"other"}
    assert is_deterministic(joined[FLAG_EVERYTHING])
