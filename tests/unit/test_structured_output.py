"""From a model's text to a record: as it stands, extracted, repaired, or refused in words."""

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from pydantic import BaseModel

from agents.judge_answer import JudgeAnswer
from agents.structured_output import (
    read_answer,
    response_format,
    response_schema,
    text_of,
    to_messages,
)
from prompts import Words


class Answer(BaseModel):
    reasoning: str
    grade: Literal["E1", "E4"]
    share: float = 0.5


WHOLE = '{"reasoning": "10 mg, not 5 mg", "grade": "E4", "share": 0.9}'


def test_an_answer_in_form_needs_no_repair() -> None:
    reading = read_answer(WHOLE, Answer)
    assert reading.is_json and reading.valid_as_written and reading.fault is None
    assert reading.value == Answer(reasoning="10 mg, not 5 mg", grade="E4", share=0.9)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"Here is my verdict:\n```json\n{WHOLE}\n```\nAnything else?", id="fenced"),
        pytest.param(f"<think>dose differs</think>\n{WHOLE}", id="thought aloud"),
        pytest.param(WHOLE[:-13], id="cut off"),
        pytest.param(WHOLE.replace('"', "'"), id="single quotes"),
        pytest.param(WHOLE[:-1] + ",}", id="trailing comma"),
        pytest.param(WHOLE[1:], id="gone on from the prefix"),
        pytest.param(f"[{WHOLE}]", id="in a list"),
        pytest.param(WHOLE.replace('"grade"', "grade"), id="bare key"),
    ],
)
def test_json_is_extracted_and_repaired(text: str) -> None:
    reading = read_answer(text, Answer)
    assert reading.value is not None and not reading.valid_as_written
    assert (reading.value.reasoning, reading.value.grade) == ("10 mg, not 5 mg", "E4")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("I cannot say.", "no JSON object"),
        ("{}", "reasoning"),
        ('{"reasoning": "x", "grade": "E9"}', "grade"),
        ('{"reasoning": "x"}', "grade"),
        ("[1, 2]", "no JSON object"),
        ('{"reasoning": {"a": 1}, "grade": "E1"}', "reasoning"),
    ],
)
def test_what_is_wrong_is_said(text: str, fault: str) -> None:
    reading = read_answer(text, Answer)
    assert reading.value is None and fault in (reading.fault or "")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    reading = read_answer(text, JudgeAnswer)
    assert (reading.value is None) == (reading.fault is not None)


@given(st.integers(0, len(WHOLE)), st.integers(0, len(WHOLE)))
def test_any_piece_of_an_answer_is_read_or_refused(start: int, end: int) -> None:
    reading = read_answer(WHOLE[start:end], Answer)
    assert (reading.value is None) == (reading.fault is not None)


def test_deep_nesting_is_refused() -> None:
    assert read_answer("[" * 100_000, Answer).value is None
    assert read_answer('{"a":' * 5_000, Answer).value is None


def objects(schema: object) -> list[dict[str, object]]:
    """Collect every object in a schema."""
    if isinstance(schema, list):
        return [found for part in schema for found in objects(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "object" else []
    return [*own, *(found for part in schema.values() for found in objects(part))]


def test_the_schema_is_strict_and_bounded() -> None:
    schema = response_schema(JudgeAnswer)
    for one in objects(schema):
        properties = one["properties"]
        assert isinstance(properties, dict)
        assert one["additionalProperties"] is False and one["required"] == list(properties)
    text = json.dumps(schema)
    assert text.count('"type": "array"') == text.count('"maxItems"')
    free = text.count('"type": "string"') - text.count('"enum"') - text.count('"const"')
    assert free == text.count('"maxLength"') + text.count('"pattern"')
    names = list(schema["properties"])  # type: ignore[call-overload]
    assert names.index("reasoning") < names.index("claims") < names.index("evidence_grade")


def test_a_longer_answer_than_asked_for_is_read_all_the_same() -> None:
    text = json.dumps(
        {
            "reasoning": "x" * 5_000,
            "hallucination_status": None,
            "evidence_grade": None,
            "confidence": 140,
            "remark": "not asked for",
        }
    )
    value = read_answer(text, JudgeAnswer).value
    assert value is not None and len(value.reasoning) == 5_000 and value.confidence == 100


@pytest.mark.parametrize(("told", "kept"), [(0.9, 90), (90, 90), (-3, 0), (87.6, 88), (1, 1)])
def test_confidence_is_read_as_percent(told: float, kept: int) -> None:
    answer = {"reasoning": "", "hallucination_status": None, "evidence_grade": None}
    value = read_answer(json.dumps(answer | {"confidence": told}), JudgeAnswer).value
    assert value is not None and value.confidence == kept


def test_only_a_model_that_nobody_constrains_is_shown_the_schema() -> None:
    words = Words("Rules.", "Case.")
    bound = to_messages(words, Answer, "json_schema")
    assert [message.text for message in bound] == ["Rules.", "Case."]
    told = to_messages(words, Answer, "prompt")
    assert [type(message) for message in told] == [SystemMessage, HumanMessage]
    assert '"grade"' in told[0].text
    assert to_messages(words, Answer, "prefix")[-1] == AIMessage("{")


def test_the_arguments_of_a_tool_call_are_its_answer() -> None:
    call = {"name": "Answer", "args": {"reasoning": "x", "grade": "E1"}, "id": "1"}
    message = AIMessage("", tool_calls=[call])
    assert json.loads(text_of(message)) == {"reasoning": "x", "grade": "E1"}
    assert response_format(Answer)["type"] == "json_schema"
