"""The page on records tells every form, and each of its examples is read as it says."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.commands import commands
from kg.readers.table_forms import ENCOUNTER_COLUMNS, KNOWN_TABLES, PATIENT_COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
FILE = re.compile(r"^`([^`\n]+)`\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GIVEN = re.compile(r'^Give `([^`]+)`: "([^"]+)" and not "([^"]+)"$', re.MULTILINE)

EXAMPLES = [
    (FILE.findall(PAGE[start:end]), GIVEN.findall(PAGE[start:end])[0])
    for start, end in pairwise([0, *(found.end() for found in GIVEN.finditer(PAGE))])
]


@pytest.mark.parametrize(("files", "given"), EXAMPLES, ids=[given[0] for _, given in EXAMPLES])
def test_each_example_is_read_and_checked(
    tmp_path: Path, files: list[tuple[str, str]], given: tuple[str, str, str]
) -> None:
    record, carried, refuted = given
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    summary = tmp_path / "summary.txt"
    summary.write_text(f"{carried} {refuted}\n")
    arguments = ["verify", str(tmp_path / record), "--summary", str(summary), "--format", "json"]
    result = CliRunner().invoke(commands, [*arguments, "--no-resume"])
    assert result.exit_code == 0, result.stderr or result.exception
    grades = [one["evidence_grade"] for one in json.loads(result.stdout)["sentences"]]
    assert grades == ["E1", "E4"]


def test_there_is_an_example_of_every_form() -> None:
    forms = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert len(forms) == 10
    for start, end in pairwise([*(f.start() for f in re.finditer(r"^## ", PAGE, re.M)), len(PAGE)]):
        assert GIVEN.search(PAGE, start, end), PAGE[start : start + 40]


def test_every_table_and_placing_column_is_named() -> None:
    named = {name.casefold() for name in re.findall(r"`([^`\n]+)`", PAGE)}
    named |= {name.removesuffix(".csv") for name in named}
    of_fhir = {"encounter"}
    assert {*PATIENT_COLUMNS, *ENCOUNTER_COLUMNS} <= named
    assert KNOWN_TABLES.keys() - of_fhir - named == set()
