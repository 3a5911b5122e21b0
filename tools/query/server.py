"""Runs a checked query in a database: explained first, read only, within limits of rows and time.

The database finds the matches; rows are made of them here, as for the graph in memory.
"""

import asyncio
from collections.abc import Iterable, Mapping

from kg.errors import ServiceError
from kg.graph_schema import GraphSchema
from kg.neo4j_connection import Neo4jConnection
from kg.property_graph import GraphEdge, GraphNode, PropertyGraph, Scalar
from tools.query.cypher_writing import WrittenQuery, write_cypher
from tools.query.matching import MOST_MATCHES, Bound, Matches
from tools.query.pattern import GraphQuery
from tools.query.rows import QueryResult, result_of

SECONDS = 10.0
"""Longest wait for one query; some servers ignore a limit of their own."""


async def run_on_server(
    connection: Neo4jConnection,
    schema: GraphSchema,
    graph_id: str,
    query: GraphQuery,
    seconds: float = SECONDS,
) -> QueryResult:
    """Run a checked query on one graph in a database."""
    written = write_cypher(query, schema, graph_id)
    try:
        async with asyncio.timeout(seconds):
            answers = await _run(connection, written)
    except TimeoutError as error:
        msg = f"{connection.where}: no answer to a query within {seconds:g} seconds; ask for less"
        raise ServiceError(msg) from error
    return _result(schema, graph_id, query, list(zip(written, answers, strict=True)))


async def _run(
    connection: Neo4jConnection, written: list[WrittenQuery]
) -> list[list[dict[str, object]]]:
    # The texts are made of names that the schema knows; every value is a parameter.
    statements = [(one.text, one.parameters) for one in written]
    for text, parameters in statements:
        await connection.read((f"EXPLAIN {text}", parameters))
    return await connection.read(*statements)


def _result(
    schema: GraphSchema,
    graph_id: str,
    query: GraphQuery,
    answers: list[tuple[WrittenQuery, list[dict[str, object]]]],
) -> QueryResult:
    nodes: dict[str, GraphNode] = {}
    edges: dict[str, GraphEdge] = {}
    found: list[Bound] = []
    for written, rows in answers:
        for row in rows:
            bound = {name: (_node(row, at, schema, nodes),) for name, at in written.nodes.items()}
            walked = {
                name: tuple(_edge(row, at, edges) for at in places)
                for name, places in written.steps.items()
            }
            found.append({**bound, **walked})
    graph = PropertyGraph(graph_id, "", schema, nodes, edges)
    kept, complete = tuple(found[:MOST_MATCHES]), len(found) <= MOST_MATCHES
    return result_of(graph, query, Matches(kept, complete))


def _node(
    row: Mapping[str, object], at: str, schema: GraphSchema, nodes: dict[str, GraphNode]
) -> str:
    held, evidence = _held(row, at)
    node_id = str(held["entity_id"])
    kind, name = str(held.get("kind", "")), str(held.get("name", ""))
    known = schema.properties_of(kind)
    own = {property_: value for property_, value in held.items() if property_ in known}
    nodes[node_id] = GraphNode(node_id, kind, name, own, evidence)
    return node_id


def _edge(row: Mapping[str, object], at: str, edges: dict[str, GraphEdge]) -> str:
    held, evidence = _held(row, at)
    edge_id = str(held["relation_id"])
    edges[edge_id] = GraphEdge(edge_id, str(row[f"{at}_kind"]), "", "", held, evidence)
    return edge_id


def _held(row: Mapping[str, object], at: str) -> tuple[dict[str, Scalar], tuple[str, ...]]:
    given = row[f"{at}_held"]
    assert isinstance(given, dict)
    held: dict[str, Scalar] = {}
    for name, value in given.items():
        if isinstance(value, (str, int, float)):
            held[name] = value
        elif isinstance(value, Iterable):
            held[name] = tuple(str(one) for one in value)
    evidence = held.pop("evidence", ())
    return held, evidence if isinstance(evidence, tuple) else ()
