"""Neighbors as a tool: what one entity is related to."""

from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

from kg.graph import Entity, GraphRelation
from tools.scope import PatientScope
from tools.wording import entity_line, numbered, relation_line


class Neighbour(BaseModel, frozen=True):
    """A relation, and the entity at its other end."""

    relation: GraphRelation
    entity: Entity


class Neighbourhood(BaseModel, frozen=True):
    """An entity and what is related to it, in the order of the relations."""

    entity: Entity
    neighbours: tuple[Neighbour, ...]


def neighbours_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("neighbours", response_format="content_and_artifact")
    async def neighbours(
        entity: Annotated[str, Field(description="The id or the name of an entity.")],
    ) -> tuple[str, Neighbourhood]:
        """List the relations of one entity with the entities at their other ends."""
        middle = await scope.entity(entity)
        around = await scope.store.neighbours(scope.graph_id, middle.id)
        found = Neighbourhood(
            entity=middle,
            neighbours=tuple(Neighbour(relation=one, entity=other) for one, other in around),
        )
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
    return f"{entity_line(found.entity)}\n\n{numbered('Related', lines)}"
