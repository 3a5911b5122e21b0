"""A patient graph put together again from the rows that Neo4j returns."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from clinical.facts import Anchors, Fact, TimeSpan
from clinical.sources import SourceRef
from kg import cypher
from kg.errors import BadInputError
from kg.evidence import Evidence
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.graph_vectors import GraphVectors, to_bytes
from kg.instance import Instance, InstanceEdge
from kg.neo4j_connection import Row, Statement
from kg.neo4j_rows import LAYOUT
from kg.store import GraphSummary, Vectors

Rows = Sequence[Row]


class StoredGraph(NamedTuple):
    """A graph as the server returned it."""

    graph: PatientGraph
    vectors: GraphVectors
    embedder: str
    digest: str
    """Of what was written."""

    @property
    def is_whole(self) -> bool:
        """Say whether it is what was written.

        It is not where a writer came between two statements, or where somebody changed it by hand.
        """
        return self.digest == digest_of(self.graph, self.vectors)


def digest_of(graph: PatientGraph, vectors: GraphVectors) -> str:
    """Hash all that is stored of a graph."""
    return sha256(graph.model_dump_json().encode() + to_bytes(vectors)).hexdigest()


def reading(graph_id: str) -> list[Statement]:
    """Return the statements that read a whole graph."""
    texts = (
        cypher.READ_GRAPH,
        cypher.READ_ENTITIES,
        cypher.READ_EVIDENCE,
        cypher.READ_COMMUNITIES,
        cypher.READ_RELATIONS,
        cypher.READ_INSTANCES,
        cypher.READ_EDGES,
    )
    return [(text, {"graph_id": graph_id}) for text in texts]


def stored_graph_from(found: Sequence[Rows]) -> StoredGraph:
    """Read what the statements of `reading` returned for a graph that exists."""
    (row,), entities, evidence, communities, *joins = found
    node = part(row, "graph")
    return StoredGraph(
        graph=graph_from(node, (entities, evidence, communities), joins),
        vectors=vectors_from(entities, evidence, communities),
        embedder=str(node["embedder"]),
        digest=str(node["digest"]),
    )


def summary_from(row: Row) -> GraphSummary:
    """Read a graph's own node, without what it holds."""
    node = readable(part(row, "graph"))
    anchors = Anchors.model_validate_json(str(node["anchors"]))
    return GraphSummary.model_validate(node | {"anchors": anchors})


def graph_from(node: Row, nodes: Sequence[Rows], joins: Sequence[Rows]) -> PatientGraph:
    """Read a graph; every list comes in the order in which it was written.

    `nodes` are its entities, evidence and communities; `joins` its relations, its instances and
    what joins those.
    """
    body: Row = json.loads(str(readable(node)["body"]))
    entities, evidence, communities = nodes
    relations, instances, edges = joins
    return PatientGraph.model_validate(
        body
        | {
            "entities": tuple(entity_from(part(row, "node")) for row in entities),
            "relations": tuple(relation_from(row) for row in relations),
            "communities": tuple(_community(part(row, "node")) for row in communities),
            "evidence": tuple(_evidence(part(row, "node")) for row in evidence),
            "instances": tuple(Instance.model_validate_json(str(row["body"])) for row in instances),
            "edges": tuple(_edge(row) for row in edges),
        }
    )


def vectors_from(entities: Rows, evidence: Rows, communities: Rows) -> GraphVectors:
    """Read the embeddings, which stand in the order of the distinct texts."""
    parts = [_embeddings(rows) for rows in (entities, evidence, communities)]
    dimension = next((len(vector) for embeddings in parts for vector in embeddings), 0)
    return GraphVectors(*(_matrix(embeddings, dimension) for embeddings in parts))


def entity_from(node: Row) -> Entity:
    """Read an entity."""
    attributes = json.loads(str(node["attributes"]))
    return Entity.model_validate(node | {"id": node["entity_id"], "attributes": attributes})


def relation_from(row: Row) -> GraphRelation:
    """Read a relation with its ends."""
    properties = part(row, "properties")
    return GraphRelation.model_validate(
        properties
        | {
            "id": properties["relation_id"],
            "source": row["source"],
            "target": row["target"],
            "kind": cypher.RELATION_KINDS[str(row["type"])],
            "time": _time(properties),
        }
    )


def part(row: Row, name: str) -> Row:
    """Return a map within a row."""
    found = row[name]
    if not isinstance(found, dict):
        msg = f"{name} is {type(found).__name__}, not a map"
        raise TypeError(msg)
    return found


def readable(node: Row) -> Row:
    """Refuse the node of a graph that was laid out by another version."""
    if node.get("layout") != LAYOUT:
        raise BadInputError(
            f"graph {node['graph_id']!r} in the database: layout {node.get('layout')}, "
            f"this version reads {LAYOUT}; delete it and build it again"
        )
    return node


def _evidence(node: Row) -> Evidence:
    facts = node["facts"]
    written = facts if isinstance(facts, list) else []
    return Evidence.model_validate(
        node
        | {
            "id": node["evidence_id"],
            "source": SourceRef.model_validate_json(str(node["source"])),
            "facts": tuple(Fact.model_validate_json(str(fact)) for fact in written),
            "time": _time(node),
        }
    )


def _edge(row: Row) -> InstanceEdge:
    properties = part(row, "properties")
    return InstanceEdge.model_validate(
        {
            "id": properties["edge_id"],
            "kind": cypher.INSTANCE_EDGE_KINDS[str(row["type"])],
            "source": row["source"],
            "target": row["target"],
            "evidence": properties["evidence"],
        }
    )


def _community(node: Row) -> Community:
    return Community.model_validate(
        node | {"id": node["community_id"], "parent": node.get("parent")}
    )


def _time(properties: Row) -> TimeSpan | None:
    if properties.get("precision") is None:
        return None
    return TimeSpan.model_validate(
        {name: properties[name] for name in TimeSpan.model_fields if name in properties}
    )


def _matrix(embeddings: list[list[float]], dimension: int) -> Vectors:
    return np.array(embeddings, dtype=np.float32).reshape(len(embeddings), dimension)


def _embeddings(rows: Rows) -> list[list[float]]:
    return [row["embedding"] for row in rows if isinstance(row["embedding"], list)]
