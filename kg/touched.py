"""Which entities and relations the changed sources spoke or speak of."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from kg.build import GraphBuilder
from kg.evidence import Evidence
from kg.evidence_collection import SourceKey, key_of
from kg.placement import PlacedFact


def affected_facts(
    before: list[PlacedFact],
    after: list[PlacedFact],
    evidence: Iterable[Evidence],
    affected: Collection[SourceKey],
) -> tuple[list[PlacedFact], list[PlacedFact]]:
    """Return the old and the new facts of affected sources.

    A fact of another source is among them where the record now gives its wording another meaning.
    """
    sources = {item.id: key_of(item.source) for item in evidence}
    old, new = _by_evidence(before), _by_evidence(after)
    moved = {
        name for name in {*old, *new} if sources[name] in affected or old.get(name) != new.get(name)
    }
    return (
        [item for item in before if item.evidence in moved],
        [item for item in after if item.evidence in moved],
    )


def _by_evidence(placed: list[PlacedFact]) -> dict[str, list[PlacedFact]]:
    groups: dict[str, list[PlacedFact]] = defaultdict(list)
    for item in placed:
        groups[item.evidence].append(item)
    return groups


def touched_ids(builder: GraphBuilder, facts: list[PlacedFact]) -> frozenset[str]:
    """Return the ids of all entities and relations that some facts belong to."""
    draft = builder.draft(facts)
    return frozenset((*draft.nodes, *(edge.id for edge in draft.edges.values())))
