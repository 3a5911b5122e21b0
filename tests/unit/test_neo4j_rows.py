"""What is written to Neo4j is enough to read the same graph again."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clinical.facts import Anchors, Concept, Fact, TimeSpan
from clinical.sources import in_note, in_row
from kg import cypher
from kg.errors import BadInputError
from kg.evidence import Evidence
from kg.graph import BuildReport, Community, Entity, GraphRelation, PatientGraph
from kg.graph_vectors import GraphVectors, texts_of
from kg.instance import Instance, InstanceEdge
from kg.neo4j_connection import Row
from kg.neo4j_reading import StoredGraph, digest_of, stored_graph_from
from kg.neo4j_rows import rows_of, uid
from kg.neo4j_writing import writing
from kg.store import Vectors

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = st.tuples(texts, texts)
times = st.none() | st.builds(
    TimeSpan,
    earliest=st.none() | texts,
    latest=st.none() | texts,
    precision=st.sampled_from(["minute", "day", "unknown"]),
    anchor=st.sampled_from(["absolute", "note"]),
)


@st.composite
def graphs(draw: st.DrawFn) -> PatientGraph:
    source = in_note(draw(texts), 0, 3) if draw(st.booleans()) else in_row("t", draw(texts), "f")
    fact = Fact(
        kind="lab", concept=Concept(id=draw(texts), name="n"), text=draw(texts), source=source
    )
    evidence = Evidence(
        id="ev_1",
        kind=draw(st.sampled_from(["fact", "text", "list"])),
        source=source,
        quote=draw(texts),
        time=draw(times),
        section=draw(st.none() | texts),
        facts=(fact,) * draw(st.integers(0, 2)),
        score=draw(st.floats(-1, 1)),
    )
    attributes = draw(st.dictionaries(texts | st.sampled_from(["name", "uid", "dose"]), texts))
    entities = tuple(
        Entity(
            id=f"{kind}:{draw(texts)}",
            kind=kind,
            name=draw(texts),
            concepts=draw(names),
            description=draw(texts),
            attributes=attributes,
            evidence=("ev_1",) * draw(st.integers(0, 2)),
        )
        for kind in ("PATIENT", "LAB_RESULT", "ALLERGY")
    )
    relation = GraphRelation(
        id="rel",
        source=entities[0].id,
        target=entities[draw(st.integers(0, 2))].id,
        kind="has_allergy",
        description=draw(texts),
        time=draw(times),
        weight=draw(st.floats(0, 9)),
        evidence=("ev_1",),
    )
    community = Community(
        id="0.0",
        level=0,
        parent=draw(st.none() | st.just("above")),
        title=draw(texts),
        entities=(entities[2].id, entities[0].id),
        report=draw(texts),
    )
    instances = tuple(
        Instance(
            id=f"in_{n}",
            kind="culture",
            entity=entities[1].id,
            concept=draw(texts),
            name=draw(texts),
            broader=draw(names),
            time=draw(times),
            side=draw(st.none() | st.just("left")),
            value=draw(texts),
            evidence=("ev_1",),
            spans=(source,),
        )
        for n in range(2)
    )
    edges = (
        InstanceEdge(id="ed_1", kind="before", source="in_0", target="in_1", evidence=("ev_1",)),
        InstanceEdge(id="ed_2", kind="value_of", source="in_1", target=entities[1].id),
    )
    return PatientGraph(
        graph_id=draw(texts),
        patient_id=draw(texts),
        admission_id=draw(st.none() | texts),
        version=draw(texts),
        anchors=Anchors(admitted=draw(st.none() | texts), surgeries=draw(names)),
        entities=entities,
        relations=(relation,),
        communities=(community,),
        evidence=(evidence,),
        instances=instances,
        edges=edges,
        report=BuildReport(merged=draw(names), dropped=draw(names)),
    )


def vectors_of(graph: PatientGraph) -> GraphVectors:
    return GraphVectors(*(_vectors(len(part)) for part in texts_of(graph)))


def _vectors(rows: int) -> Vectors:
    return (np.arange(rows * 4, dtype=np.float32) / np.float32(7)).reshape(rows, 4)


def returned(graph: PatientGraph, vectors: GraphVectors) -> list[list[Row]]:
    """Answer as a server does: absent properties are null, nodes come with their properties."""
    rows = rows_of(graph, vectors)
    node = rows.graph | {"embedder": "e", "digest": digest_of(graph, vectors)}
    nodes = [
        [
            {"node": row["properties"], "embedding": _properties(row).get("embedding")}
            for row in part
        ]
        for part in (rows.entities, rows.evidence, rows.communities)
    ]
    relations: list[Row] = [
        {
            "source": relation.source,
            "target": relation.target,
            "type": cypher.RELATIONSHIP_TYPES[relation.kind],
            "properties": row["properties"],
        }
        for relation, row in zip(graph.relations, rows.relations, strict=True)
    ]
    instances: list[Row] = [{"body": _properties(row)["body"]} for row in rows.instances]
    edges: list[Row] = [
        {
            "source": edge.source,
            "target": edge.target,
            "type": cypher.INSTANCE_TYPES[edge.kind],
            "properties": row["properties"],
        }
        for edge, row in zip(graph.edges, rows.edges, strict=True)
    ]
    return [[{"graph": node}], *nodes, relations, instances, edges]


def _properties(row: Row) -> Row:
    properties = row["properties"]
    assert isinstance(properties, dict)
    return properties


@settings(deadline=None)
@given(graphs())
def test_every_field_comes_back(graph: PatientGraph) -> None:
    stored = stored_graph_from(returned(graph, vectors_of(graph)))
    assert stored.graph == graph
    assert stored.is_whole


@settings(deadline=None, max_examples=20)
@given(graphs())
def test_vectors_come_back_bit_by_bit(graph: PatientGraph) -> None:
    vectors = vectors_of(graph)
    stored = stored_graph_from(returned(graph, vectors))
    for written, read in zip(vectors, stored.vectors, strict=True):
        assert written.tobytes() == read.tobytes()


@given(graphs())
@settings(deadline=None, max_examples=20)
def test_a_graph_changed_by_hand_is_noticed(graph: PatientGraph) -> None:
    vectors = vectors_of(graph)
    changed = graph.model_copy(update={"version": graph.version + "!"})
    assert not StoredGraph(changed, vectors, "e", digest_of(graph, vectors)).is_whole


def test_a_graph_of_another_layout_is_refused() -> None:
    with pytest.raises(BadInputError, match="graph 'p1' in the database: layout None"):
        stored_graph_from([[{"graph": {"graph_id": "p1"}}], [], [], [], []])


@given(names, names)
def test_no_two_places_share_a_uid(first: tuple[str, str], second: tuple[str, str]) -> None:
    assert (uid(*first) == uid(*second)) == (first == second)


def test_large_graphs_travel_in_batches() -> None:
    many = 1201
    evidence = tuple(
        Evidence(id=f"ev_{n}", kind="text", source=in_note("n", n, n + 1), quote="q" * 10_000)
        for n in range(many)
    )
    patient = Entity(id="PATIENT", kind="PATIENT", name="p", evidence=("ev_1", "ev_1"))
    graph = PatientGraph(
        graph_id="p",
        patient_id="p",
        admission_id=None,
        version="1",
        anchors=Anchors(),
        entities=(patient,),
        relations=(),
        communities=(),
        evidence=evidence,
        report=BuildReport(),
    )
    statements = writing(graph, rows_of(graph, vectors_of(graph)))
    nodes = [parameters for text, parameters in statements if text == cypher.CREATE_NODES]
    assert all(tuple(parameters) == cypher.NODE_LISTS for parameters in nodes)
    batches = [parameters[cypher.EVIDENCE] for parameters in nodes]
    sizes = [len(batch) for batch in batches if isinstance(batch, list)]
    assert sum(sizes) == many
    assert max(sizes) < 500
    (links,) = [parameters for text, parameters in statements if text == cypher.CREATE_LINKS]
    assert links == {name: [] for name in cypher.LINK_LISTS} | {
        cypher.CITATIONS: [{"source": uid("p", "PATIENT"), "target": uid("p", "ev_1")}]
    }
