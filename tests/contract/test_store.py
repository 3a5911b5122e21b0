from collections.abc import Callable

import pytest

from kg.errors import BadInputError
from kg.graph import PatientGraph
from kg.store import GraphStore, LocalQuery

Maker = Callable[..., PatientGraph]

HOSTILE_IDS = [
    "o'brien",
    'say "hello"',
    "100%",
    "_",
    "*",
    "a; DROP TABLE graph; --",
    "מטופל-5",
    "🫀",
    "é",
    "e\u0301",
    " padded ",
    "tab\tand\nline",
    "../../etc",
    "p" * 3000,
    "p@1",
    "p@1@2",
]


async def test_a_graph_comes_back_as_it_was_written(store: GraphStore, small_graph: Maker) -> None:
    graph = small_graph("p1")
    await store.upsert(graph)
    assert await store.load("p1") == graph


async def test_a_summary_tells_what_is_stored(store: GraphStore, small_graph: Maker) -> None:
    graph = small_graph("p1", version="abc")
    await store.upsert(graph)
    summary = await store.summary("p1")
    assert summary is not None
    assert (summary.patient_id, summary.version, summary.anchors) == ("p1", "abc", graph.anchors)
    assert await store.graphs() == [summary]


async def test_unknown_graphs_are_none_or_refused_but_never_empty(
    store: GraphStore, small_graph: Maker
) -> None:
    await store.upsert(small_graph("p1"))
    assert await store.load("p2") is None
    assert await store.summary("p2") is None
    await store.delete("p2")
    with pytest.raises(BadInputError, match="no graph 'p2'"):
        await store.local_search("p2", LocalQuery(text="metformin"))
    with pytest.raises(BadInputError, match="no graph 'p2'"):
        await store.community_search("p2", "metformin", 3)
    with pytest.raises(BadInputError, match="no graph 'p2'"):
        await store.neighbours("p2", "PATIENT")
    with pytest.raises(BadInputError, match="no graph 'p2'"):
        await store.shortest_path("p2", "PATIENT", "PATIENT")


async def test_unknown_entities_have_no_neighbours_and_no_paths(
    store: GraphStore, small_graph: Maker
) -> None:
    await store.upsert(small_graph("p1"))
    assert await store.neighbours("p1", "nobody") == []
    assert await store.shortest_path("p1", "PATIENT", "nobody") is None
    assert await store.shortest_path("p1", "nobody", "PATIENT") is None


async def test_writing_again_replaces_the_whole_graph(
    store: GraphStore, small_graph: Maker
) -> None:
    await store.upsert(small_graph("p1", drug="metformin", chain=4))
    replaced = small_graph("p1", drug="warfarin", chain=1, version="2")
    await store.upsert(replaced)
    assert await store.load("p1") == replaced
    found = await store.local_search("p1", LocalQuery(text="metformin", top_k=50))
    assert "metformin" not in {hit.entity.name for hit in found.hits}
    assert len(await store.graphs()) == 1


async def test_a_deleted_graph_is_gone(store: GraphStore, small_graph: Maker) -> None:
    await store.upsert(small_graph("p1"))
    await store.upsert(small_graph("p2"))
    await store.delete("p1")
    assert await store.load("p1") is None
    assert [graph.graph_id for graph in await store.graphs()] == ["p2"]
    with pytest.raises(BadInputError):
        await store.local_search("p1", LocalQuery(text="metformin"))


async def test_nearly_equal_patients_stay_apart(store: GraphStore, small_graph: Maker) -> None:
    await store.upsert(small_graph("p1", drug="metformin"))
    await store.upsert(small_graph("P1", drug="warfarin"))
    first = await store.local_search("p1", LocalQuery(text="warfarin", concepts=("drug:warfarin",)))
    assert not any(hit.linked for hit in first.hits)
    assert all("warfarin" not in item.quote for item in first.evidence)
    assert {item.source.note for item in first.evidence} == {"note of p1"}
    second = await store.local_search("P1", LocalQuery(text="warfarin"))
    assert {item.source.note for item in second.evidence} == {"note of P1"}
    assert [c.title for c in await store.community_search("p1", "warfarin", 9)] == ["metformin"]


async def test_hostile_ids_are_only_ids(store: GraphStore, small_graph: Maker) -> None:
    graphs = {
        name: small_graph(name, drug=f"drug{n}", chain=n % 4) for n, name in enumerate(HOSTILE_IDS)
    }
    for graph in graphs.values():
        await store.upsert(graph)
    assert {summary.graph_id for summary in await store.graphs()} == set(HOSTILE_IDS)
    for name, graph in graphs.items():
        assert await store.load(name) == graph
    await store.delete("%")
    await store.delete("p*")
    assert len(await store.graphs()) == len(HOSTILE_IDS)
    await store.delete("_")
    assert {summary.graph_id for summary in await store.graphs()} == set(HOSTILE_IDS) - {"_"}


async def test_a_concept_links_to_its_entity_however_dissimilar_the_words(
    store: GraphStore, small_graph: Maker
) -> None:
    await store.upsert(small_graph("p1", chain=30))
    query = LocalQuery(text="problem 7 problem 8", concepts=("drug:metformin",), top_k=2)
    found = await store.local_search("p1", query)
    assert [hit.entity.name for hit in found.hits if hit.linked] == ["metformin"]
    assert found.hits[0].linked
    assert len(found.hits) <= 3
    assert "Takes metformin twice a day." in {item.quote for item in found.evidence}


async def test_a_wider_concept_links_too(store: GraphStore, small_graph: Maker) -> None:
    await store.upsert(small_graph("p1"))
    query = LocalQuery(text="anything", concepts=("drugclass:tested",))
    found = await store.local_search("p1", query)
    assert [hit.entity.name for hit in found.hits if hit.linked] == ["metformin"]


async def test_a_search_returns_the_one_hop_surroundings(
    store: GraphStore, small_graph: Maker
) -> None:
    await store.upsert(small_graph("p1", chain=5))
    query = LocalQuery(text="metformin", concepts=("drug:metformin",), top_k=1, passages=0)
    found = await store.local_search("p1", query)
    ends = {end for relation in found.relations for end in (relation.source, relation.target)}
    assert "MEDICATION:metformin" in ends
    assert {entity.id for entity in found.neighbours} == ends - {h.entity.id for h in found.hits}
    assert [community.title for community in found.communities] == ["metformin"]


async def test_searches_are_the_same_every_time(store: GraphStore, small_graph: Maker) -> None:
    graph = small_graph("p1", chain=12)
    await store.upsert(graph)
    query = LocalQuery(text="problem after problem", concepts=("problem:3",))
    first = await store.local_search("p1", query)
    await store.upsert(small_graph("p2"))
    await store.upsert(graph)
    assert await store.local_search("p1", query) == first
    assert await store.community_search("p1", "metformin", 2) == (
        await store.community_search("p1", "metformin", 2)
    )


async def test_neighbours_come_with_their_relation(store: GraphStore, small_graph: Maker) -> None:
    await store.upsert(small_graph("p1", chain=1))
    around = await store.neighbours("p1", "MEDICATION:metformin")
    assert [(relation.kind, entity.id) for relation, entity in around] == [
        ("prescribed", "PATIENT"),
        ("indicates", "DIAGNOSIS:p0"),
    ]


async def test_the_shortest_path_has_at_most_six_relations(
    store: GraphStore, small_graph: Maker
) -> None:
    await store.upsert(small_graph("p1", chain=8))
    path = await store.shortest_path("p1", "PATIENT", "DIAGNOSIS:p4")
    assert path == ["PATIENT", "MEDICATION:metformin", *(f"DIAGNOSIS:p{n}" for n in range(5))]
    assert await store.shortest_path("p1", "PATIENT", "DIAGNOSIS:p5") is None
    assert await store.shortest_path("p1", "DIAGNOSIS:p1", "PATIENT") == path[:4][::-1]
    assert await store.shortest_path("p1", "PATIENT", "PATIENT") == ["PATIENT"]


async def test_a_relation_with_a_missing_end_is_refused(
    store: GraphStore, small_graph: Maker
) -> None:
    graph = small_graph("p1")
    broken = graph.model_copy(update={"entities": graph.entities[:-1], "communities": ()})
    with pytest.raises(BadInputError, match=r"DIAGNOSIS:p2, which is missing"):
        await store.upsert(broken)
    assert await store.graphs() == []


async def test_a_graph_without_anything_but_a_patient_can_be_searched(
    store: GraphStore, small_graph: Maker
) -> None:
    graph = small_graph("p1")
    bare = graph.model_copy(
        update={
            "entities": graph.entities[:1],
            "relations": (),
            "communities": (),
            "evidence": (),
        }
    )
    await store.upsert(bare)
    assert await store.load("p1") == bare
    found = await store.local_search("p1", LocalQuery(text="", concepts=("x",)))
    assert [hit.entity.id for hit in found.hits] == ["PATIENT"]
    assert found.evidence == ()
    assert await store.community_search("p1", "x", 5) == []
