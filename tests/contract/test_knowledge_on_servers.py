"""A graph of knowledge in a database answers as the one in memory, beside graphs of patients."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from kg.graph import PatientGraph
from kg.graph_schema import PATIENT_SCHEMA
from kg.guidelines.build import build_knowledge
from kg.guidelines.knowledge import KnowledgeGraph, knowledge_property_graph
from kg.guidelines.schema import KNOWLEDGE_SCHEMA
from kg.guidelines.server import CLEAR, write_knowledge
from kg.neo4j_store import Neo4jStore
from tools.query.cypher_reading import read_cypher
from tools.query.rows import run_query
from tools.query.server import run_on_server
from tools.query.validation import checked

Maker = Callable[..., PatientGraph]

QUERIES = [
    "MATCH (d:DISEASE)-[r:RECOMMENDS_DRUG]->(t:DRUG) WHERE d.name = 'ascites' "
    "RETURN t.name, r.dosage, r.strength, r.weight ORDER BY t.name",
    "MATCH (t:DISEASE)-[:NOT_RECOMMENDED]->(d:DRUG {name: 'NSAIDs'}) RETURN t.name",
    "MATCH (a:DISEASE)-[:CAUSED_BY]->(b:DISEASE)-[:LINKED_TO_GENE]->(g:GENE) RETURN a.name, g.name",
    "MATCH (a:DISEASE {name: 'hepatitis D'})-[w:LEADS_TO*1..3]->(t:DISEASE) RETURN DISTINCT t.name",
    "MATCH (d:DISEASE) WHERE 'HCC' IN d.aliases RETURN d.name, d.codes",
    "MATCH (d:DISEASE)-[r:RECOMMENDS_TREATMENT]->(t) WHERE r.condition IS NULL RETURN count(*)",
    "MATCH (n:SYMPTOM) RETURN count(*) AS n",
]


@pytest.fixture(scope="module")
def knowledge() -> KnowledgeGraph:
    folder = Path(__file__).parents[2] / "examples" / "hepatology"
    return build_knowledge(folder, "hepatology")


@pytest.fixture
async def loaded(
    neo4j_store: Neo4jStore, small_graph: Maker, knowledge: KnowledgeGraph
) -> AsyncIterator[Neo4jStore]:
    await neo4j_store.upsert(small_graph("p1"))
    await write_knowledge(neo4j_store.connection, knowledge)
    await write_knowledge(neo4j_store.connection, knowledge)
    yield neo4j_store
    await neo4j_store.connection.write([(CLEAR, {"graph_id": knowledge.graph_id})])


async def test_the_rows_are_the_same_and_no_patient_is_among_them(
    loaded: Neo4jStore, small_graph: Maker, knowledge: KnowledgeGraph
) -> None:
    graph = knowledge_property_graph(knowledge)
    for text in QUERIES:
        query = checked(read_cypher(text), KNOWLEDGE_SCHEMA)
        here = run_query(graph, query)
        there = await run_on_server(
            loaded.connection, KNOWLEDGE_SCHEMA, graph.graph_id, query, 120.0
        )
        assert there.rows == here.rows, text
        assert here.rows, text
    everything = checked(read_cypher("MATCH (n:Entity) RETURN n.kind"), PATIENT_SCHEMA)
    patient = await run_on_server(loaded.connection, PATIENT_SCHEMA, "p1", everything)
    assert set(patient.nodes) == {one.id for one in small_graph("p1").entities}
    assert await loaded.load("p1") == small_graph("p1")
