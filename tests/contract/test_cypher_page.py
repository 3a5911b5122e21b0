"""The queries of the page on Neo4j run on a bundled patient and find what they promise."""

import re
from pathlib import Path

import pytest
from neo4j.graph import Path as GraphPath

from agents.patient_graph import stored_graph
from kg.graph import graph_id
from kg.neo4j_connection import Row
from kg.neo4j_store import Neo4jStore
from kg.readers import open_cases

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cypher.md").read_text()
QUERIES = re.findall(r"```cypher\n(.*?)```", PAGE, re.DOTALL)
PATIENT, ADMISSION = "70847", "27428867"


@pytest.fixture
async def answers(neo4j_store: Neo4jStore) -> list[list[Row]]:
    """What each query returns while two patients are in the database."""
    cases = {case.record.patient_id: case for case in open_cases(ROOT / "examples" / "cohort")}
    for name in (PATIENT, "70572"):
        case = cases[name]
        admission = ADMISSION if name == PATIENT else case.record.encounters[0].id
        await stored_graph(neo4j_store, case, admission, (), "all")
    wanted: Row = {"graph_id": graph_id(PATIENT, ADMISSION)}
    return await neo4j_store.connection.read(*((query, wanted) for query in QUERIES))


def test_the_page_uses_the_graph_that_the_test_builds() -> None:
    assert f"'{PATIENT}@{ADMISSION}'" in PAGE
    assert len(QUERIES) == 5


async def test_every_query_finds_something_of_that_patient_only(answers: list[list[Row]]) -> None:
    graphs, drugs, values, conflicts, together = answers
    assert [row["graph"] for row in graphs][1:] == [f"{PATIENT}@{ADMISSION}"]
    assert all(isinstance(row["entities"], int) and row["entities"] > 50 for row in graphs)
    assert {"metformin"} <= {row["drug"] for row in drugs}
    assert all(row["quote"] and row["place"] for row in drugs)
    times = [row["time"] for row in values]
    assert times == sorted(times, key=str) and len(times) > 3
    assert {row["test"] for row in values} == {"creatinine"}
    assert len(conflicts) == 2
    paths = [row["path"] for row in together]
    assert paths
    for path in paths:
        assert isinstance(path, GraphPath)
        assert {node["graph_id"] for node in path.nodes} == {f"{PATIENT}@{ADMISSION}"}
