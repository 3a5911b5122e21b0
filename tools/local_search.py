"""Local search as a tool: what the graph holds about one statement."""

from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import Field

from kg.store import LocalQuery, LocalResult
from tools.scope import PatientScope
from tools.wording import (
    community_line,
    entity_line,
    evidence_line,
    instance_line,
    numbered,
    relation_line,
)


async def search_locally(scope: PatientScope, query: LocalQuery) -> LocalResult:
    """Search for one statement."""
    return await (scope.searcher or scope.store).local_search(scope.graph_id, query)


def local_search_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("local_search", response_format="content_and_artifact")
    async def local_search(
        text: Annotated[str, Field(description="A statement or question about the patient.")],
        concepts: Annotated[
            tuple[str, ...], Field(description="Concept ids that must be found, if any are known.")
        ] = (),
        top_k: Annotated[int, Field(ge=1, le=100, description="Entities by similarity.")] = 20,
    ) -> tuple[str, LocalResult]:
        """Find entities, their relations, reports and exact quotes that bear on a statement."""
        query = LocalQuery(text=text, concepts=concepts, top_k=top_k)
        found = await search_locally(scope, query)
        return told(found), found

    return local_search


def told(found: LocalResult) -> str:
    """Write a result down."""
    entities = [hit.entity for hit in found.hits]
    names = {entity.id: entity.name for entity in (*entities, *found.neighbours)}
    return "\n\n".join(
        (
            numbered("Entities", map(entity_line, entities)),
            numbered("Neighbors", map(entity_line, found.neighbours)),
            numbered("Relations", (relation_line(one, names) for one in found.relations)),
            numbered("Reports", map(community_line, found.communities)),
            numbered("Instances", map(instance_line, found.instances)),
            numbered("Evidence", map(evidence_line, found.evidence)),
        )
    )
