"""`curaview factcheck`: text and JSON, files and wrong input."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
STATEMENTS = "Ketorolac is safe in kidney failure. Torsemide is used for edema."


def test_each_claim_is_told_with_its_path(run: Run, tmp_path: Path) -> None:
    status, told, _ = run("factcheck", STATEMENTS)
    assert status == 0
    assert "ketorolac -[contraindicated]-> kidney failure (high" in told
    assert told.endswith("score +0.00, coverage 1.00 (2 of 2 claims verified)\n")
    file = tmp_path / "statements.txt"
    file.write_text(STATEMENTS)
    assert run("factcheck", file)[1] == run("factcheck", "-", stdin=STATEMENTS.encode())[1] == told


def test_json(run: Run) -> None:
    document = json.loads(run("factcheck", STATEMENTS, "--format", "json")[1])
    assert document["schema"] == "curaview.factcheck/1"
    assert [one["status"] for one in document["claims"]] == ["contradicted", "supported"]
    assert document["claims"][0]["path"][0]["severity"] == "high"


def test_a_graph_of_ones_own(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "ward.tsv"
    own.write_text("torsemide\tcontraindicated\tedema\n")
    status, told, _ = run("factcheck", STATEMENTS, "--graph", own)
    assert status == 0
    assert "x contradicted" in told and "[ward]" in told
    assert "coverage 0.50" in told


@pytest.mark.parametrize("arguments", [("",), ("Torsemide treats edema.", "--graph", "x.y")])
def test_wrong_input_is_told_in_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    status, told, error = run("factcheck", *arguments)
    assert (status, told, error.count("\n")) == (2, "", 1)
