"""Three layers between a model's text and a record that can be relied on.

First the schema is bound to the call, so that a server that can constrains what is written. Then
whatever came is read: JSON as it stands, else the JSON inside it, repaired. Last it is validated;
what fails is told to the model on the next attempt.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from json_repair import repair_json
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, ValidationError

from agents.model_settings import StructuredMethod
from prompts import Words

Answer = TypeVar("Answer", bound=BaseModel)

PREFIX = "{"


@dataclass(frozen=True)
class Reading(Generic[Answer]):
    """What the layers made of one text."""

    text: str
    value: Answer | None
    fault: str | None
    """Why there is no value, in words that a model can act on."""

    is_json: bool
    """The text is a JSON object as it stands."""

    valid_as_written: bool
    """It follows the schema without any repair."""


def response_schema(schema: type[BaseModel]) -> dict[str, object]:
    """Return the JSON schema that a model is held to: every field, and no other."""
    strict = _strict(schema.model_json_schema())
    assert isinstance(strict, dict)
    return strict


def _strict(schema: object) -> object:
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    properties = schema.get("properties")
    if not isinstance(properties, dict) or schema.get("type") != "object":
        return {name: _strict(part) for name, part in schema.items() if name != "default"}
    fields = {name: _strict(part) for name, part in properties.items()}
    return {
        **{name: _strict(part) for name, part in schema.items() if name != "properties"},
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def response_format(schema: type[BaseModel]) -> dict[str, object]:
    """Return the schema in the form of OpenAI-compatible servers."""
    return {
        "type": "json_schema",
        "json_schema": {
            "name": schema.__name__,
            "strict": True,
            "schema": response_schema(schema),
        },
    }


def to_messages(
    words: Words, schema: type[BaseModel], method: StructuredMethod
) -> Sequence[BaseMessage]:
    """Write the messages; a model whose server constrains nothing is shown the schema."""
    if method in ("json_schema", "function_calling"):
        return [SystemMessage(words.system), HumanMessage(words.user)]
    shown = json.dumps(response_schema(schema), ensure_ascii=False)
    told = f"{words.system}\n\nAnswer with one JSON object, and nothing else, that follows {shown}"
    messages: list[BaseMessage] = [SystemMessage(told), HumanMessage(words.user)]
    return [*messages, AIMessage(PREFIX)] if method == "prefix" else messages


def text_of(message: BaseMessage) -> str:
    """Return what a model wrote: the arguments of its tool call, else its text."""
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return json.dumps(calls[0]["args"], ensure_ascii=False) if calls else message.text


def read_answer(text: str, schema: type[Answer]) -> Reading[Answer]:
    """Read a model's text into a record, or say what is wrong with it."""
    written = _json_object(text)
    value = None if written is None else _valid(written, schema)
    if isinstance(value, BaseModel):
        return Reading(text, value, None, True, True)
    repaired = written if written is not None else _repaired(text)
    if repaired is None:
        fault = "the answer is empty" if not text.strip() else "the answer holds no JSON object"
        return Reading(text, None, fault, False, False)
    answer = _valid(repaired, schema)
    if isinstance(answer, str):
        return Reading(text, None, answer, written is not None, False)
    return Reading(text, answer, None, written is not None, False)


def _json_object(text: str) -> dict[str, object] | None:
    try:
        found = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _repaired(text: str) -> dict[str, object] | None:
    """Take the JSON object out of the words around it and close what was left open.

    A model that went on from the prefix has not written the first brace again.
    """
    start = text.find("{")
    body = text[start:] if start >= 0 else PREFIX + text
    if start < 0 and ":" not in text:
        return None
    try:
        found = repair_json(body, return_objects=True, ensure_ascii=False)
    except RecursionError:
        return None
    if isinstance(found, list):
        found = next((one for one in found if isinstance(one, dict)), None)
    return found if isinstance(found, dict) and found else None


def _valid(found: dict[str, object], schema: type[Answer]) -> Answer | str:
    try:
        return schema.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the answer"
        return f"{place}: {first['msg']}"
