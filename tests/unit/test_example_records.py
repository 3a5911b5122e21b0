"""The bundled single patients: one of each form of record, with a summary to check."""

import re
from pathlib import Path

import pytest

from kg.readers import open_cases
from kg.record import Case

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SINGLE = EXAMPLES / "single"

SINGLES = {
    "text": SINGLE / "text" / "alder",
    "json": SINGLE / "json" / "birch.json",
    "fhir": SINGLE / "fhir" / "cedar.json",
}


def only_case(path: Path) -> Case:
    [case] = open_cases(path)
    return case


@pytest.mark.parametrize("form", sorted(SINGLES))
def test_each_form_of_record_has_one_patient(form: str) -> None:
    record = only_case(SINGLES[form]).record
    assert record.notes
    assert bool(record.rows) == (form != "text")
    assert len(record.encounters) == (0 if form == "text" else 1)


@pytest.mark.parametrize("form", sorted(SINGLES))
def test_the_summary_of_a_single_patient_is_not_in_the_record(form: str) -> None:
    summary = (SINGLE / form / "summary.txt").read_text(encoding="utf-8")
    assert len(summary.split()) > 60
    first = "".join(summary.split())[:80]
    notes = only_case(SINGLES[form]).record.notes
    assert not any(first in "".join(note.text.split()) for note in notes)


def test_the_readme_names_only_what_exists() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"examples/[\w./-]+", text))
    assert named
    assert all((EXAMPLES.parent / path).exists() for path in named), named
