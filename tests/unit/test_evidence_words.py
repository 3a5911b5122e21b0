"""Evidence is told in clinical words: what a row says and when, what a note is called."""

import pytest

from clinical.facts import Anchors
from clinical.sources import in_note
from exports.evidence_words import label_of, words_of
from graph_state.findings import Report
from kg.evidence import Evidence, evidence_id
from kg.extraction import RuleExtractor
from kg.note_names import name_of_id, note_names
from kg.readers.json_record import record_from
from kg.record import Note

REPORT = Report(
    patient_id="p", admission_id=None, target="summary", judge="rules", summary="", settings={},
    versions={}, findings=(),
)  # fmt: skip


def labels(table: str, **row: str) -> list[str]:
    record = record_from({"patient_id": "p", "tables": {table: [row]}}, "test")
    [held] = record.rows
    report = REPORT.model_copy(update={"rows": {f"{held.table}:{held.id}": held.fields}})
    return [label_of(report, one) for one in RuleExtractor().row(held)]


@pytest.mark.parametrize(
    ("table", "row", "label"),
    [
        (
            "labs",
            {"time": "2048-03-06 06:05", "test": "Potassium", "value": "3.2", "unit": "mmol/L"},
            "Potassium 3.2 mmol/L, 2048-03-06 06:05 (labs)",
        ),
        (
            "prescriptions",
            {"drug": "Amlodipine", "dose_val_rx": "5", "dose_unit_rx": "mg", "route": "PO"},
            "Amlodipine 5 mg oral (prescriptions)",
        ),
        ("patients", {"gender": "F"}, "gender: F (patients)"),
        (
            "Condition",
            {"code": "Stroke", "verificationStatus": "refuted", "onsetDateTime": "2041-05"},
            "Stroke (not present), from 2041-05 (condition)",
        ),
    ],
)
def test_a_row_is_told_by_its_value_time_and_table(
    table: str, row: dict[str, str], label: str
) -> None:
    assert label in labels(table, **row)


def test_a_cell_in_free_words_is_told_with_its_column_and_its_neighbors() -> None:
    assert "care note: refused his breakfast (ward log: shift night)" in labels(
        "ward_log", shift="night", care_note="refused his breakfast"
    )


def note_evidence(note: str, quote: str) -> Evidence:
    source = in_note(note, 0, len(quote))
    return Evidence(
        id=evidence_id(source), kind="text", source=source, quote=quote, section="assessment"
    )


def test_a_note_is_told_by_its_name_and_day() -> None:
    notes = (
        Note(id="a", category="note", text="x", title="Progress note", time="2048-03-08T07:00:00"),
        Note(id="b", category="note", text="y", title="Progress note", time="2048-03-08T19:00:00"),
        Note(id="c", category="discharge", text="z"),
        Note(
            id="d",
            category="note",
            text="z",
            title="ED note 2048-03-07",
            time="2048-03-07T01:00:00",
        ),
    )
    names = note_names(notes)
    assert [names[one] for one in "abcd"] == [
        "Progress note 2048-03-08",
        "Progress note 2048-03-08 (2)",
        "Discharge note",
        "ED note 2048-03-07",
    ]
    report = REPORT.model_copy(update={"names": names})
    words = words_of(report, note_evidence("a", "Stable today."))
    assert words.line(80) == "“Stable today.” (Progress note 2048-03-08, assessment)"


def test_an_id_that_was_made_up_is_no_name() -> None:
    record = record_from({"text": ["Stable."]}, "test")
    [note] = record.notes
    assert name_of_id(note.id) == "Note"
    assert name_of_id("progress-3") == "progress-3"
    assert RuleExtractor().note(note, Anchors())[0].source.note == note.id
