from pathlib import Path
from xml.etree import ElementTree

import pandas as pd  # type: ignore[import-untyped]
import pytest

from clinical.facts import Anchors
from kg.build import build_graph
from kg.extraction import Extractor
from kg.graph import PatientGraph
from kg.graphml import graph_to_graphml
from kg.parquet import graph_tables, write_parquet
from kg.quality import quality_table
from kg.record import Note, PatientRecord, TableRow

LINES = [
    "kind=diagnosis; concept=dx:diabetes; name=type 2 diabetes; text=T2DM",
    "kind=medication; concept=drug:metformin; name=metformin; value=500; unit=mg",
    "kind=lab; concept=lab:sodium; broader=panel:renal; value=131; time=2180-01-01T06:00:00",
    "kind=lab; concept=lab:creatinine; broader=panel:renal; value=2; time=2180-01-01T06:00:00",
    "kind=lab; concept=lab:creatinine; broader=panel:renal; value=3; time=2180-01-02T06:00:00",
    "kind=symptom; concept=symptom:cough; name=cough <\x01&\ufffe>",
]
ROWS = [
    {"kind": "diagnosis", "concept": "dx:diabetes", "text": "Diabetes, type 2"},
    {"kind": "medication", "concept": "drug:metformin", "text": "metformin"},
]


@pytest.fixture
def view() -> PatientRecord:
    return PatientRecord(
        patient_id="p<1>",
        notes=(Note(id="n1", category="discharge", text="\n".join(LINES)),),
        rows=tuple(TableRow(table="t", id=str(n), fields=row) for n, row in enumerate(ROWS)),
    )


@pytest.fixture
def graph(view: PatientRecord, written_facts: Extractor) -> PatientGraph:
    return build_graph(view, None, Anchors(), written_facts)


def test_graphml_holds_every_node_and_edge(graph: PatientGraph) -> None:
    root = ElementTree.fromstring(graph_to_graphml(graph))
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    nodes = root.findall(".//g:node", space)
    edges = root.findall(".//g:edge", space)
    assert [node.get("id") for node in nodes] == [
        *(entity.id for entity in graph.entities),
        *(one.id for one in graph.instances),
    ]
    assert {edge.get("id") for edge in edges} == {
        *(relation.id for relation in graph.relations),
        *(edge.id for edge in graph.edges),
    }
    ends = {edge.get(end) for edge in edges for end in ("source", "target")}
    assert ends <= {node.get("id") for node in nodes}
    declared = {key.get("id") for key in root.findall("g:key", space)}
    assert {data.get("key") for data in root.findall(".//g:data", space)} <= declared
    cough = next(node for node in nodes if node.get("id") == "SYMPTOM:symptom:cough")
    assert "cough <\ufffd&\ufffd>" in {data.text for data in cough}


def test_parquet_tables_are_read_by_graphrag_itself(graph: PatientGraph, tmp_path: Path) -> None:
    from graphrag.query.input.loaders import dfs

    paths = {path.stem: path for path in write_parquet(graph, tmp_path / "tables")}
    frames = {name: pd.read_parquet(path) for name, path in paths.items()}
    entities = dfs.read_entities(frames["entities"], rank_col="degree")
    relations = dfs.read_relationships(frames["relationships"], rank_col="combined_degree")
    reports = dfs.read_community_reports(frames["community_reports"])
    communities = dfs.read_communities(frames["communities"])
    units = dfs.read_text_units(frames["text_units"], covariates_col=None)
    assert [entity.id for entity in entities] == [entity.id for entity in graph.entities]
    titles = {entity.title for entity in entities}
    assert len(titles) == len(entities)
    assert {r.source for r in relations} | {r.target for r in relations} <= titles
    assert [report.full_content for report in reports] == [c.report for c in graph.communities]
    assert [community.entity_ids for community in communities] == [
        list(community.entities) for community in graph.communities
    ]
    assert [unit.text for unit in units] == [item.quote for item in graph.evidence]


def test_parquet_columns_are_graphrags(graph: PatientGraph) -> None:
    from graphrag.data_model import schemas

    tables = graph_tables(graph)
    assert tables["entities"].column_names == schemas.ENTITIES_FINAL_COLUMNS
    assert tables["relationships"].column_names == schemas.RELATIONSHIPS_FINAL_COLUMNS
    assert tables["communities"].column_names == schemas.COMMUNITIES_FINAL_COLUMNS
    assert tables["community_reports"].column_names == schemas.COMMUNITY_REPORTS_FINAL_COLUMNS
    assert tables["text_units"].column_names == schemas.TEXT_UNITS_FINAL_COLUMNS


def test_an_empty_graph_still_has_typed_tables(written_facts: Extractor) -> None:
    empty = build_graph(PatientRecord(patient_id="p"), None, Anchors(), written_facts)
    tables = graph_tables(empty)
    assert tables["entities"].num_rows == 1
    assert tables["relationships"].num_rows == 0
    assert str(tables["relationships"].schema.field("weight").type) == "double"


def test_the_quality_table_measures_two_real_builds(
    view: PatientRecord, written_facts: Extractor
) -> None:
    rows = {row.measure: row for row in quality_table(view, None, Anchors(), written_facts)}
    assert (rows["PATIENT entities"].raw, rows["PATIENT entities"].normalized) == (2, 1)
    assert (rows["LAB_TEST entities"].raw, rows["LAB_TEST entities"].normalized) == (2, 1)
    assert (rows["LAB_RESULT entities"].raw, rows["LAB_RESULT entities"].normalized) == (3, 3)
    assert rows["duplicate entities"].raw == 2
    assert rows["duplicate entities"].normalized == 0
    assert rows["connected components"].normalized == 1
    assert rows["entities"].raw > rows["entities"].normalized
    assert rows["PATIENT entities"].change == -50.0
    assert rows["build seconds"].raw > 0
