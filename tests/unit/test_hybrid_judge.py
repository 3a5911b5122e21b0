"""What the rules prove stands; the rest goes to the model, and disagreement is marked."""

import json

import pytest

from agents.hybrid_judge import HybridJudge, joined
from agents.judging import SentenceToJudge
from agents.llm_judge import LLMJudge
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.proof import is_proven
from agents.scripted import ScriptedModel, ScriptLine
from clinical.claims import read_claims
from clinical.facts import Anchors, Fact
from clinical.labels import Grade
from clinical.sources import in_note
from graph_state.context import Context
from graph_state.findings import Citation, ClaimVerdict, HallucinationDetectionResult, Slot
from kg.evidence import Evidence, evidence_id
from prompts import load

TEXT = "He was treated with cefepime 2 g."
NOTE = "Cefepime 2 g IV q8h."
SENTENCE = SentenceToJudge(
    index=0, start=0, end=len(TEXT), text=TEXT, graph_id="p", last_attempt=True
)
SOURCE = in_note("n1", 0, len(NOTE))
ITEM = Evidence(id=evidence_id(SOURCE), kind="text", source=SOURCE, quote=NOTE)


def by_rules(
    grade: Grade | None, confidence: float = 0.9, cited: bool = True, open_word: str = ""
) -> HallucinationDetectionResult:
    at = TEXT.find(open_word)
    slot = Slot(name="dose", text=open_word, start=at, end=at + 3, state="not_compared")
    claim = ClaimVerdict(
        text=TEXT,
        start=0,
        end=len(TEXT),
        kind="medication",
        status="graded" if grade else "abstained",
        grade=grade,
        evidence=(Citation(id=ITEM.id, relation="supports"),) if cited else (),
        slots=(slot,) if open_word else (),
    )
    return HallucinationDetectionResult(
        reasoning="compared",
        status="graded" if grade else "abstained",
        reason=None if grade else "unclear",
        evidence_grade=grade,
        hallucination_status=grade in ("E3", "E4") if grade else None,
        confidence=confidence,
        claims=(claim,),
    )


class Rules:
    """Gives the verdict that it was told."""

    deterministic = True

    def __init__(self, verdict: HallucinationDetectionResult) -> None:
        self.verdict = verdict

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        return self.verdict


def answer(grade: Grade) -> dict[str, object]:
    cited = {"id": "S1", "relation": "supports", "quote": "Cefepime 2 g"}
    return {
        "reasoning": "S1 says so.",
        "claims": [{"text": "cefepime 2 g", "evidence": [cited], "grade": grade}],
        "hallucination_status": False,
        "evidence_grade": grade,
        "confidence": 80,
    }


async def judged(
    verdict: HallucinationDetectionResult, said: object, monkeypatch: pytest.MonkeyPatch
) -> tuple[HallucinationDetectionResult, Models]:
    text = said if isinstance(said, str) else json.dumps(said)
    model = ScriptedModel(script=(ScriptLine(answers=(text,)),))
    monkeypatch.setattr("agents.models.open_model", lambda *_: model)
    models = Models(ModelSettings(models={"": "scripted"}))
    judge = HybridJudge(Rules(verdict), LLMJudge(load("judge"), models))
    claims = read_claims(TEXT, "", "", Anchors())
    return await judge(SENTENCE, claims, [ITEM], Context(judge="hybrid")), models


@pytest.mark.parametrize(
    ("verdict", "proven"),
    [
        (by_rules("E1"), True),
        (by_rules("E4", confidence=0.98), True),
        (by_rules("E4", confidence=0.9), False),
        (by_rules("E1", open_word="2 g"), False),
        (by_rules("E1", cited=False), False),
        (by_rules("E2"), False),
        (by_rules("E3"), False),
        (by_rules(None), False),
    ],
)
async def test_only_what_is_proven_costs_no_call(
    verdict: HallucinationDetectionResult, proven: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.proof.calibrated", lambda rule, grade: 0.98)
    assert is_proven(verdict, 0.97) is proven
    result, models = await judged(verdict, answer("E1"), monkeypatch)
    assert (models.meter.used.calls, models.meter.used.saved) == ((0, 1) if proven else (1, 0))
    assert (result == verdict) is proven


async def test_a_disagreement_is_marked_with_both_opinions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result, _ = await judged(by_rules("E3"), answer("E1"), monkeypatch)
    assert result.evidence_grade == "E1"
    assert result.reasoning.startswith("The rules and the model disagree. Rules: E3. Model: E1.")
    assert [(one.judge, one.grade) for one in result.opinions] == [("rules", "E3"), ("model", "E1")]


async def test_agreement_is_not_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = await judged(by_rules("E2"), answer("E2"), monkeypatch)
    assert "disagree" not in result.reasoning and len(result.opinions) == 2


async def test_what_the_rules_leave_open_the_model_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result, _ = await judged(by_rules(None), answer("E1"), monkeypatch)
    assert (result.status, result.evidence_grade) == ("graded", "E1")


async def test_without_a_usable_answer_the_verdict_of_the_rules_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result, _ = await judged(by_rules("E3"), "no idea", monkeypatch)
    assert result.evidence_grade == "E3" and "no usable answer" in result.reasoning


def test_a_model_in_doubt_leaves_the_verdict_of_the_rules() -> None:
    doubt = HallucinationDetectionResult(reasoning="", status="abstained", reason="unsure")
    result = joined(by_rules("E3"), doubt)
    assert result.evidence_grade == "E3" and len(result.opinions) == 2
