"""What a trace tells of states and messages: each thing whole once, by its place elsewhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult
from pydantic import BaseModel, JsonValue
from pydantic_core import to_jsonable_python

from clinical.facts import Fact
from exports.trace_lines import PromptUsed, Tokens
from graph_state.findings import Finding, Report
from kg.evidence import Evidence
from kg.instance_index import Surroundings

_EVIDENCE_ID = re.compile(r"\bev_[0-9a-f]{16}\b")

GATHERED = {
    "findings": "index",
    "outcomes": "index",
    "queue": "index",
    "sentences": "index",
    "made": "tool",
}
"""Lists that many nodes add to, and what names an item in the line that adds it."""

TEXT_TOLD_BEFORE = ("summary",)
"""Fields that the first line of a run tells."""

_FACT = {"concept": {"broader", "codes"}}
"""What of a fact is knowledge of the vocabulary, not of the patient."""


_OF_THE_VOCABULARY = {"instances": {"__all__": {"broader", "spans"}}}
"""The same of an instance, with places that its evidence tells."""


class Telling:
    """Turns the states of one run into JSON and remembers what it has told.

    A value that an earlier line gave out is told as `{"from": 17}`, 17 being that line's id, and
    evidence that an earlier line tells whole as `{"id": ..., "score": ...}`.
    """

    def __init__(self) -> None:
        self._given_out: dict[int, tuple[object, int]] = {}
        """By identity: the value itself, which so stays what it is, and the line."""

        self._evidence: set[str] = set()

    def request(self, state: object) -> JsonValue:
        """Tell what a run was asked."""
        if isinstance(state, Mapping):
            return {str(name): _plain(value) for name, value in state.items()}
        return _plain(state)

    def given(self, state: object) -> JsonValue:
        """Tell what a node was given."""
        if not isinstance(state, Mapping):
            return _plain(state)
        return {
            str(name): self._in_short(str(name), value)
            for name, value in state.items()
            if name not in TEXT_TOLD_BEFORE
        }

    def given_out(self, update: object, line: int) -> JsonValue:
        """Tell what a node gave out; later lines refer to this one."""
        if not isinstance(update, Mapping):
            return _plain(update)
        for value in update.values():
            if isinstance(value, BaseModel | list | tuple) and value:
                self._given_out[id(value)] = (value, line)
        return {str(name): self._whole(value) for name, value in update.items()}

    def _in_short(self, name: str, value: object) -> JsonValue:
        kept = self._given_out.get(id(value))
        if kept is not None:
            return {"from": kept[1]}
        if name in GATHERED and isinstance(value, list | tuple):
            return [_plain(_part(item, GATHERED[name])) for item in value]
        return self._whole(value)

    def _whole(self, value: object) -> JsonValue:
        if isinstance(value, Report):
            return _report(value)
        if isinstance(value, list) and value and isinstance(value[0], Evidence):
            return [self._item(item) for item in value]
        if isinstance(value, list) and value and isinstance(value[0], Fact):
            return [
                item.model_dump(mode="json", exclude=_FACT, exclude_none=True) for item in value
            ]
        if isinstance(value, list) and value and isinstance(value[0], Finding):
            return [self._finding(finding) for finding in value]
        if isinstance(value, Surroundings):
            return value.model_dump(mode="json", exclude=_OF_THE_VOCABULARY, exclude_defaults=True)
        return _plain(value)

    def _finding(self, finding: Finding) -> JsonValue:
        """Tell a finding; its verdict is the judge's and its evidence was found before."""
        told_before = {"result", "last_result", "evidence"}
        return {
            **finding.model_dump(mode="json", exclude=told_before, exclude_none=True),
            "result": self._in_short("result", finding.result),
            "last_result": self._in_short("last_result", finding.last_result),
            "evidence": [
                {"id": use.evidence.id, "relation": use.relation} for use in finding.evidence
            ],
        }

    def _item(self, item: Evidence) -> JsonValue:
        if item.id in self._evidence:
            return {"id": item.id, "score": item.score}
        self._evidence.add(item.id)
        plain: JsonValue = item.model_dump(
            mode="json", exclude={"facts": {"__all__": _FACT}}, exclude_none=True
        )
        return plain


def said_of(messages: Sequence[BaseMessage]) -> JsonValue:
    """Turn messages into JSON as chat services write them."""
    roles = {"human": "user", "ai": "assistant"}
    return [{"role": roles.get(one.type, one.type), "content": one.text} for one in messages]


def answer_of(response: LLMResult) -> tuple[str, Tokens | None]:
    """Read what a model wrote and what it says that it took."""
    first = response.generations[0][0] if response.generations and response.generations[0] else None
    if first is None:
        return "", None
    message = first.message if isinstance(first, ChatGeneration) else None
    usage = message.usage_metadata if isinstance(message, AIMessage) else None
    tokens = Tokens(read=usage["input_tokens"], written=usage["output_tokens"]) if usage else None
    return message.text if message is not None else first.text, tokens


def prompt_of(metadata: Mapping[str, Any]) -> PromptUsed | None:
    """Read the prompt and its hash from the metadata that every question carries."""
    name, _, version = str(metadata.get("prompt", "")).partition("@")
    return PromptUsed(name=name, hash=version) if version else None


def evidence_named(output: JsonValue) -> tuple[str, ...]:
    """List the ids of evidence in an output, each once, in its order."""
    return tuple(dict.fromkeys(_ids(output)))


def _ids(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return _EVIDENCE_ID.findall(value) if "ev_" in value else []
    if isinstance(value, Mapping):
        return [one for part in value.values() for one in _ids(part)]
    if isinstance(value, list):
        return [one for part in value for one in _ids(part)]
    return []


def _report(report: Report) -> JsonValue:
    """Tell a report without the sentences and sources, which other lines and files hold."""
    told_elsewhere = {"summary", "findings", "sources", "rows", "omission_evidence"}
    return {
        **report.model_dump(mode="json", exclude=told_elsewhere, exclude_none=True),
        "findings": [finding.index for finding in report.findings],
        "sources": list(report.sources),
        "rows": list(report.rows),
        "omission_evidence": [item.id for item in report.omission_evidence],
    }


def _part(item: object, name: str) -> object:
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


def _plain(value: object) -> JsonValue:
    if isinstance(value, BaseModel):
        plain: JsonValue = value.model_dump(mode="json", exclude_none=True)
        return plain
    plain = to_jsonable_python(
        value, exclude_none=True, inf_nan_mode="strings", serialize_unknown=True, fallback=str
    )
    return plain
