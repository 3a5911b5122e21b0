"""The reporter that asks a model: reports on communities in its words, or by template."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agents.judge_prompt import json_line
from agents.model_asking import GivenUp, ask_until_valid
from agents.models import ModelRequest, StructuredModel
from kg.community_reports import TemplateReporter
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from prompts import Prompt

logger = logging.getLogger(__name__)

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class ReportFinding(_Form):
    """One statement of a report, with the entities that it rests on."""

    text: Annotated[str, Field(json_schema_extra={"maxLength": 240})]
    entities: Annotated[tuple[str, ...], Field(json_schema_extra={"minItems": 1, "maxItems": 6})]


class ReportAnswer(_Form):
    """A report on a community."""

    title: Annotated[str, Field(json_schema_extra={"maxLength": 120})]
    summary: Annotated[str, Field(json_schema_extra={"maxLength": 900})]
    findings: Annotated[tuple[ReportFinding, ...], Field(json_schema_extra={"maxItems": 6})] = ()

    def told(self) -> str:
        """Put title, summary and findings into one text."""
        return "\n".join([self.title, self.summary, *(f"- {f.text}" for f in self.findings)])


@dataclass
class ModelReporter:
    """Gives the reports that a model wrote, by their members; template reports for the others."""

    name: str
    written: Mapping[tuple[str, ...], ReportAnswer] = field(default_factory=dict)
    template: TemplateReporter = field(default_factory=TemplateReporter)

    def title(self, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return the title."""
        answer = self.written.get(_key(members))
        return answer.title if answer else self.template.title(members, relations)

    def report(self, title: str, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return the report."""
        answer = self.written.get(_key(members))
        return answer.told() if answer else self.template.report(title, members, relations)


async def write_reports(
    graph: PatientGraph, model: StructuredModel, prompt: Prompt, scope: str
) -> tuple[PatientGraph, tuple[str, ...]]:
    """Rewrite the reports of a graph; return it with the reasons why some stayed as they were."""
    parts = [_parts(graph, community) for community in graph.communities]
    asked = await asyncio.gather(
        *(_ask(members, relations, model, prompt, scope) for members, relations in parts),
        return_exceptions=True,
    )
    written: dict[tuple[str, ...], ReportAnswer] = {}
    left: list[str] = []
    for community, (members, _), answer in zip(graph.communities, parts, asked, strict=True):
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, GivenUp):
            left.append(f"community {community.id}: report by template: {answer.fault}")
            logger.warning("a community is reported on by template: no answer held")
        else:
            written[_key(members)] = answer
    reporter = ModelReporter(f"{model.name}@{prompt.version}", written)
    communities = tuple(
        _reported(community, members, relations, reporter)
        for community, (members, relations) in zip(graph.communities, parts, strict=True)
    )
    return graph.model_copy(update={"communities": communities}), tuple(left)


def invented(answer: ReportAnswer, labels: Sequence[str], told: str) -> str | None:
    """Say what the report holds that was not told, or None."""
    known = set(_NUMBER.findall(told))
    for number in _NUMBER.findall(answer.told()):
        if number not in known:
            return f"the number {number} stands in none of the lines"
    for finding in answer.findings:
        for label in finding.entities:
            if label not in labels:
                return f"{label!r} is the id of no entity"
    return None


def _parts(graph: PatientGraph, community: Community) -> tuple[list[Entity], list[GraphRelation]]:
    inside = set(community.entities)
    by_id = {entity.id: entity for entity in graph.entities}
    relations = [r for r in graph.relations if r.source in inside and r.target in inside]
    return [by_id[member] for member in community.entities], relations


async def _ask(
    members: Sequence[Entity],
    relations: Sequence[GraphRelation],
    model: StructuredModel,
    prompt: Prompt,
    scope: str,
) -> ReportAnswer | GivenUp:
    labels = {member.id: f"S{number}" for number, member in enumerate(members, 1)}
    entities = "\n".join(
        json_line({"id": labels[m.id], "kind": m.kind, "name": m.name, "said": m.description})
        for m in members
    )
    edges = "\n".join(
        json_line({"from": labels[r.source], "kind": r.kind, "to": labels[r.target]})
        for r in relations
    )

    def request(objection: str) -> ModelRequest[ReportAnswer]:
        words = prompt.words(entities=entities, relations=edges, objection=objection)
        return ModelRequest("reporter", scope, prompt, words, ReportAnswer)

    return await ask_until_valid(
        model, request, lambda answer: invented(answer, list(labels.values()), entities)
    )


def _reported(
    community: Community,
    members: list[Entity],
    relations: list[GraphRelation],
    reporter: ModelReporter,
) -> Community:
    title = reporter.title(members, relations)
    report = reporter.report(title, members, relations)
    return community.model_copy(update={"title": title, "report": report})


def _key(members: Sequence[Entity]) -> tuple[str, ...]:
    return tuple(sorted(member.id for member in members))
