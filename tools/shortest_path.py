"""Shortest path as a tool: how two entities hang together."""

from itertools import pairwise
from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

from kg.graph import Entity, GraphRelation, PatientGraph
from tools.scope import PatientScope, find_entity
from tools.wording import entity_line, numbered, relation_line


class Path(BaseModel, frozen=True):
    """The entities from one end to the other, and all relations between each and the next."""

    entities: tuple[Entity, ...]
    steps: tuple[tuple[GraphRelation, ...], ...]


async def find_path(scope: PatientScope, start: str, end: str) -> Path | None:
    """Find the shortest way between two entities, given by their ids."""
    ids = await scope.store.shortest_path(scope.graph_id, start, end)
    return None if ids is None else path_of(await scope.graph(), ids)


def shortest_path_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("shortest_path", response_format="content_and_artifact")
    async def shortest_path(
        start: Annotated[str, Field(description="The id or the name of an entity.")],
        end: Annotated[str, Field(description="The id or the name of another entity.")],
    ) -> tuple[str, Path | None]:
        """Find the shortest way between two entities, of at most six relations."""
        graph = await scope.graph()
        first, last = find_entity(graph, start), find_entity(graph, end)
        path = await find_path(scope, first.id, last.id)
        if path is None:
            return f"no path of at most six relations from {first.id} to {last.id}", None
        return told(path), path

    return shortest_path


def path_of(graph: PatientGraph, ids: list[str]) -> Path:
    """Look up the entities and relations along a path."""
    entities = {entity.id: entity for entity in graph.entities}
    steps = tuple(
        tuple(one for one in graph.relations if {one.source, one.target} == {here, there})
        for here, there in pairwise(ids)
    )
    return Path(entities=tuple(entities[name] for name in ids), steps=steps)


def told(path: Path) -> str:
    """Write a path down, its relations after its entities."""
    names = {entity.id: entity.name for entity in path.entities}
    relations = [relation_line(one, names) for step in path.steps for one in step]
    entities = numbered("Path", map(entity_line, path.entities))
    return f"{entities}\n\n{numbered('Relations', relations)}"
