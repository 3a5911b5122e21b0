"""A checked query returns the same rows from memory and from every database."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from clinical.facts import TimeSpan
from kg.graph import PatientGraph
from kg.graph_schema import PATIENT_SCHEMA
from kg.neo4j_store import Neo4jStore
from kg.property_graph import PropertyGraph, patient_property_graph
from tools.query.cypher_reading import read_cypher
from tools.query.lexing import CypherRefusedError
from tools.query.pattern import GraphQuery
from tools.query.rows import run_query
from tools.query.server import run_on_server
from tools.query.validation import checked

Maker = Callable[..., PatientGraph]

QUERIES = Path(__file__).parents[1] / "queries" / "accepted.jsonl"
ACCEPTED = [json.loads(line)["query"] for line in QUERIES.read_text("utf-8").splitlines()]
DRAWN = 40
PATIENCE = 120.0
"""Seconds: a server that shares its machine with other work plans long paths slowly."""


def dated(graph: PatientGraph) -> PatientGraph:
    """Give the relations times and weights, so that conditions on them decide something."""
    relations = tuple(
        relation.model_copy(
            update={
                "time": TimeSpan(earliest=f"2180-03-0{at + 1}T00:00:00") if at % 2 == 0 else None,
                "weight": float(at),
            }
        )
        for at, relation in enumerate(graph.relations)
    )
    return graph.model_copy(update={"relations": relations})


def drawn_queries(seed: int) -> list[GraphQuery]:
    """Make queries of parts that fit together as often as not; keep those that pass."""
    draw = Random(seed)
    paths = [
        "(p:PATIENT)-[r:PRESCRIBED]->(m:MEDICATION)",
        "(m:MEDICATION)-[r:INDICATES]->(d:DIAGNOSIS)",
        "(m:MEDICATION)-[r]-(d)",
        "(p:PATIENT)-[w*1..3]-(d:DIAGNOSIS)",
        "(d:DIAGNOSIS)-[r:INDICATES]-(e:DIAGNOSIS)-[s:INDICATES]-(f:DIAGNOSIS)",
    ]
    where = [
        "d.name CONTAINS '1'",
        "NOT d.name = 'problem 0'",
        "r.weight > 1",
        "r.earliest <= '2180-03-02T00:00:00'",
        "r.earliest IS NULL",
        "'drugclass:tested' IN m.concepts",
        "toLower(m.name) IN ['METFORMIN']",
        "d.severity <> 'x'",
    ]
    returns = ["d.name", "m.name", "count(*)", "r.weight", "d", "collect(d.name)", "min(r.weight)"]
    found: list[GraphQuery] = []
    while len(found) < DRAWN:
        path = draw.choice(paths)
        chosen = f" {draw.choice(['AND', 'OR'])} ".join(draw.sample(where, draw.randint(1, 3)))
        columns = ", ".join(draw.sample(returns, draw.randint(1, 3)))
        text = f"MATCH {path} WHERE {chosen} RETURN {draw.choice(['', 'DISTINCT '])}{columns}"
        try:
            found.append(checked(read_cypher(text), PATIENT_SCHEMA))
        except CypherRefusedError:
            continue
    return found


async def same(store: Neo4jStore, graph: PropertyGraph, query: GraphQuery) -> None:
    here = run_query(graph, query)
    there = await run_on_server(store.connection, PATIENT_SCHEMA, graph.graph_id, query, PATIENCE)
    assert there.rows == here.rows, query
    assert (set(there.nodes), set(there.edges)) == (set(here.nodes), set(here.edges))
    assert there.complete == here.complete


@pytest.fixture
async def two_patients(neo4j_store: Neo4jStore, small_graph: Maker) -> Neo4jStore:
    await neo4j_store.upsert(dated(small_graph("p1", chain=4)))
    await neo4j_store.upsert(dated(small_graph("P1", drug="warfarin", chain=6)))
    return neo4j_store


async def test_rows_are_the_same_on_every_store(
    two_patients: Neo4jStore, small_graph: Maker
) -> None:
    graph = patient_property_graph(dated(small_graph("p1", chain=4)))
    queries = [checked(read_cypher(text), PATIENT_SCHEMA) for text in ACCEPTED]
    for query in [*queries, *drawn_queries(1)]:
        await same(two_patients, graph, query)


async def test_no_query_sees_the_other_patient(
    two_patients: Neo4jStore, small_graph: Maker
) -> None:
    other = patient_property_graph(small_graph("P1", drug="warfarin", chain=6))
    own = patient_property_graph(small_graph("p1", chain=4))
    secret = (set(other.nodes) | {"warfarin"}) - set(own.nodes)
    for text in ACCEPTED:
        query = checked(read_cypher(text), PATIENT_SCHEMA)
        there = await run_on_server(two_patients.connection, PATIENT_SCHEMA, "p1", query, PATIENCE)
        told = {str(cell) for row in there.rows for cell in row} | set(there.nodes)
        assert not told & secret
