"""Timeline as a tool: what the record says of one concept between two dates, in order."""

import re
from typing import Annotated

from langchain_core.tools import BaseTool, ToolException, tool
from pydantic import Field

from clinical.facts import TimeSpan
from kg.graph import PatientGraph
from kg.instance_index import Timeline
from tools.scope import PatientScope, find_entity
from tools.wording import instance_line, numbered

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


async def read_timeline(
    scope: PatientScope, concepts: tuple[str, ...], within: TimeSpan
) -> Timeline:
    """Put what is on record of some concepts, and of narrower ones, in order of time."""
    return await scope.store.timeline(scope.graph_id, concepts, within)


def timeline_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("timeline", response_format="content_and_artifact")
    async def timeline(
        concept: Annotated[
            str,
            Field(description="A concept id (drug:metformin), or the name or id of an entity."),
        ],
        first_day: Annotated[str, Field(description="YYYY-MM-DD; empty for no limit.")] = "",
        last_day: Annotated[str, Field(description="YYYY-MM-DD; empty for no limit.")] = "",
    ) -> tuple[str, Timeline]:
        """List what the record says of one concept between two days, oldest first."""
        concepts = _concepts(await scope.graph(), concept.strip())
        found = await read_timeline(scope, concepts, _span(first_day, last_day))
        dated = numbered("Dated", map(instance_line, found.dated))
        return f"{dated}\n\n{numbered('Without a date', map(instance_line, found.undated))}", found

    return timeline


def _concepts(graph: PatientGraph, concept: str) -> tuple[str, ...]:
    """Take a concept that an instance has, else that of the entity of this name."""
    if any(concept in (one.concept, *one.broader) for one in graph.instances):
        return (concept,)
    entity = find_entity(graph, concept)
    return entity.concepts[:1] or (entity.id,)


def _span(first_day: str, last_day: str) -> TimeSpan:
    for day in (first_day, last_day):
        if day and not _DATE.fullmatch(day):
            raise ToolException(f"{day!r} is no day; write YYYY-MM-DD")
    return TimeSpan(
        earliest=f"{first_day}T00:00:00" if first_day else None,
        latest=f"{last_day}T23:59:59" if last_day else None,
    )
