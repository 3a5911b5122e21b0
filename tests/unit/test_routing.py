"""Who comes next is decided by the state alone."""

from typing import Literal

import pytest
from langgraph.runtime import Runtime
from langgraph.types import Send

from agents.routing import after_retriever, after_validator, each_sentence
from clinical.facts import Anchors
from graph_state.context import Context
from graph_state.findings import Objection
from graph_state.state import CheckState, SentenceInput, SentenceState

Rule = Literal["R1", "R2", "R3", "R4", "evidence_ids", "quotes", "schema"]
SENTENCE = SentenceInput(
    graph_id="p1",
    graph_version="v",
    anchors=Anchors(),
    index=0,
    start=0,
    end=5,
    text="Well.",
    heading="",
    before="",
)


def state(rule: Rule | None, attempts: int, deterministic: bool, news: bool) -> SentenceState:
    return SentenceState(
        graph_id="p1",
        graph_version="v",
        anchors=Anchors(),
        index=0,
        start=0,
        end=5,
        text="Well.",
        heading="",
        before="",
        findings=[],
        objection=None if rule is None else Objection(rule=rule, message="no"),
        attempts=attempts,
        deterministic=deterministic,
        news=news,
    )


@pytest.mark.parametrize(
    ("rule", "attempts", "deterministic", "target"),
    [
        (None, 1, True, "recorder"),
        ("R1", 1, False, "judge"),
        ("schema", 3, False, "judge"),
        ("R1", 4, False, "recorder"),
        ("R1", 1, True, "retriever"),
        ("R3", 1, False, "retriever"),
        ("quotes", 2, False, "retriever"),
        ("evidence_ids", 4, False, "recorder"),
    ],
)
async def test_after_the_validator(
    rule: Rule | None, attempts: int, deterministic: bool, target: str
) -> None:
    given = state(rule, attempts, deterministic, news=True)
    assert await after_validator(given, Runtime(context=Context())) == target


async def test_the_cap_is_a_setting() -> None:
    none = Runtime(context=Context(max_redetections=0))
    assert await after_validator(state("R1", 1, False, True), none) == "recorder"


@pytest.mark.parametrize(
    ("rule", "deterministic", "news", "target"),
    [
        (None, True, False, "judge"),
        ("R3", True, True, "judge"),
        ("R3", False, False, "judge"),
        ("R3", True, False, "recorder"),
    ],
)
async def test_after_the_retriever(
    rule: Rule | None, deterministic: bool, news: bool, target: str
) -> None:
    assert await after_retriever(state(rule, 1, deterministic, news)) == target


async def test_sentences_are_sent_one_by_one_and_none_goes_on() -> None:
    empty = CheckState(patient_id="p1", sentences=[], findings=[])  # type: ignore[typeddict-item]
    assert await each_sentence(empty) == "reviewer"
    one = CheckState(patient_id="p1", sentences=[SENTENCE], findings=[])  # type: ignore[typeddict-item]
    assert await each_sentence(one) == [Send("sentence", SENTENCE)]
