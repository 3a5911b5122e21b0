"""A graph as rich as real ones gets the same answers from a server as from the embedded store."""

import pytest

from clinical.facts import TimeSpan
from evaluation.synthetic import synthetic_case
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.neo4j_store import Neo4jStore
from kg.sqlite_store import SqliteStore
from kg.store import LocalQuery, LocalResult
from kg.view import anchors_of, view_of

QUERIES = [
    LocalQuery(text="Her creatinine rose to 1.8 after the contrast study."),
    LocalQuery(text="discharged home", sections=("allergies", "discharge_medications")),
    LocalQuery(text="atorvastatin", concepts=("drug:atorvastatin", "lab:creatinine"), top_k=5),
    LocalQuery(text="", passages=40, top_k=100),
]


@pytest.fixture(scope="module")
def graph() -> PatientGraph:
    case = synthetic_case(0)
    admission = case.targets[0].admission_id
    view = view_of(case.record, admission, (*case.targets, *case.withheld), "all")
    return build_graph(view, admission, anchors_of(case.record, admission), RuleExtractor())


def scores(found: LocalResult) -> list[float]:
    return [hit.score for hit in found.hits] + [item.score for item in found.evidence]


async def test_answers_do_not_depend_on_the_store(
    graph: PatientGraph, neo4j_store: Neo4jStore
) -> None:
    embedded = SqliteStore()
    name = graph.graph_id
    for store in (embedded, neo4j_store):
        await store.upsert(graph)
    assert await neo4j_store.load(name) == graph
    assert await neo4j_store.summary(name) == await embedded.summary(name)
    for query in QUERIES:
        first = await embedded.local_search(name, query)
        second = await neo4j_store.local_search(name, query)
        assert scores(second) == pytest.approx(scores(first), abs=5e-6)
        assert second == first
    assert await neo4j_store.community_search(name, "kidney", 9) == (
        await embedded.community_search(name, "kidney", 9)
    )
    await embedded.close()


async def test_walks_in_the_database_are_those_in_memory(
    graph: PatientGraph, neo4j_store: Neo4jStore
) -> None:
    embedded = SqliteStore()
    name = graph.graph_id
    for store in (embedded, neo4j_store):
        await store.upsert(graph)
    ids = [entity.id for entity in graph.entities]
    for entity_id in ids[::7]:
        assert await neo4j_store.neighbours(name, entity_id) == (
            await embedded.neighbours(name, entity_id)
        )
    concepts = tuple(dict.fromkeys(one.concept for one in graph.instances))
    assert await neo4j_store.around(name, tuple(ids)) == await embedded.around(name, tuple(ids))
    assert await neo4j_store.timeline(name, concepts, TimeSpan()) == (
        await embedded.timeline(name, concepts, TimeSpan())
    )
    for start, end in zip(ids[::11], ids[::-13], strict=False):
        assert await neo4j_store.shortest_path(name, start, end) == (
            await embedded.shortest_path(name, start, end)
        )
    await embedded.close()
