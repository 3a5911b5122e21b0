"""A graph that GraphRAG indexed becomes a patient graph, and nothing is lost unseen."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd  # type: ignore[import-untyped]
import pytest

from clinical.facts import Anchors
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.graph_check import check_graph
from kg.graphrag_import import ImportRequest, import_graph
from kg.graphrag_kinds import relation_kind
from kg.graphrag_tables import GraphRAGTables, read_tables
from kg.parquet import write_parquet
from kg.record import Note, PatientRecord
from kg.sqlite_store import SqliteStore
from kg.store import LocalQuery

NOTE = (
    "Ms. Quill takes metformin 500 mg twice a day for type 2 diabetes mellitus. "
    "She has an allergy to penicillin. Creatinine was 1.1 on arrival."
)
UNITS = (NOTE[:75], NOTE[50:], "a unit that is in no document")
ENTITIES = [
    ("a", "MS. QUILL", "person", ["u1", "u2"]),
    ("b", "METFORMIN", "Medication", ["u1"]),
    ("c", "TYPE 2 DIABETES MELLITUS", "disease", ["u1"]),
    ("d", "ST. ANNE HOSPITAL", "organization", ["u1"]),
    ("e", "PENICILLIN", "allergen", ["u2"]),
    ("f", "PATIENT", "PATIENT", ["u3"]),
]
RELATIONSHIPS = [
    ("r1", "METFORMIN", "TYPE 2 DIABETES MELLITUS", "Metformin treats the diabetes", ["u1"]),
    ("r2", "METFORMIN", "MS. QUILL", "She takes metformin", ["u1"]),
    ("r3", "PATIENT", "PENICILLIN", "has_allergy hives", ["u2"]),
    ("r4", "MS. QUILL", "ST. ANNE HOSPITAL", "was seen at", ["u1"]),
    ("r5", "PENICILLIN", "TYPE 2 DIABETES MELLITUS", "shows nothing in common", []),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The output of an index of one note, in the columns of GraphRAG 3."""
    folder = tmp_path / "output"
    folder.mkdir()
    tables = {
        "documents": [{"id": "d1", "title": "quill.txt", "text": NOTE, "text_unit_ids": ["u1"]}],
        "text_units": [
            {"id": f"u{n}", "text": text, "document_id": "d1", "n_tokens": 9}
            for n, text in enumerate(UNITS, 1)
        ],
        "entities": [
            {"id": i, "title": t, "type": k, "description": f"about {t}", "text_unit_ids": u}
            for i, t, k, u in ENTITIES
        ],
        "relationships": [
            {"id": i, "source": s, "target": t, "description": d, "weight": 2.0, "text_unit_ids": u}
            for i, s, t, d, u in RELATIONSHIPS
        ],
        "communities": [
            {"id": "c0", "community": 0, "level": 0, "parent": -1, "entity_ids": list("abcd")},
            {"id": "c1", "community": 1, "level": 1, "parent": 0, "entity_ids": ["b"]},
        ],
        "community_reports": [
            {"community": 0, "title": "Diabetes", "full_content": "# Diabetes\nMetformin."}
        ],
    }
    for name, rows in tables.items():
        pd.DataFrame(rows).to_parquet(folder / f"{name}.parquet")
    return folder


def imported(folder: Path, **kinds: str) -> PatientGraph:
    request = ImportRequest.model_validate({"patient_id": "quill", "kinds": kinds})
    graph = import_graph(read_tables(folder), request, RuleExtractor())
    check_graph(graph)
    return graph


def test_types_are_read_as_kinds_and_the_rest_is_listed(folder: Path) -> None:
    graph = imported(folder)
    kinds = {entity.name: entity.kind for entity in graph.entities}
    assert kinds == {
        "PATIENT": "PATIENT",
        "METFORMIN": "MEDICATION",
        "TYPE 2 DIABETES MELLITUS": "DIAGNOSIS",
        "PENICILLIN": "ALLERGY",
    }
    assert "entity MS. QUILL: person is no known kind" in graph.report.dropped
    assert sum("an end was left out" in line for line in graph.report.dropped) == 2


def test_all_names_of_the_patient_are_the_one_patient(folder: Path) -> None:
    graph = imported(folder, PERSON="PATIENT", ORGANIZATION="DEPARTMENT")
    patients = [entity for entity in graph.entities if entity.kind == "PATIENT"]
    assert [(entity.id, len(entity.evidence)) for entity in patients] == [("PATIENT", 3)]
    assert graph.report.merged == ("MS. QUILL <- PATIENT",)
    found = {(one.id, one.kind, one.source, one.target) for one in graph.relations}
    assert found == {
        ("r1", "indicates", "b", "c"),
        ("r2", "prescribed", "PATIENT", "b"),
        ("r3", "has_allergy", "PATIENT", "e"),
        ("r4", "treated_in", "PATIENT", "d"),
    }
    assert graph.report.dropped == (
        "relationship PENICILLIN - TYPE 2 DIABETES MELLITUS: "
        "no kind leads from ALLERGY to DIAGNOSIS",
    )


def test_a_graph_without_its_patient_gets_one(folder: Path) -> None:
    entities = pd.read_parquet(folder / "entities.parquet")
    entities[entities["type"] != "PATIENT"].to_parquet(folder / "entities.parquet")
    first = imported(folder).entities[0]
    assert (first.id, first.kind, first.name) == ("PATIENT", "PATIENT", "quill")


def test_text_units_are_cited_where_they_stand(folder: Path) -> None:
    graph = imported(folder)
    places = {str(item.source): item.quote for item in graph.evidence}
    assert places == {
        "quill.txt:0:75": UNITS[0],
        f"quill.txt:50:{len(NOTE)}": UNITS[1],
        f"text unit u3:0:{len(UNITS[2])}": UNITS[2],
    }
    for item in graph.evidence[:2]:
        assert NOTE[item.source.start : item.source.end] == item.quote


def test_text_units_hold_the_facts_that_are_read_in_them(folder: Path) -> None:
    graph = imported(folder)
    facts = {fact.concept.id for fact in graph.evidence[0].facts}
    assert "drug:metformin" in facts
    drug = next(entity for entity in graph.entities if entity.name == "METFORMIN")
    assert drug.concepts[0] == "drug:metformin"


def test_communities_keep_their_tree_and_reports(folder: Path) -> None:
    first, second = imported(folder).communities
    assert (first.title, first.report) == ("Diabetes", "# Diabetes\nMetformin.")
    assert (first.parent, second.parent, second.level) == (None, "c0", 1)
    assert first.entities == ("b", "c")


async def test_an_imported_graph_can_be_searched(folder: Path) -> None:
    store = SqliteStore()
    await store.upsert(imported(folder))
    query = LocalQuery(text="metformin", concepts=("drug:metformin",))
    found = await store.local_search("quill", query)
    assert [hit.entity.name for hit in found.hits if hit.linked] == ["METFORMIN"]
    assert UNITS[0] in {item.quote for item in found.evidence}
    await store.close()


def test_the_same_tables_give_the_same_graph(folder: Path) -> None:
    assert imported(folder).model_dump_json() == imported(folder).model_dump_json()
    assert imported(folder).version != imported(folder, PERSON="PATIENT").version


def test_our_own_export_comes_back_with_its_entities_and_relations(tmp_path: Path) -> None:
    record = PatientRecord(
        patient_id="quill", notes=(Note(id="n1", category="discharge", text=NOTE),)
    )
    graph = build_graph(record, None, Anchors(), RuleExtractor())
    write_parquet(graph, tmp_path / "out")
    back = imported(tmp_path / "out")
    assert [(one.id, one.kind, one.name) for one in back.entities] == [
        (one.id, one.kind, one.name) for one in graph.entities
    ]
    assert [(one.id, one.kind, one.source, one.target) for one in back.relations] == [
        (one.id, one.kind, one.source, one.target) for one in graph.relations
    ]
    assert back.communities == graph.communities
    assert [item.quote for item in back.evidence] == [item.quote for item in graph.evidence]
    assert back.report.dropped == ()


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("entities", lambda frame: frame.drop(columns="title"), "no column 'title'"),
        ("entities", lambda frame: frame.assign(title=None), "row 1, column title"),
        ("communities", lambda frame: frame.assign(level="x"), "row 1, column level"),
    ],
)
def test_a_wrong_table_is_named_with_its_place(
    folder: Path, name: str, change: object, message: str
) -> None:
    assert callable(change)
    path = folder / f"{name}.parquet"
    change(pd.read_parquet(path)).to_parquet(path)
    with pytest.raises(BadInputError, match=message) as raised:
        read_tables(folder)
    assert str(path) in str(raised.value)


def test_missing_and_broken_files_are_named(folder: Path) -> None:
    (folder / "text_units.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(BadInputError, match=r"text_units\.parquet: not a parquet file"):
        read_tables(folder)
    (folder / "text_units.parquet").unlink()
    with pytest.raises(BadInputError, match=r"text_units\.parquet: missing"):
        read_tables(folder)
    with pytest.raises(BadInputError, match="no such folder"):
        read_tables(folder / "none")


def test_what_may_lack_may_lack(folder: Path) -> None:
    for name in ("communities", "community_reports", "documents"):
        (folder / f"{name}.parquet").unlink()
    tables: GraphRAGTables = read_tables(folder)
    assert (tables.documents, tables.communities) == ((), ())
    assert str(imported(folder).evidence[0].source) == "text unit u1:0:75"


def test_a_sentence_that_begins_like_a_kind_is_still_a_sentence() -> None:
    found = relation_kind("shows a high level of", "LAB_RESULT", "LAB_TEST")
    assert found is not None
    assert found.kind == "result_of"
    assert relation_kind("shows", "DIAGNOSIS", "DIAGNOSIS") is None


def test_the_command_keeps_the_graph_and_says_what_it_left_out(
    folder: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    store = f"sqlite:{folder.parent / 'graphs.sqlite'}"
    command = ("graph", "import", folder, "--patient", "quill", "--store", store)
    status, out, err = run(*command, "--kind", "person=PATIENT")
    assert (status, out) == (
        0,
        "imported quill: 4 entities, 3 relations, 2 communities, 3 text units\n",
    )
    assert err.startswith("left out: entity ST. ANNE HOSPITAL: organization is no known kind\n")
    status, _, err = run(*command, "--kind", "person=HUMAN")
    assert (status, len(err.splitlines())) == (2, 1)
