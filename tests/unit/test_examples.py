"""The bundled patients: every label can be proved from the record that lies beside it."""

import csv
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from pydantic import BaseModel

from clinical.labels import ERROR_TYPES, ErrorType, Grade
from evaluation.datasets import open_dataset
from kg.readers import open_cases
from kg.readers.discharge_me import TABLES
from kg.record import PatientRecord
from kg.view import view_of

COHORT = Path(__file__).resolve().parents[2] / "examples" / "cohort"

NOTE_COLUMNS = "note_id subject_id hadm_id note_type note_seq charttime storetime text"
COLUMNS = {
    "discharge": NOTE_COLUMNS,
    "radiology": NOTE_COLUMNS,
    "discharge_target": "note_id hadm_id discharge_instructions brief_hospital_course"
    " discharge_instructions_word_count brief_hospital_course_word_count",
    "edstays": "subject_id hadm_id stay_id intime outtime gender race arrival_transport"
    " disposition",
    "triage": "subject_id stay_id temperature heartrate resprate o2sat sbp dbp pain acuity"
    " chiefcomplaint",
    "diagnosis": "subject_id stay_id seq_num icd_code icd_version icd_title",
    "injected_bhc": "note_id hadm_id brief_hospital_course",
}
KEYS = (
    "subject_id hadm_id version sentence_index text checkable grade error_types original_text"
    " error_span errors evidence tags note"
).split()
NOTE_TABLES = ("discharge", "radiology")

Table = list[dict[str, str]]


class Injected(BaseModel, frozen=True, extra="forbid"):
    span: str
    type: ErrorType
    grade: Grade


class Quote(BaseModel, frozen=True, extra="forbid"):
    source: str
    quote: str
    note_id: str | None = None


class Label(BaseModel, frozen=True, extra="forbid"):
    subject_id: int
    hadm_id: int
    version: str
    sentence_index: int
    text: str
    checkable: bool
    grade: Grade | None
    error_types: tuple[ErrorType, ...]
    original_text: str | None
    error_span: str | None
    errors: tuple[Injected, ...]
    evidence: tuple[Quote, ...]
    tags: tuple[str, ...]
    note: str

    @property
    def name(self) -> str:
        return f"{self.hadm_id} {self.version} {self.sentence_index}: {self.text}"


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    found: dict[str, Table] = {}
    for name in COLUMNS:
        with (COHORT / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            found[name] = list(csv.DictReader(stream, strict=True))
    return found


@pytest.fixture(scope="module")
def labels() -> list[Label]:
    lines = (COHORT / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(list(json.loads(line)) == KEYS for line in lines)
    return [Label.model_validate_json(line) for line in lines]


@pytest.fixture(scope="module")
def views() -> dict[str, PatientRecord]:
    """Return what may be cited against each summary, by admission."""
    return {
        target.admission_id: view_of(
            case.record, target.admission_id, (*case.targets, *case.withheld), "all"
        )
        for case in open_cases(COHORT)
        for target in case.targets
    }


def documents(labels: list[Label]) -> dict[tuple[int, str], list[Label]]:
    found: dict[tuple[int, str], list[Label]] = defaultdict(list)
    for label in labels:
        found[label.hadm_id, label.version].append(label)
    return found


def test_the_cohort_has_the_layout_that_is_read(tables: dict[str, Table]) -> None:
    assert set(TABLES) < set(tables)
    for name, rows in tables.items():
        assert rows, name
        assert list(rows[0]) == COLUMNS[name].split(), name


def test_ids_of_all_tables_agree(tables: dict[str, Table]) -> None:
    stays = {row["stay_id"]: row for row in tables["edstays"]}
    owners = {row["hadm_id"]: row["subject_id"] for row in tables["edstays"]}
    for name in NOTE_TABLES:
        for row in tables[name]:
            assert owners[row["hadm_id"]] == row["subject_id"], row["note_id"]
            assert row["note_id"] == f"{row['subject_id']}-{row['note_type']}-{row['note_seq']}"
    for name in ("triage", "diagnosis"):
        assert all(stays[row["stay_id"]]["subject_id"] == row["subject_id"] for row in tables[name])
    notes = {row["note_id"]: row["hadm_id"] for row in tables["discharge"]}
    for name in ("discharge_target", "injected_bhc"):
        assert all(notes[row["note_id"]] == row["hadm_id"] for row in tables[name])
    for key in ("note_id", "hadm_id"):
        counted = Counter(row[key] for row in tables["discharge"])
        assert max(counted.values()) == 1, key


def test_labels_name_the_patient_of_their_admission(
    tables: dict[str, Table], labels: list[Label]
) -> None:
    owners = {row["hadm_id"]: row["subject_id"] for row in tables["discharge"]}
    for label in labels:
        assert owners[str(label.hadm_id)] == str(label.subject_id), label.name


def test_word_counts_and_wrapping_are_true(tables: dict[str, Table]) -> None:
    for row in tables["discharge_target"]:
        for text in ("brief_hospital_course", "discharge_instructions"):
            assert int(row[f"{text}_word_count"]) == len(row[text].split())
    for name in NOTE_TABLES:
        for row in tables[name]:
            assert max(map(len, row["text"].splitlines())) <= 78, row["note_id"]


def test_notes_are_as_long_as_real_ones(tables: dict[str, Table]) -> None:
    checked = {row["note_id"] for row in tables["discharge_target"]}
    for row in tables["discharge"]:
        if row["note_id"] in checked:
            assert 600 <= len(row["text"].split()) <= 1100, row["note_id"]
            assert "___" in row["text"]


def test_the_cohort_shows_what_it_promises(tables: dict[str, Table]) -> None:
    assert len({row["subject_id"] for row in tables["discharge"]}) == 8
    admissions = Counter(row["subject_id"] for row in tables["discharge"])
    assert sorted(admissions.values()) == [1, 1, 1, 1, 1, 1, 1, 2]
    texts = [row["text"] for row in tables["discharge"]]
    assert any("No Known Allergies" in text for text in texts)
    assert any(re.search(r"Allergies:\nPenicillins - hives\n\w", text) for text in texts)


def test_sentences_join_to_the_summaries(tables: dict[str, Table], labels: list[Label]) -> None:
    clean = {row["hadm_id"]: row["brief_hospital_course"] for row in tables["discharge_target"]}
    injected = {row["hadm_id"]: row["brief_hospital_course"] for row in tables["injected_bhc"]}
    found = documents(labels)
    assert set(found) == {
        (int(admission), version) for admission in clean for version in ("clean", "injected")
    }
    for (admission, version), lines in found.items():
        text = (clean if version == "clean" else injected)[str(admission)]
        assert [line.sentence_index for line in lines] == list(range(len(lines)))
        assert " ".join(text.split()) == " ".join(line.text for line in lines)
        assert 18 <= len(lines) <= 26


def test_evaluation_reads_every_document(labels: list[Label]) -> None:
    dataset = open_dataset(COHORT)
    texts = [
        text for one in dataset.records for document in one.documents for text in document.texts
    ]
    assert len(dataset.records) == 8
    assert sum(len(text.rows) for text in texts) == len(labels)


def test_labels_agree_with_themselves(labels: list[Label]) -> None:
    for label in labels:
        assert label.checkable == (label.grade is not None), label.name
        assert set(label.error_types) == {error.type for error in label.errors}, label.name
        assert bool(label.errors) == (label.grade in ("E3", "E4")), label.name
        assert bool(label.errors) == (label.original_text is not None), label.name
        if label.errors:
            assert label.grade == max(error.grade for error in label.errors), label.name
            assert label.error_span == label.errors[0].span, label.name


def test_clean_summaries_hold_no_error(labels: list[Label]) -> None:
    assert not any(label.errors for label in labels if label.version == "clean")


def test_error_spans_are_the_difference(labels: list[Label]) -> None:
    clean = {
        (label.hadm_id, label.sentence_index): label for label in labels if label.version == "clean"
    }
    for label in labels:
        before = clean[label.hadm_id, label.sentence_index]
        if not label.errors:
            assert label == before.model_copy(update={"version": label.version}), label.name
            continue
        assert label.original_text == before.text != label.text, label.name
        for error in label.errors:
            assert error.span in label.text, label.name
            assert error.span not in before.text, label.name
            assert error.grade in (("E3",) if error.type == "invented_fact" else ("E3", "E4"))


def test_errors_are_of_all_types_and_both_grades(labels: list[Label]) -> None:
    wrong = [label for label in labels if label.errors]
    types = Counter(error.type for label in wrong for error in label.errors)
    assert set(types) == set(ERROR_TYPES)
    assert min(types.values()) >= 5
    grades = Counter(label.grade for label in wrong)
    assert grades["E3"] >= 8
    assert grades["E4"] >= 40
    assert sum(len(label.errors) > 1 for label in wrong) >= 6
    per_patient = Counter(label.subject_id for label in wrong)
    assert all(7 <= count <= 10 for count in per_patient.values())


def test_grades_have_evidence(labels: list[Label]) -> None:
    for label in labels:
        assert label.evidence or label.grade in (None, "E3"), label.name
        assert label.checkable or not label.evidence, label.name


def test_every_quote_stands_in_the_record_and_may_be_cited(
    labels: list[Label], tables: dict[str, Table], views: dict[str, PatientRecord]
) -> None:
    for label in labels:
        for quote in label.evidence:
            if quote.source in NOTE_TABLES:
                assert citable(views[str(label.hadm_id)], quote), (label.name, quote.quote)
            else:
                assert in_rows(tables[quote.source], label.subject_id, quote), label.name


def citable(view: PatientRecord, quote: Quote) -> bool:
    """Say whether a quote stands in its note outside what is hidden from the check."""
    notes = [note for note in view.notes if note.id == quote.note_id]
    return any(
        not any(start < match.end() and match.start() < end for start, end in note.hidden)
        for note in notes
        if note.category == quote.source
        for match in re.finditer(re.escape(quote.quote), note.text)
    )


def in_rows(rows: Table, subject: int, quote: Quote) -> bool:
    field, _, value = quote.quote.partition("=")
    return any(row["subject_id"] == str(subject) and row[field] == value for row in rows)


def test_a_note_that_holds_its_own_summary_is_masked(
    tables: dict[str, Table], views: dict[str, PatientRecord]
) -> None:
    held = []
    for row in tables["discharge_target"]:
        [note] = [one for one in views[row["hadm_id"]].notes if one.id == row["note_id"]]
        visible = without(note.text, note.hidden)
        for text in ("brief_hospital_course", "discharge_instructions"):
            dense = "".join(row[text].split())
            if dense in "".join(note.text.split()):
                held.append(text)
                assert "".join(row[text].split()[:12]) not in "".join(visible.split())
    assert sorted(held) == ["brief_hospital_course", "discharge_instructions"]


def without(text: str, hidden: tuple[tuple[int, int], ...]) -> str:
    for start, end in sorted(hidden, reverse=True):
        text = text[:start] + text[end:]
    return text
