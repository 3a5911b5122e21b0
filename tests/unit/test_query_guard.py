"""Nothing but a question about the bound graph gets past the guard."""

import json
from pathlib import Path

import pytest

from kg.graph_schema import PATIENT_SCHEMA
from tools.query.cypher_reading import read_cypher
from tools.query.cypher_writing import write_cypher
from tools.query.lexing import CypherRefusedError
from tools.query.pattern import GraphQuery
from tools.query.validation import checked

QUERIES = Path(__file__).parents[1] / "queries"


def lines(name: str) -> list[dict[str, str]]:
    text = (QUERIES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


REFUSED = lines("refused.jsonl")
ACCEPTED = [line["query"] for line in lines("accepted.jsonl")]


def passed(text: str) -> GraphQuery:
    return checked(read_cypher(text), PATIENT_SCHEMA)


def test_the_corpus_is_large_enough() -> None:
    assert len(REFUSED) >= 120
    assert len({line["query"] for line in REFUSED}) == len(REFUSED)
    assert len(ACCEPTED) >= 40


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: f"{line['why']}: {line['query'][:40]}")
def test_hostile_or_wrong_queries_are_refused(line: dict[str, str]) -> None:
    with pytest.raises(CypherRefusedError) as refusal:
        passed(line["query"])
    assert len(str(refusal.value)) > 10


@pytest.mark.parametrize("text", ACCEPTED)
def test_good_queries_pass_and_come_out_bound_to_one_graph(text: str) -> None:
    for written in write_cypher(passed(text), PATIENT_SCHEMA, "the bound one"):
        nodes = written.text.partition("\nRETURN")[0].count(":Entity")
        assert written.text.count("{graph_id: $graph_id}") == nodes
        assert written.parameters["graph_id"] == "the bound one"


@pytest.mark.parametrize("text", ACCEPTED)
def test_no_value_of_a_query_becomes_text_of_a_statement(text: str) -> None:
    for written in write_cypher(passed(text), PATIENT_SCHEMA, "g"):
        assert "'" not in written.text
        assert '"' not in written.text


def test_a_wrong_direction_is_told_with_the_right_one() -> None:
    with pytest.raises(CypherRefusedError, match="PRESCRIBED leads from PATIENT to MEDICATION"):
        passed("MATCH (m:MEDICATION)-[:PRESCRIBED]->(p:PATIENT) RETURN m.name")
