"""What `curaview generate` writes: files that can be evaluated, and sentences without a cue."""

import csv
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import fmean
from tempfile import mkdtemp

import pytest
import typer
from typer.testing import CliRunner

from cli.generate import generate as command
from clinical.sentences import split_sentences
from evaluation.labeled_cohort import read_cohort
from evaluation.verification_set import read_verification_set
from graph_state.generation import PlantedError
from kg.errors import BadInputError

commands = typer.Typer()
commands.command()(command)

EXAMPLES = Path(__file__).parents[2] / "examples"
GOLD_KEYS = {
    "subject_id", "hadm_id", "version", "sentence_index", "text", "checkable", "grade",
    "error_types", "original_text", "error_span", "errors", "evidence", "tags", "note",
}  # fmt: skip


def generate(out: Path, *options: str, record: Path = EXAMPLES / "cohort") -> Path:
    result = CliRunner().invoke(commands, [str(record), "--out", str(out), *options])
    assert result.exit_code == 0, result.output or result.exception
    return out


@cache
def planted() -> Path:
    return generate(Path(mkdtemp()), "--seed", "4", "--ratio", "0.6")


def errors_of(folder: Path) -> list[PlantedError]:
    lines = (folder / "samples.jsonl").read_text("utf-8").splitlines()
    return [PlantedError.model_validate_json(line) for line in lines]


def labels_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines()]


def test_the_folder_is_a_labeled_cohort() -> None:
    folder = planted()
    dataset = read_cohort(folder)
    errors = errors_of(folder)
    rows = [
        row
        for record in dataset.records
        for document in record.documents
        if document.id.endswith("/injected")
        for text in document.texts
        for row in text.rows
    ]
    assert sum(row.wrong for row in rows) == len(errors) > 40
    assert {t for error in errors for t in error.types} == {
        t for row in rows if row.wrong for t in row.types
    }


def test_labels_have_the_keys_of_hand_written_cohorts() -> None:
    for label in labels_of(planted()):
        assert set(label) == GOLD_KEYS
        spans = label["errors"]
        assert isinstance(spans, list)
        for span in spans:
            assert str(label["text"])[span["start"] : span["end"]].strip(" ,") == span["span"]
        assert bool(spans) == (label["error_span"] is not None)


def test_both_versions_have_the_same_sentences() -> None:
    folder = planted()
    with (folder / "injected_bhc.csv").open(newline="", encoding="utf-8") as stream:
        changed = {row["hadm_id"]: row["brief_hospital_course"] for row in csv.DictReader(stream)}
    labels = labels_of(folder)
    assert len(changed) == 8
    for admission, text in changed.items():
        own = [label for label in labels if label["hadm_id"] == admission]
        clean = [label for label in own if label["version"] == "clean"]
        injected = [label for label in own if label["version"] == "injected"]
        assert len(clean) == len(injected) == len(split_sentences(text))
        for one, other in zip(clean, injected, strict=True):
            wrong = bool(other["errors"])
            assert other["original_text"] == (one["text"] if wrong else None)
            assert wrong == (one["text"] != other["text"])


def test_two_runs_write_the_same_bytes(tmp_path: Path) -> None:
    again = generate(tmp_path, "--seed", "4", "--ratio", "0.6")
    for path in sorted(planted().iterdir()):
        assert (again / path.name).read_bytes() == path.read_bytes(), path.name


def test_one_patient_alone_gets_the_same_errors(tmp_path: Path) -> None:
    everyone = errors_of(planted())
    admission = everyone[-1].admission_id
    assert admission is not None
    alone = generate(tmp_path, "--seed", "4", "--ratio", "0.6", "--admission", admission)
    assert errors_of(alone) == [one for one in everyone if one.admission_id == admission]


def test_a_control_changes_nothing(tmp_path: Path) -> None:
    folder = generate(tmp_path, "--per-note", "0")
    assert errors_of(folder) == []
    assert all(not label["errors"] for label in labels_of(folder))


def test_other_records_give_a_verification_set(tmp_path: Path) -> None:
    single = EXAMPLES / "single" / "text"
    folder = generate(
        tmp_path, "--summary", str(single.parent / "json" / "summary.txt"), "--ratio", "1",
        record=single.parent / "json" / "birch.json",
    )  # fmt: skip
    dataset = read_verification_set(folder / "verification_set.jsonl")
    wrong = [
        row
        for record in dataset.records
        for document in record.documents
        for text in document.texts
        for row in text.rows
        if row.wrong
    ]
    assert len(wrong) == len(errors_of(folder)) > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [(["--types", "typo"], "unknown 'typo'"), (["--engine", "model"], "no model")],
)
def test_wrong_options_are_refused(tmp_path: Path, options: list[str], message: str) -> None:
    arguments = [str(EXAMPLES / "cohort"), "--out", str(tmp_path), *options]
    result = CliRunner().invoke(commands, arguments)
    assert isinstance(result.exception, BadInputError) and message in str(result.exception)
    assert list(tmp_path.iterdir()) == []


def test_files_of_something_else_are_replaced_only_when_forced(tmp_path: Path) -> None:
    options = ("--admission", "27310482", "--per-note", "2")
    (tmp_path / "labels.jsonl").write_text("by hand\n")
    arguments = [str(EXAMPLES / "cohort"), "--out", str(tmp_path), *options]
    refused = CliRunner().invoke(commands, arguments)
    assert isinstance(refused.exception, BadInputError) and "--force" in str(refused.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["labels.jsonl"]
    first = generate(tmp_path, *options, "--force")
    made = {path.name: path.read_bytes() for path in first.iterdir()}
    assert b"by hand" not in made["labels.jsonl"]
    assert {p.name: p.read_bytes() for p in generate(tmp_path, *options).iterdir()} == made


@pytest.mark.parametrize(
    "other", [("--admission", "27310482", "--seed", "9"), ("--admission", "27568130")]
)
def test_another_run_does_not_take_the_place_of_the_first(
    tmp_path: Path, other: tuple[str, ...]
) -> None:
    folder = generate(tmp_path, "--admission", "27310482", "--per-note", "2")
    made = {path.name: path.read_bytes() for path in folder.iterdir()}
    arguments = [str(EXAMPLES / "cohort"), "--out", str(folder), "--per-note", "2", *other]
    refused = CliRunner().invoke(commands, arguments)
    assert isinstance(refused.exception, BadInputError)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == made


def test_fewer_errors_than_were_asked_for_are_told(tmp_path: Path) -> None:
    single = EXAMPLES / "single" / "text"
    arguments = [str(single / "alder"), "--summary", str(single / "summary.txt")]
    said = CliRunner().invoke(commands, [*arguments, "--out", str(tmp_path), "--per-note", "40"])
    first, second = said.stdout.splitlines()
    assert re.match(r"\d errors in 1 summary: \d of \d+ sentences applicable, \d discarded", first)
    assert second.startswith("1 of 1 hold fewer than --per-note 40: no other of their sentences")


def test_the_record_itself_is_never_written_over() -> None:
    arguments = [str(EXAMPLES / "cohort"), "--out", str(EXAMPLES / "cohort")]
    result = CliRunner().invoke(commands, arguments)
    assert isinstance(result.exception, BadInputError)


def test_typography_does_not_tell_the_wrong_sentences() -> None:
    for error in errors_of(planted()):
        one, other = error.original_text, error.text
        assert other[-1] == one[-1] and other[:1].isupper() == one[:1].isupper()
        assert "  " not in other and " ." not in other and " ," not in other
        new = {c for c in other if not c.isalnum()} - {c for c in one if not c.isalnum()}
        assert new <= set(",- ./"), (one, other)


def test_length_does_not_tell_the_wrong_sentences() -> None:
    replaced = [e for e in errors_of(planted()) if "invented_fact" not in e.types]
    lengths = [len(e.text) / len(e.original_text) for e in replaced]
    assert 0.97 < fmean(lengths) < 1.03
    assert max(lengths) < 1.35 and min(lengths) > 0.7


def test_no_phrase_of_an_invention_becomes_a_signature() -> None:
    inventions = [
        edit.text.replace(edit.fact.new, "{x}")
        for error in errors_of(planted())
        for edit in error.edits
        if edit.error_type == "invented_fact"
    ]
    assert len(inventions) >= 10
    (_, most), *_ = Counter(inventions).most_common(1)
    assert most <= max(3, len(inventions) // 4)
    assert len(set(inventions)) >= len(inventions) // 2


def test_both_directions_come_up() -> None:
    numbers = [
        (float(edit.original_text.replace(",", "")), float(edit.text.replace(",", "")))
        for error in errors_of(planted())
        for edit in error.edits
        if edit.fact.attribute == "value"
    ]
    higher = sum(new > old for old, new in numbers)
    assert len(numbers) >= 8 and 0.15 < higher / len(numbers) < 0.85
