"""The model judge: what it is asked, what costs no call, and how answers become verdicts."""

import asyncio
import json

import pytest
from pydantic import Field

from agents.judging import SentenceToJudge
from agents.llm_judge import LLMJudge
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.scripted import ScriptedModel
from clinical.claims import read_claims
from clinical.facts import Anchors
from clinical.sources import in_note
from graph_state.context import Context
from graph_state.findings import Objection
from kg.evidence import Evidence, evidence_id
from prompts import load

TEXTS = ("Sodium was 131.", "Potassium was 4.2.", "Chloride was 98.")
NOTE = "Sodium 131. Potassium 4.2. Chloride 98."


def item(start: int, end: int) -> Evidence:
    source = in_note("n1", start, end)
    return Evidence(id=evidence_id(source), kind="text", source=source, quote=NOTE[start:end])


ITEMS = [item(0, 11), item(12, 26), item(27, 39)]


class Listening(ScriptedModel):
    """Answers by words, and keeps what it was asked."""

    heard: list[str] = Field(default_factory=list)

    def _scripted(self, prompt: str) -> str | None:
        self.heard.append(prompt)
        return None


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Listening:
    listening = Listening()
    monkeypatch.setattr("agents.models.open_model", lambda *_: listening)
    return listening


@pytest.fixture
def judge(model: Listening) -> LLMJudge:
    return LLMJudge(load("judge"), Models(ModelSettings(models={"": "scripted"})))


def sentence(index: int, text: str, start: int = 100, **fields: object) -> SentenceToJudge:
    known = {"index": index, "start": start, "end": start + len(text), "text": text}
    return SentenceToJudge.model_validate(known | {"graph_id": "p", "graph_version": "v"} | fields)


async def test_a_verdict_has_places_and_kept_ids(judge: LLMJudge) -> None:
    text = TEXTS[0]
    result = await judge(sentence(0, text), read_claims(text, "", "", Anchors()), ITEMS, Context())
    (claim,) = result.claims
    assert (claim.start, claim.end, claim.text) == (100, 115, text)
    assert claim.kind == "lab" and claim.evidence[0].id == ITEMS[0].id
    assert ITEMS[0].id in result.reasoning and "S1" not in result.reasoning


async def test_the_record_comes_first_and_the_sentence_last(
    judge: LLMJudge, model: Listening
) -> None:
    text = TEXTS[0]
    await judge(sentence(0, text), read_claims(text, "", "", Anchors()), ITEMS, Context())
    (prompt,) = model.heard
    assert prompt.index("Work in four stages") < prompt.index("Potassium 4.2")
    assert prompt.index("Chloride 98") < prompt.index(text)
    assert "refused" not in prompt


async def test_an_objection_is_told_with_the_ids_that_the_model_knows(
    judge: LLMJudge, model: Listening
) -> None:
    text = TEXTS[0]
    objection = Objection(rule="quotes", message=f"'130' does not stand in {ITEMS[0].id}")
    refused = sentence(0, text, objection=objection, refused=1)
    await judge(refused, read_claims(text, "", "", Anchors()), ITEMS, Context())
    told = model.heard[0].rpartition("Your last verdict was refused:\n")[2].split("\n")[0]
    said = "'130' does not stand in S1"
    assert json.loads(told) == {"refused": 1, "rule": "quotes", "objection": said}


async def test_courtesy_and_missing_evidence_cost_no_call(
    judge: LLMJudge, model: Listening
) -> None:
    thanks = "It was a pleasure to take part in your care."
    courtesy = await judge(sentence(0, thanks), [], ITEMS, Context())
    assert courtesy.status == "not_checkable"
    alone = await judge(
        sentence(1, TEXTS[0]), read_claims(TEXTS[0], "", "", Anchors()), [], Context()
    )
    assert (alone.status, alone.reason) == ("abstained", "no evidence retrieved")
    assert not model.heard


async def test_several_sentences_share_one_call(judge: LLMJudge, model: Listening) -> None:
    context = Context(sentences_per_call=3)
    results = await asyncio.gather(
        *(
            judge(sentence(n, text), read_claims(text, "", "", Anchors()), [ITEMS[n]], context)
            for n, text in enumerate(TEXTS)
        )
    )
    assert len(model.heard) == 1
    assert [result.claims[0].text for result in results] == list(TEXTS)
    assert [result.claims[0].evidence[0].id for result in results] == [one.id for one in ITEMS]


async def test_each_vote_is_a_call_of_its_own(judge: LLMJudge, model: Listening) -> None:
    text = TEXTS[0]
    context = Context(votes=3, temperature=0.7)
    result = await judge(sentence(0, text), read_claims(text, "", "", Anchors()), ITEMS, context)
    assert len(model.heard) == 3 and len(result.opinions) == 3
    assert result.evidence_grade == "E1"


async def test_evidence_stops_at_its_bound_with_the_best_kept(
    judge: LLMJudge, model: Listening
) -> None:
    text = TEXTS[0]
    long = NOTE * 40
    source = in_note("n2", 0, len(long))
    big = Evidence(id=evidence_id(source), kind="list", source=source, quote=long)
    context = Context(evidence_characters=500)
    known = read_claims(text, "", "", Anchors())
    await judge(sentence(0, text), known, [ITEMS[0], big, ITEMS[1]], context)
    shown = [line for line in model.heard[0].split("\n") if line.startswith('{"id": ')]
    assert [json.loads(line)["quote"] for line in shown] == ["Sodium 131.", "Potassium 4.2."]
