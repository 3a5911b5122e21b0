"""What stands around the evidence of a sentence: order in time, joins, and the whole patient."""

from collections.abc import Sequence

from agents.search_plan import REPORTS, SearchParts, plan_of
from clinical.facts import Fact
from kg.evidence import Evidence
from kg.graph import Entity
from kg.instance import Instance, InstanceEdge
from kg.instance_index import Surroundings
from kg.store import LocalResult
from tools.searches import Searches


async def surround(
    tools: Searches,
    text: str,
    claims: Sequence[Fact],
    found: LocalResult,
    parts: SearchParts,
) -> Surroundings:
    """Make the searches that a sentence needs beyond the local one, and join all that came back.

    Evidence comes in the order of the local search, then what tells of causes, purposes and bars.
    """
    plan = plan_of(text, claims, parts)
    entities = entities_of(found)
    instances: list[Instance] = [*found.instances]
    edges: list[InstanceEdge] = []
    evidence: list[Evidence] = [*found.evidence]
    for concept in plan.timelines:
        row = await tools.timeline(concept)
        instances += [*row.dated, *row.undated]
    for entity in (one for concept in plan.neighbours for one in entities.get(concept, ())):
        near = await tools.neighbours(entity)
        instances += near.instances
        edges += near.edges
        evidence += near.evidence
    for start, end in plan.paths:
        if start in entities and end in entities:
            await tools.path(entities[start][0], entities[end][0])
    if plan.whole_course or (parts.communities and is_silent(claims, found)):
        await tools.communities(text, REPORTS)
    return Surroundings(
        instances=tuple({one.id: one for one in instances}.values()),
        edges=tuple({edge.id: edge for edge in edges}.values()),
        evidence=tuple({item.id: item for item in reversed(evidence)}.values())[::-1],
    )


def entities_of(found: LocalResult) -> dict[str, list[Entity]]:
    """Return the linked entities by their own concept: a drug may be one that bars itself, too."""
    entities: dict[str, list[Entity]] = {}
    for hit in found.hits:
        if hit.linked and hit.entity.concepts:
            entities.setdefault(hit.entity.concepts[0], []).append(hit.entity)
    return entities


def is_silent(claims: Sequence[Fact], found: LocalResult) -> bool:
    """Say whether nothing on record is of the concept of some claim: silence is to be proved."""
    held = {c for one in found.instances for c in (one.concept, *one.broader)}
    return any(claim.concept.id not in held for claim in claims)
