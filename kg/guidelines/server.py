"""Writes a graph of knowledge into a Neo4j database, beside the graphs of patients."""

from collections.abc import Iterator
from typing import LiteralString

from kg.evidence import Evidence
from kg.guidelines.knowledge import KnowledgeGraph, knowledge_property_graph
from kg.guidelines.schema import KNOWLEDGE_KINDS, KNOWLEDGE_RELATIONS
from kg.neo4j_connection import Neo4jConnection, Row, Statement
from kg.neo4j_rows import uid

_ROWS = 500
"""Rows of one message."""

SCHEMA: tuple[LiteralString, ...] = (
    "CREATE CONSTRAINT curaview_knowledge IF NOT EXISTS FOR (n:Knowledge) REQUIRE n.uid IS UNIQUE",
    "CREATE INDEX curaview_knowledge_graph IF NOT EXISTS FOR (n:Knowledge) ON (n.graph_id)",
)
CLEAR: LiteralString = "MATCH (n:Knowledge {graph_id: $graph_id}) DETACH DELETE n"

_NODES: dict[str, LiteralString] = {
    kind: f"UNWIND $rows AS row CREATE (n:Knowledge:{kind}) SET n = row" for kind in KNOWLEDGE_KINDS
}
_PLACES: LiteralString = "UNWIND $rows AS row CREATE (n:Knowledge:Quote) SET n = row"
_RELATIONS: dict[str, LiteralString] = {
    kind: "UNWIND $rows AS row MATCH (a:Knowledge {uid: row.source}) "
    f"MATCH (b:Knowledge {{uid: row.target}}) CREATE (a)-[r:{kind}]->(b) SET r = row.properties"
    for kind in KNOWLEDGE_RELATIONS
}


async def write_knowledge(connection: Neo4jConnection, graph: KnowledgeGraph) -> None:
    """Replace the graph of the same name as a whole, in one transaction."""
    await connection.ensure(SCHEMA)
    await connection.write(list(_statements(graph)))


def _statements(graph: KnowledgeGraph) -> Iterator[Statement]:
    name = graph.graph_id
    view = knowledge_property_graph(graph)
    yield CLEAR, {"graph_id": name}
    for kind, text in _NODES.items():
        nodes = [node for node in view.nodes.values() if node.kind == kind]
        yield from _batches(
            text,
            [
                {
                    **{key: _plain(value) for key, value in node.properties.items()},
                    "uid": uid(name, node.id),
                    "graph_id": name,
                    "evidence": list(node.evidence),
                }
                for node in nodes
            ],
        )
    yield from _batches(_PLACES, [_place(name, item) for item in graph.evidence])
    for kind, text in _RELATIONS.items():
        edges = [edge for edge in view.edges.values() if edge.kind == kind]
        yield from _batches(
            text,
            [
                {
                    "source": uid(name, edge.source),
                    "target": uid(name, edge.target),
                    "properties": {
                        **{key: _plain(value) for key, value in edge.properties.items()},
                        "evidence": list(edge.evidence),
                    },
                }
                for edge in edges
            ],
        )


def _place(name: str, item: Evidence) -> Row:
    return {
        "uid": uid(name, item.id),
        "graph_id": name,
        "evidence_id": item.id,
        "quote": item.quote,
        "place": str(item.source),
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _batches(text: LiteralString, rows: list[Row]) -> Iterator[Statement]:
    for start in range(0, len(rows), _ROWS):
        yield text, {"rows": rows[start : start + _ROWS]}
