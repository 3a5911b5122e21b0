"""Timeline as a tool: what the record says of one concept between two dates, in order."""

import re
from typing import Annotated

from langchain_core.tools import BaseTool, ToolException, tool
from pydantic import BaseModel, Field

from clinical.facts import Fact, TimeSpan
from kg.descriptions import interval, value
from kg.evidence import Evidence
from kg.graph import PatientGraph
from tools.scope import PatientScope, find_entity
from tools.wording import evidence_line, numbered

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Moment(BaseModel, frozen=True):
    """A statement of the record about the concept, with the evidence that holds it."""

    fact: Fact
    evidence: Evidence


class Timeline(BaseModel, frozen=True):
    """The dated statements in order of time, then those without a date."""

    dated: tuple[Moment, ...]
    undated: tuple[Moment, ...]


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
        found = timeline_of(await scope.graph(), concept, _span(first_day, last_day))
        dated = numbered("Dated", map(_line, found.dated))
        return f"{dated}\n\n{numbered('Without a date', map(_line, found.undated))}", found

    return timeline


def timeline_of(graph: PatientGraph, concept: str, within: TimeSpan) -> Timeline:
    """Collect the statements about a concept, or about narrower ones."""
    wanted = _concepts(graph, concept.strip())
    moments: dict[tuple[str, str], Moment] = {}
    for item in sorted(graph.evidence, key=lambda one: one.kind == "list"):
        for fact in item.facts:
            if wanted & {fact.concept.id, *fact.concept.broader}:
                place = (str(fact.source), fact.concept.id)
                moments.setdefault(place, Moment(fact=fact, evidence=item))
    dated = [one for one in moments.values() if _is_dated(one.fact) and _overlaps(one, within)]
    undated = [one for one in moments.values() if not _is_dated(one.fact)]
    return Timeline(
        dated=tuple(sorted(dated, key=_order)), undated=tuple(sorted(undated, key=_order))
    )


def _concepts(graph: PatientGraph, concept: str) -> set[str]:
    known = {c for item in graph.evidence for f in item.facts for c in _ids(f)}
    if concept in known:
        return {concept}
    entity = find_entity(graph, concept)
    return set(entity.concepts[:1]) or {entity.id}


def _ids(fact: Fact) -> tuple[str, ...]:
    return (fact.concept.id, *fact.concept.broader)


def _is_dated(fact: Fact) -> bool:
    return fact.time is not None and bool(fact.time.earliest or fact.time.latest)


def _overlaps(moment: Moment, within: TimeSpan) -> bool:
    return moment.fact.time is not None and moment.fact.time.overlaps(within)


def _order(moment: Moment) -> tuple[str, str, str]:
    time = moment.fact.time or TimeSpan()
    return (time.earliest or time.latest or "", time.latest or "", str(moment.fact.source))


def _span(first_day: str, last_day: str) -> TimeSpan:
    for day in (first_day, last_day):
        if day and not _DATE.fullmatch(day):
            raise ToolException(f"{day!r} is no day; write YYYY-MM-DD")
    return TimeSpan(
        earliest=f"{first_day}T00:00:00" if first_day else None,
        latest=f"{last_day}T23:59:59" if last_day else None,
    )


def _line(moment: Moment) -> str:
    said = f"{moment.fact.concept.name} {value(moment.fact)}".strip()
    return f"{interval(moment.fact.time) or 'no date'}: {said} {evidence_line(moment.evidence)}"
