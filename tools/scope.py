"""The one graph that a set of tools can see, and the entities in it by name."""

from dataclasses import dataclass

from langchain_core.tools import ToolException
from rapidfuzz import process

from kg.errors import BadInputError
from kg.graph import Entity, PatientGraph
from kg.store import GraphStore, LocalSearcher

_SUGGESTED = 5


@dataclass(frozen=True)
class PatientScope:
    """A store narrowed to one graph; no argument of a tool can name another one."""

    store: GraphStore
    graph_id: str
    searcher: LocalSearcher | None = None
    """Answers local searches in place of the store: a way of finding evidence without a graph."""

    async def graph(self) -> PatientGraph:
        """Read the graph."""
        graph = await self.store.load(self.graph_id)
        if graph is None:
            raise BadInputError(f"no graph {self.graph_id!r} in the store; build it first")
        return graph

    async def entity(self, named: str) -> Entity:
        """Find an entity by its id, else by its name where only one has it."""
        return find_entity(await self.graph(), named)


def find_entity(graph: PatientGraph, named: str) -> Entity:
    """Find an entity by its id, else by its name where only one has it."""
    wanted = named.strip()
    for entity in graph.entities:
        if entity.id == wanted:
            return entity
    found = [one for one in graph.entities if one.name.casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(entity.id for entity in found)
        raise ToolException(f"{wanted!r} names {len(found)} entities; give an id: {ids}")
    raise ToolException(f"no entity {wanted!r} in this patient's graph; {_nearest(graph, wanted)}")


def _nearest(graph: PatientGraph, wanted: str) -> str:
    names = {entity.id: entity.name for entity in graph.entities}
    near = process.extract(wanted, names, limit=_SUGGESTED)
    return "nearest: " + ", ".join(f"{name} ({entity_id})" for name, _, entity_id in near)
