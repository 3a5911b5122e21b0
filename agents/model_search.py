"""Lets the model of a run search a patient's graph for what the evidence of a sentence lacks."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import BaseTool
from pydantic import BaseModel, JsonValue

from agents.batch_model import AnswerPendingError
from agents.judge_prompt import json_line, show_evidence
from agents.models import ModelRequest, Models, StructuredModel
from graph_state.context import Context
from graph_state.searches import Search
from graph_state.state import SentenceInput
from kg.evidence import Evidence
from kg.instance import Instance, InstanceEdge
from kg.instance_index import Surroundings, Timeline
from kg.store import LocalResult
from prompts import Prompt, Words
from tools.evidence_text import EvidenceText
from tools.neighbours import Neighbourhood

LONGEST_ANSWER = 4000
"""Characters of what a tool returned that the model is shown again."""

ToolName = Literal[
    "local_search",
    "community_search",
    "timeline",
    "neighbours",
    "shortest_path",
    "evidence_text",
    "none",
]


class SearchAction(BaseModel, frozen=True):
    """The next search of a model that calls no tools, as JSON; unused fields stay empty."""

    reasoning: str = ""
    """What is missing."""

    tool: ToolName = "none"
    """`none` where nothing is missing."""

    text: str = ""
    concept: str = ""
    entity: str = ""
    start: str = ""
    end: str = ""
    first_day: str = ""
    last_day: str = ""
    ids: tuple[str, ...] = ()


class Call(BaseModel, frozen=True):
    """One tool with its arguments."""

    tool: str
    arguments: dict[str, JsonValue]


@runtime_checkable
class AsksModels(Protocol):
    """A judge that asks language models, whose model may search as well."""

    @property
    def models(self) -> Models:
        """Return the models of the run."""
        ...


@dataclass
class Found:
    """What a model's searches brought, in order."""

    evidence: list[Evidence] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    edges: list[InstanceEdge] = field(default_factory=list)
    made: list[Search] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """A line of JSON for each search, with the words that the model is shown."""

    def keep(self, call: Call, answer: ToolMessage) -> None:
        """Take in what one tool returned."""
        evidence, instances, edges = parts_of(answer.artifact)
        self.evidence += evidence
        self.instances += instances
        self.edges += edges
        ids = {
            "evidence": tuple(item.id for item in evidence),
            "instances": tuple(one.id for one in instances),
            "edges": tuple(edge.id for edge in edges),
        }
        counts = {name: len(listed) for name, listed in ids.items()}
        self.made.append(Search(tool=call.tool, arguments=call.arguments, counts=counts, ids=ids))
        said = str(answer.content)[:LONGEST_ANSWER]
        self.told.append(json_line({"call": call.model_dump(), "returned": said}))


@dataclass(frozen=True)
class ModelSearch:
    """Asks the judging model for searches, at most as many as the run allows."""

    prompt: Prompt
    models: Models

    async def __call__(
        self,
        tools: Sequence[BaseTool],
        state: SentenceInput,
        gathered: Surroundings,
        context: Context,
    ) -> tuple[Surroundings, list[Search]]:
        """Return what was gathered with what the model found beside it, and its searches."""
        # Opening a model reads files, which an event loop must not wait for.
        model = await asyncio.to_thread(
            self.models.for_role, "judge", context.model_judge, context.temperature
        )
        found = Found()
        by_name = {tool.name: tool for tool in tools}
        while len(found.made) < context.tool_calls:
            words = self._words(state, gathered, found, context)
            try:
                calls = await self._next_calls(model, words, tools, state)
            except AnswerPendingError:
                break
            if not calls:
                break
            for call in calls[: context.tool_calls - len(found.made)]:
                found.keep(call, await answered(call, by_name))
        return joined(gathered, found), found.made

    def _words(
        self, state: SentenceInput, gathered: Surroundings, found: Found, context: Context
    ) -> Words:
        known = [*gathered.evidence, *found.evidence]
        shown = show_evidence(known, context.evidence_characters)
        left = context.tool_calls - len(found.made)
        return self.prompt.words(
            sentence=json_line({"heading": state["heading"], "text": state["text"]}),
            evidence=shown.text or "none",
            searches="\n".join(found.told) or "none",
            left=f"You may search {left} more time{'s' if left > 1 else ''}.",
        )

    async def _next_calls(
        self,
        model: StructuredModel,
        words: Words,
        tools: Sequence[BaseTool],
        state: SentenceInput,
    ) -> list[Call]:
        """Read the next calls: native ones where the model calls tools, else one JSON action."""
        scope = "\x1f".join((state["graph_id"], state["graph_version"], model.name, "search"))
        if model.calls_tools:
            message = await model.call_tools(self.prompt, words, tools, scope)
            asked = message.tool_calls if isinstance(message, AIMessage) else []
            return [Call(tool=one["name"], arguments=one["args"]) for one in asked]
        request = ModelRequest("judge", scope, self.prompt, words, SearchAction)
        reading = await model.ask(request)
        return [] if reading.value is None else list(calls_of(reading.value))


def calls_of(action: SearchAction) -> Iterator[Call]:
    """Turn a JSON action into the call that it means; unused fields are no arguments."""
    if action.tool != "none":
        given = action.model_dump(mode="json", exclude={"reasoning", "tool"})
        yield Call(tool=action.tool, arguments={k: v for k, v in given.items() if v})


async def answered(call: Call, tools: Mapping[str, BaseTool]) -> ToolMessage:
    """Run a tool; what it does not know or cannot read is told to the model."""
    tool = tools.get(call.tool)
    if tool is None:
        names = ", ".join(sorted(tools))
        return ToolMessage(f"no tool {call.tool!r}; choose one of: {names}", tool_call_id="1")
    asked = {"type": "tool_call", "id": "1", "name": call.tool, "args": call.arguments}
    answer = await tool.ainvoke(asked)
    return answer if isinstance(answer, ToolMessage) else ToolMessage(str(answer), tool_call_id="1")


def parts_of(
    artifact: object,
) -> tuple[Sequence[Evidence], Sequence[Instance], Sequence[InstanceEdge]]:
    """Take evidence, instances and edges out of whatever a tool returned."""
    if isinstance(artifact, LocalResult):
        return artifact.evidence, artifact.instances, ()
    if isinstance(artifact, Neighbourhood):
        return artifact.evidence, artifact.instances, artifact.edges
    if isinstance(artifact, Timeline):
        return (), (*artifact.dated, *artifact.undated), ()
    if isinstance(artifact, EvidenceText):
        return artifact.items, (), ()
    return (), (), ()


def joined(gathered: Surroundings, found: Found) -> Surroundings:
    """Put what a model found behind what was gathered, each thing once."""
    evidence = {item.id: item for item in (*found.evidence, *gathered.evidence)}
    order = dict.fromkeys(item.id for item in (*gathered.evidence, *found.evidence))
    instances = {one.id: one for one in (*gathered.instances, *found.instances)}
    edges = {edge.id: edge for edge in (*gathered.edges, *found.edges)}
    return Surroundings(
        evidence=tuple(evidence[name] for name in order),
        instances=tuple(instances.values()),
        edges=tuple(edges.values()),
    )
