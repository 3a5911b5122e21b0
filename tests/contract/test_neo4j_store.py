"""What only a database can get wrong: types, constraints, writers at once, refusals."""

import asyncio
import logging
import socket
from collections.abc import Callable

import pytest
from pydantic import SecretStr

from kg import cypher
from kg.errors import BadInputError, ServiceError
from kg.graph import PatientGraph
from kg.instance import Instance, InstanceEdge
from kg.neo4j_address import Login
from kg.neo4j_connection import Row
from kg.neo4j_store import Neo4jStore
from kg.store import LocalQuery

Maker = Callable[..., PatientGraph]


async def rows(store: Neo4jStore, text: str, **parameters: object) -> list[Row]:
    (found,) = await store.connection.read((text, parameters))
    return found


async def test_entities_and_relations_have_types_of_their_own(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    await neo4j_store.upsert(small_graph("p1"))
    found = await rows(
        neo4j_store,
        "MATCH (:PATIENT)-[:PRESCRIBED]->(m:MEDICATION)-[:INDICATES]->(d:DIAGNOSIS) "
        "RETURN m.name AS drug, d.name AS problem, d.assertion AS assertion",
    )
    assert found == [{"drug": "metformin", "problem": "problem 0", "assertion": "present"}]


async def test_evidence_and_communities_are_linked(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    await neo4j_store.upsert(small_graph("p1"))
    found = await rows(
        neo4j_store,
        "MATCH (c:Community)<-[:IN_COMMUNITY]-(m:MEDICATION)-[:EVIDENCED_BY]->(v:Evidence) "
        "RETURN c.title AS title, v.quote AS quote, v.place AS place, size(m.embedding) AS numbers",
    )
    (row,) = found
    assert row["quote"] == "Takes metformin twice a day."
    assert (row["title"], row["place"], row["numbers"]) == ("metformin", "note of p1:0:28", 256)


async def test_instances_have_a_label_of_their_own_and_no_walk_passes_through_them(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    graph = small_graph("p1")
    instances = tuple(
        Instance(
            id=f"in_{entity.name}",
            kind="episode",
            entity=entity.id,
            concept=entity.concepts[0],
            name=entity.name,
        )
        for entity in graph.entities[1:]
    )
    first, last = instances[0], instances[-1]
    edge = InstanceEdge(id="ed", kind="contraindicated_with", source=first.id, target=last.id)
    await neo4j_store.upsert(graph.model_copy(update={"instances": instances, "edges": (edge,)}))
    found = await rows(
        neo4j_store,
        "MATCH (:MEDICATION)<-[:INSTANCE_OF]-(a:Instance)-[:INSTANCE_CONTRAINDICATED_WITH]->"
        "(b:Instance) RETURN a.name AS drug, b.name AS other",
    )
    assert found == [{"drug": "metformin", "other": "problem 2"}]
    path = await neo4j_store.shortest_path("p1", "MEDICATION:metformin", "DIAGNOSIS:p2")
    assert path == ["MEDICATION:metformin", "DIAGNOSIS:p0", "DIAGNOSIS:p1", "DIAGNOSIS:p2"]


async def test_the_database_itself_refuses_a_second_patient(
    neo4j_store: Neo4jStore, small_graph: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.neo4j_connection._WRITES_TRIED", 2)
    await neo4j_store.upsert(small_graph("p1"))
    row: Row = {"uid": "another", "graph_id": "p1", "properties": {}}
    lists: Row = {name: [] for name in cypher.NODE_LISTS}
    with pytest.raises(ServiceError, match="ConstraintValidationFailed"):
        await neo4j_store.connection.write([(cypher.CREATE_NODES, lists | {"PATIENT": [row]})])
    assert len(await rows(neo4j_store, "MATCH (p:PATIENT) RETURN p.graph_id AS id")) == 1


async def test_nothing_is_left_of_a_graph_that_was_replaced_or_deleted(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    count = "MATCH (n) WHERE n.graph_id = 'p1' RETURN count(n) AS n"
    await neo4j_store.upsert(small_graph("p2"))
    await neo4j_store.upsert(small_graph("p1", chain=9))
    await neo4j_store.upsert(small_graph("p1", chain=1))
    assert await rows(neo4j_store, count) == [{"n": 1 + 3 + 2 + 1}]
    await neo4j_store.delete("p1")
    assert await rows(neo4j_store, count) == [{"n": 0}]
    assert [graph.graph_id for graph in await neo4j_store.graphs()] == ["p2"]


async def test_what_others_keep_in_the_database_stays(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    await neo4j_store.connection.write([("MERGE (n:Ward {name: 'cardiology'})", {})])
    try:
        await neo4j_store.upsert(small_graph("p1"))
        await neo4j_store.delete("p1")
        found = await rows(neo4j_store, "MATCH (n:Ward) RETURN n.name AS name")
        assert found == [{"name": "cardiology"}]
    finally:
        await neo4j_store.connection.write([("MATCH (n:Ward) DETACH DELETE n", {})])


async def test_writers_of_one_graph_wait_for_each_other(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    graphs = [small_graph("p1", drug=f"drug{n}", chain=n) for n in range(6)]
    await asyncio.gather(*(neo4j_store.upsert(graph) for graph in graphs))
    assert await neo4j_store.load("p1") in graphs
    patients = await rows(neo4j_store, "MATCH (p:PATIENT) RETURN p.graph_id AS id")
    assert patients == [{"id": "p1"}]


async def test_writers_of_several_graphs_do_not_mind_each_other(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    graphs = [small_graph(f"p{n}", drug=f"drug{n}") for n in range(8)]
    await asyncio.gather(*(neo4j_store.upsert(graph) for graph in graphs))
    for graph in graphs:
        assert await neo4j_store.load(graph.graph_id) == graph


async def test_a_graph_that_another_process_writes_is_seen_at_once(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    await neo4j_store.upsert(small_graph("p1", drug="metformin"))
    before = await neo4j_store.local_search("p1", LocalQuery(text="drug"))
    other = Neo4jStore(neo4j_store.connection.address)
    await other.upsert(small_graph("p1", drug="warfarin"))
    await other.close()
    after = await neo4j_store.local_search("p1", LocalQuery(text="drug"))
    assert "metformin" in {hit.entity.name for hit in before.hits}
    assert "warfarin" in {hit.entity.name for hit in after.hits}


async def test_a_graph_changed_by_hand_is_refused(
    neo4j_store: Neo4jStore, small_graph: Maker
) -> None:
    await neo4j_store.upsert(small_graph("p1"))
    change = "MATCH (m:MEDICATION {graph_id: 'p1'}) SET m.name = 'warfarin'"
    await neo4j_store.connection.write([(change, {})])
    with pytest.raises(BadInputError, match="'p1' is not as it was written; build it again"):
        await neo4j_store.local_search("p1", LocalQuery(text="metformin"))


async def test_any_text_comes_back_as_it_was(neo4j_store: Neo4jStore, small_graph: Maker) -> None:
    graph = small_graph("p1")
    odd = "\x00 \x1f \u2028 \ufeff 🫀 מטופל e\u0301 \\ ' \" ` $ \r\n\t"
    entities = (graph.entities[0].model_copy(update={"name": odd, "attributes": {odd: odd}}),)
    changed = graph.model_copy(update={"entities": (*entities, *graph.entities[1:])})
    await neo4j_store.upsert(changed)
    assert await neo4j_store.load("p1") == changed


def changed(store: Neo4jStore, **what: object) -> Neo4jStore:
    return Neo4jStore(store.connection.address.model_copy(update=what))


async def fails(store: Neo4jStore) -> str:
    with pytest.raises(ServiceError) as raised:
        await store.graphs()
    await store.close()
    message = str(raised.value)
    assert len(message.splitlines()) == 1
    return message


async def test_a_wrong_password_is_named_and_not_shown(
    neo4j_store: Neo4jStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    login = Login(user="neo4j", password=SecretStr("not-it-s3cret"))
    message = await fails(changed(neo4j_store, login=login))
    assert "password is refused" in message
    assert "CURAVIEW_NEO4J_PASSWORD" in message
    assert "s3cret" not in message + caplog.text


async def test_an_unknown_database_is_named(neo4j_store: Neo4jStore) -> None:
    message = await fails(changed(neo4j_store, database="nowhere"))
    assert "/nowhere: no such database" in message


async def test_a_server_that_is_not_there_is_reported_at_once(neo4j_store: Neo4jStore) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    started = asyncio.get_running_loop().time()
    message = await fails(changed(neo4j_store, uri=f"bolt://127.0.0.1:{port}"))
    assert f"127.0.0.1:{port}" in message
    assert "no database answers" in message
    assert asyncio.get_running_loop().time() - started < 5


async def test_an_old_server_is_refused(
    neo4j_store: Neo4jStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.neo4j_connection.OLDEST_VERSION", 6)
    message = await fails(changed(neo4j_store))
    assert "the server is 'Neo4j/5." in message
    assert "use Neo4j 6 or later" in message


async def test_routing_addresses_work_too(neo4j_store: Neo4jStore, small_graph: Maker) -> None:
    address = neo4j_store.connection.address
    routed = changed(neo4j_store, uri=address.uri.replace("bolt://", "neo4j://"))
    await routed.upsert(small_graph("p1"))
    assert await routed.load("p1") == small_graph("p1")
    await routed.close()


def test_a_store_outlives_its_event_loops(neo4j_store: Neo4jStore, small_graph: Maker) -> None:
    address = neo4j_store.connection.address

    async def write_and_read(store: Neo4jStore, name: str) -> bool:
        await store.upsert(small_graph(name))
        found = await store.load(name)
        await store.connection.close()
        return found is not None

    store = Neo4jStore(address)
    assert all(asyncio.run(write_and_read(store, name)) for name in ("p1", "p2"))
