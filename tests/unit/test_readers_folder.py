"""One folder may hold notes, tables and documents of a patient side by side."""

import json
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import PatientRecord


def only(path: Path, admission: str | None = None) -> PatientRecord:
    [case] = open_cases(path, admission)
    return case.record


def test_notes_and_tables_of_one_folder_are_one_record(tmp_path: Path) -> None:
    folder = tmp_path / "roe"
    (folder / "notes").mkdir(parents=True)
    (folder / "labs.csv").write_text("time,test,value\n2047-02-03 06:00,Sodium,131\n")
    (folder / "2047-02-03_progress_note.txt").write_text("Confused overnight.")
    (folder / "notes" / "consult.txt").write_text("NEPHROLOGY CONSULT\nHyponatremia.")
    (folder / "more.json").write_text(json.dumps({"patient_id": "roe", "text": ["Alert today."]}))
    (folder / "README.txt").write_text("Files of one patient.")
    record = only(folder)
    assert record.patient_id == "roe"
    assert [row.table for row in record.rows] == ["labs"]
    assert {(note.title, note.time) for note in record.notes} == {
        ("progress note", "2047-02-03T00:00:00"),
        ("Nephrology consult", None),
        ("", None),
    }
    assert not record.unread


def test_notes_beside_a_bundle_belong_to_its_patient(tmp_path: Path) -> None:
    patient = {"resourceType": "Patient", "id": "ana"}
    entries = [{"resource": patient}]
    (tmp_path / "b.json").write_text(json.dumps({"resourceType": "Bundle", "entry": entries}))
    (tmp_path / "note.txt").write_text("Cough.")
    record = only(tmp_path)
    assert (record.patient_id, len(record.rows), len(record.notes)) == ("ana", 1, 1)


def test_notes_beside_several_patients_are_told_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "labs.csv").write_text(
        "subject_id,hadm_id,test,value\n7,70,Sodium,131\n8,80,Sodium,140\n"
    )
    (tmp_path / "7_progress.txt").write_text("Confused.")
    (tmp_path / "note-80.txt").write_text("Alert.")
    cases = {case.record.patient_id: case.record for case in open_cases(tmp_path)}
    assert {one: [note.text for note in record.notes] for one, record in cases.items()} == {
        "7": ["Confused."],
        "8": ["Alert."],
    }
    assert only(tmp_path, admission="80").patient_id == "8"
    with pytest.raises(BadInputError, match="no admission 90; it has 2"):
        open_cases(tmp_path, admission="90")
    (tmp_path / "stray.txt").write_text("Whose?")
    with pytest.raises(BadInputError, match="begin it with the patient's id"):
        open_cases(tmp_path)


def test_files_of_no_form_are_counted(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Cough.")
    (tmp_path / "scan.pdf").write_bytes(b"%PDF")
    (tmp_path / "old.PDF").write_bytes(b"%PDF")
    (tmp_path / "images").mkdir()
    assert [str(one) for one in only(tmp_path).unread] == [
        "2 files (.pdf)",
        "1 folder (not searched)",
    ]


def test_the_summary_in_the_folder_is_no_part_of_the_record(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Cough.")
    summary = tmp_path / "summary.txt"
    summary.write_text("He coughed.")
    [case] = open_cases(tmp_path, summary=summary)
    assert [note.id for note in case.record.notes] == ["note"]
    assert not case.record.unread
