"""Neighbors as a tool: what one entity is related to."""

from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

from kg.evidence import Evidence
from kg.graph import Entity, GraphRelation
from kg.instance import Instance, InstanceEdge
from tools.scope import PatientScope
from tools.wording import edge_line, entity_line, numbered, relation_line


class Neighbour(BaseModel, frozen=True):
    """A relation, and the entity at its other end."""

    relation: GraphRelation
    entity: Entity


class Neighbourhood(BaseModel, frozen=True):
    """An entity and what is related to it, in the order of the relations."""

    entity: Entity
    neighbours: tuple[Neighbour, ...]
    instances: tuple[Instance, ...] = ()
    """Its own instances, and those that something joins to them."""

    edges: tuple[InstanceEdge, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """What tells of a cause, a purpose or a bar among the edges."""


async def read_neighbours(scope: PatientScope, middle: Entity) -> Neighbourhood:
    """Read what is related to an entity, and what joins its instances."""
    related = await scope.store.neighbours(scope.graph_id, middle.id)
    around = await scope.store.around(scope.graph_id, (middle.id,))
    return Neighbourhood(
        entity=middle,
        neighbours=tuple(Neighbour(relation=one, entity=other) for one, other in related),
        instances=around.instances,
        edges=around.edges,
        evidence=around.evidence,
    )


def neighbours_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("neighbours", response_format="content_and_artifact")
    async def neighbours(
        entity: Annotated[str, Field(description="The id or the name of an entity.")],
    ) -> tuple[str, Neighbourhood]:
        """List the relations of one entity with the entities at their other ends."""
        found = await read_neighbours(scope, await scope.entity(entity))
        return told(found), found

    return neighbours


def told(found: Neighbourhood) -> str:
    """Write a neighborhood down."""
    entities = (found.entity, *(one.entity for one in found.neighbours))
    names = {entity.id: entity.name for entity in entities}
    lines = (
        f"{relation_line(one.relation, names)} -> {entity_line(one.entity)}"
        for one in found.neighbours
    )
    ends = names | {one.id: f"{one.name} {one.day or ''}".strip() for one in found.instances}
    return "\n\n".join(
        (
            entity_line(found.entity),
            numbered("Related", lines),
            numbered("Joined", (edge_line(edge, ends) for edge in found.edges)),
        )
    )
