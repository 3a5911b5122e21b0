"""What a reader must know of a record is told: unread parts, missing kinds, mere silence."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.commands import commands
from kg.notices import notices_of
from kg.record import Note, PatientRecord, TableRow, Unread, counted


def verify(record: Path, summary: Path) -> tuple[int, str, str]:
    arguments = ["verify", str(record), "--summary", str(summary), "--format", "json"]
    result = CliRunner().invoke(commands, [*arguments, "--no-resume"])
    return result.exit_code, result.stdout, result.stderr or str(result.exception)


def test_unread_parts_are_added_up_in_words() -> None:
    scan = Unread(thing="attachment", reason="application/pdf")
    file = Unread(thing="file", reason=".docx")
    assert [str(one) for one in counted([scan, file, scan])] == [
        "2 attachments (application/pdf)",
        "1 file (.docx)",
    ]


def test_a_record_of_tables_alone_is_told() -> None:
    row = TableRow(table="labs", id="1", fields={"test": "Sodium", "value": "131"})
    assert "no notes" in " ".join(notices_of(PatientRecord(patient_id="p", rows=(row,))))
    note = Note(id="n", category="note", text="Sodium 131.")
    assert not notices_of(PatientRecord(patient_id="p", rows=(row,), notes=(note,)))


def test_what_was_not_read_and_silence_are_told_once(tmp_path: Path) -> None:
    record = tmp_path / "roe"
    record.mkdir()
    (record / "note.txt").write_text("Her knee was sore after a fall.")
    (record / "scan.pdf").write_bytes(b"%PDF")
    summary = tmp_path / "s.txt"
    summary.write_text(
        "She had pneumonia. She had a stroke. She had gout. She had cellulitis."
        " Sodium was 128. Her knee was sore."
    )
    status, out, told = verify(record, summary)
    assert status == 0
    notices = json.loads(out)["notices"]
    assert notices[0] == "not read: 1 file (.pdf)"
    assert "tells nothing of 5 of 6 graded sentences" in notices[1]
    assert told.count("not read: 1 file (.pdf)") == 1


@pytest.mark.parametrize("kept", ["Her knee was sore.", "Her knee was sore.\n\nShe fell."])
def test_a_summary_is_no_record_of_itself(tmp_path: Path, kept: str) -> None:
    (tmp_path / "record.txt").write_text(kept)
    (tmp_path / "s.txt").write_text("Her knee was sore. She fell.")
    status, _, told = verify(tmp_path / "record.txt", tmp_path / "s.txt")
    assert status != 0
    assert "the record is the summary itself" in told


def test_a_notice_of_many_patients_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "labs.csv").write_text("patient_id,test,value\n1,Sodium,131\n2,Sodium,140\n")
    (tmp_path / "scan.pdf").write_bytes(b"%PDF")
    result = CliRunner().invoke(commands, ["graph", "show", str(tmp_path)])
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "curaview: 2 patients: not read: 1 file (.pdf)",
        "curaview: 2 patients: the record holds tables and no notes;"
        " what only notes tell cannot be found in it",
    ]
