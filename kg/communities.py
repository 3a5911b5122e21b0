"""Leiden communities of a patient graph, found by GraphRAG's own clustering."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from kg.community_reports import Reporter
from kg.graph import Community, Entity, GraphRelation, RelationKind

SEED = 0xDEADBEEF
MAX_CLUSTER_SIZE = 10
_PATIENT_WEIGHT = 0.05
"""Every entity is joined to the patient, so those edges tell little about what belongs together."""

_TOGETHER_WEIGHT = 0.5
_LARGEST_PASSAGE = 15
"""A passage that names more than this lists rather than tells."""

_WEIGHTS: dict[RelationKind, float] = {
    "indicates": 3.0,
    "contraindicated_with": 3.0,
    "result_of": 1.0,
}


class _Cluster(NamedTuple):
    level: int
    key: str
    parent: str | None
    members: tuple[str, ...]


def find_communities(
    entities: tuple[Entity, ...],
    relations: tuple[GraphRelation, ...],
    together: list[list[str]],
    reporter: Reporter,
) -> tuple[Community, ...]:
    """Cluster the entities and write the report of each community; level 0 is the coarsest."""
    by_id = {entity.id: entity for entity in entities}
    rank = {entity.id: position for position, entity in enumerate(entities)}
    clusters = _clusters(_weights(relations, together), rank)
    names = {cluster.key: f"{cluster.level}.{n}" for n, cluster in enumerate(clusters)}
    inside = _relations_by_entity(relations)
    made = []
    for cluster in clusters:
        members = [by_id[member] for member in cluster.members]
        ids = set(cluster.members)
        edges = {r.id: r for m in cluster.members for r in inside[m] if {r.source, r.target} <= ids}
        title = reporter.title(members, list(edges.values()))
        made.append(
            Community(
                id=names[cluster.key],
                level=cluster.level,
                parent=names[cluster.parent] if cluster.parent is not None else None,
                title=title,
                entities=cluster.members,
                report=reporter.report(title, members, list(edges.values())),
            )
        )
    return tuple(made)


def _weights(
    relations: Iterable[GraphRelation], together: list[list[str]]
) -> dict[tuple[str, str], float]:
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for relation in relations:
        pair = (min(relation.source, relation.target), max(relation.source, relation.target))
        weights[pair] += _WEIGHTS.get(relation.kind, _PATIENT_WEIGHT)
    for group in together:
        if len(group) <= _LARGEST_PASSAGE:
            for pair in combinations(group, 2):
                weights[pair] += _TOGETHER_WEIGHT
    return weights


def _clusters(weights: dict[tuple[str, str], float], rank: dict[str, int]) -> list[_Cluster]:
    if not weights:
        return []
    from graphrag.graphs.hierarchical_leiden import hierarchical_leiden

    edges = [(a, b, weight) for (a, b), weight in sorted(weights.items())]
    members: dict[tuple[int, str], list[str]] = defaultdict(list)
    parents: dict[tuple[int, str], str | None] = {}
    for entry in hierarchical_leiden(edges, MAX_CLUSTER_SIZE, SEED):
        key = (entry.level, str(entry.cluster))
        members[key].append(entry.node)
        parent = entry.parent_cluster
        parents[key] = None if parent is None else str(parent)
    clusters = [
        _Cluster(level, key, parents[level, key], tuple(sorted(nodes, key=rank.__getitem__)))
        for (level, key), nodes in members.items()
    ]
    return sorted(clusters, key=lambda cluster: (cluster.level, rank[cluster.members[0]]))


def _relations_by_entity(
    relations: tuple[GraphRelation, ...],
) -> defaultdict[str, list[GraphRelation]]:
    edges: defaultdict[str, list[GraphRelation]] = defaultdict(list)
    for relation in relations:
        edges[relation.source].append(relation)
        edges[relation.target].append(relation)
    return edges
