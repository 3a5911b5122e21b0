"""A patient graph as rows of nodes and relationships, with plain values only."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from clinical.facts import TimeSpan
from kg.evidence import Evidence
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.graph_vectors import GraphVectors, entity_text, is_passage, passage_text
from kg.instance import Instance, InstanceEdge
from kg.neo4j_connection import Row
from kg.store import Vectors

LAYOUT = 2
"""Raised whenever graphs are laid out differently; those of another layout are not read."""

PARTS = ("entities", "evidence", "communities", "relations", "instances", "edges")
"""The fields of a graph whose items are nodes or relationships."""

_OWN_NAMES = frozenset({"uid", "graph_id", "patient_of", "embedding", "position", "entity_id"})


class GraphRows(NamedTuple):
    """The nodes of a graph, each with its properties, in the order of the graph."""

    graph: Row
    entities: list[Row]
    evidence: list[Row]
    communities: list[Row]
    relations: list[Row]
    instances: list[Row]
    edges: list[Row]


def uid(graph_id: str, local_id: str) -> str:
    """Name a node so that no two graphs can share it, whatever stands in their ids."""
    return sha256(f"{len(graph_id)}:{graph_id}{local_id}".encode()).hexdigest()


def rows_of(graph: PatientGraph, vectors: GraphVectors) -> GraphRows:
    """Take a graph apart; the first node of each distinct text carries its embedding."""
    name = graph.graph_id
    entity_texts = [entity_text(entity) for entity in graph.entities]
    passages = [passage_text(e) if is_passage(e) else None for e in graph.evidence]
    reports = [community.report for community in graph.communities]
    return GraphRows(
        graph=_graph_properties(graph),
        entities=_nodes(
            name,
            [(entity.id, _entity_properties(entity)) for entity in graph.entities],
            _embeddings(entity_texts, vectors.entities),
        ),
        evidence=_nodes(
            name,
            [(item.id, _evidence_properties(item)) for item in graph.evidence],
            _embeddings(passages, vectors.passages),
        ),
        communities=_nodes(
            name,
            [(community.id, _community_properties(community)) for community in graph.communities],
            _embeddings(reports, vectors.communities),
        ),
        relations=[
            link_row(name, relation.source, relation.target)
            | {"properties": _relation_properties(relation) | {"position": position}}
            for position, relation in enumerate(graph.relations)
        ],
        instances=_nodes(
            name, [(one.id, _instance_properties(one)) for one in graph.instances], {}
        ),
        edges=[
            link_row(name, edge.source, edge.target)
            | {"properties": _edge_properties(edge) | {"position": position}}
            for position, edge in enumerate(graph.edges)
        ],
    )


def link_row(graph_id: str, source: str, target: str) -> Row:
    """Return the ends of a relationship within one graph."""
    return {"source": uid(graph_id, source), "target": uid(graph_id, target)}


def _nodes(graph_id: str, nodes: list[tuple[str, Row]], embeddings: dict[int, Row]) -> list[Row]:
    return [
        {
            "uid": uid(graph_id, local_id),
            "graph_id": graph_id,
            "properties": properties | {"position": position} | embeddings.get(position, {}),
        }
        for position, (local_id, properties) in enumerate(nodes)
    ]


def _embeddings(texts: Sequence[str | None], vectors: Vectors) -> dict[int, Row]:
    """Give each vector to the first position of its text; vectors are in that very order."""
    first: dict[str, int] = {}
    for position, text in enumerate(texts):
        if text is not None:
            first.setdefault(text, position)
    return {
        position: {"embedding": vector}
        for position, vector in zip(first.values(), vectors.tolist(), strict=True)
    }


def _graph_properties(graph: PatientGraph) -> Row:
    """Keep what has no node of its own as JSON, beside the properties one would ask for by hand."""
    return {
        "layout": LAYOUT,
        "graph_id": graph.graph_id,
        "patient_id": graph.patient_id,
        "admission_id": graph.admission_id,
        "version": graph.version,
        "admitted": graph.anchors.admitted,
        "discharged": graph.anchors.discharged,
        "anchors": graph.anchors.model_dump_json(exclude_defaults=True),
        "body": graph.model_dump_json(exclude=set(PARTS), exclude_defaults=True),
    }


def _entity_properties(entity: Entity) -> Row:
    """Repeat the attributes as properties of their own: nobody can query JSON by hand."""
    browsable = {
        name: text
        for name, text in entity.attributes.items()
        if name.isidentifier() and name not in _OWN_NAMES
    }
    return {
        **browsable,
        "entity_id": entity.id,
        "kind": entity.kind,
        "name": entity.name,
        "concepts": list(entity.concepts),
        "description": entity.description,
        "attributes": json.dumps(entity.attributes, ensure_ascii=False),
        "evidence": list(entity.evidence),
    }


def _evidence_properties(item: Evidence) -> Row:
    return {
        "evidence_id": item.id,
        "kind": item.kind,
        "place": str(item.source),
        "source": item.source.model_dump_json(exclude_defaults=True),
        "quote": item.quote,
        "section": item.section,
        "facts": [fact.model_dump_json(exclude_defaults=True) for fact in item.facts],
        "score": item.score,
        **_time(item.time),
    }


def _community_properties(community: Community) -> Row:
    return {
        "community_id": community.id,
        "level": community.level,
        "parent": community.parent,
        "title": community.title,
        "entities": list(community.entities),
        "report": community.report,
    }


def _instance_properties(one: Instance) -> Row:
    """Keep the whole as JSON, beside the properties one would ask for by hand."""
    return {
        "instance_id": one.id,
        "kind": one.kind,
        "name": one.name,
        "concept": one.concept,
        "owner": one.owner,
        "assertion": one.assertion,
        "side": one.side,
        "site": one.site,
        "study": one.study,
        "value": one.value,
        "status": one.status,
        "evidence": list(one.evidence),
        "body": one.model_dump_json(exclude_defaults=True),
        **_time(one.time),
    }


def _edge_properties(edge: InstanceEdge) -> Row:
    return {"edge_id": edge.id, "evidence": list(edge.evidence)}


def _relation_properties(relation: GraphRelation) -> Row:
    return {
        "relation_id": relation.id,
        "description": relation.description,
        "weight": relation.weight,
        "evidence": list(relation.evidence),
        **_time(relation.time),
    }


def _time(span: TimeSpan | None) -> Row:
    return {} if span is None else span.model_dump()
