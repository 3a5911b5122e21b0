"""Files appear whole or not at all, under names that are safe and distinct."""

import errno
import sys
from pathlib import Path

import pytest

from cli.delivery import Delivery, file_name, reaches
from cli.files import staged, write_files
from graph_state.findings import Finding, HallucinationDetectionResult, Report
from kg.errors import BadInputError


def report(patient: str, grade: str | None = None, status: str = "graded") -> Report:
    result = HallucinationDetectionResult.model_validate(
        {"reasoning": "x", "status": status, "evidence_grade": grade}
    )
    finding = Finding.model_validate(
        {"index": 0, "start": 0, "end": 1, "text": "x", "status": status, "result": result}
    )
    return Report(
        patient_id=patient,
        admission_id="1",
        target="summary",
        judge="rules",
        summary="x",
        settings={},
        versions={},
        findings=(finding,),
    )


def test_nothing_is_written_when_one_file_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "b.txt").mkdir()
    with pytest.raises(RuntimeError), staged(tmp_path) as staging:
        (staging / "a.txt").write_text("new")
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]


def test_an_old_file_is_replaced_whole(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.txt": "a long old text", "b.txt": "b"})
    write_files(tmp_path, {"a.txt": "new \ud800"})
    assert (tmp_path / "a.txt").read_text() == "new \\ud800"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left") as caught, staged(tmp_path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert caught.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_", ["json", "table"])
def test_a_closed_standard_output_is_said(format_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(BadInputError, match="standard output is closed"):
        Delivery(format_, None).deliver([report("p1")])


def test_several_reports_get_a_file_each(tmp_path: Path) -> None:
    reports = [report("p1"), report("../p 1"), report("p1")]
    Delivery("json", tmp_path).deliver(reports)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["p-1_1_summary.json", "p1_1_summary.json", "p1_1_summary_2.json"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "a\\b", "con:1", "ü\n", ".."])
def test_a_name_never_leaves_its_folder(name: str) -> None:
    assert not set("/\\:\n") & set(file_name(name, "p"))
    assert not file_name(name).startswith(".")


@pytest.mark.parametrize("letter", ["a", "ü", "𝔘"])
def test_a_name_is_never_too_long_for_a_file_system(letter: str) -> None:
    assert 100 < len(file_name(letter * 400).encode()) <= 220


@pytest.mark.parametrize(
    ("grade", "level", "reached"),
    [
        ("E4", "E4", True),
        ("E3", "E4", False),
        ("E3", "E3", True),
        ("E4", "E3", True),
        ("E2", "E3", False),
        (None, "E3", False),
    ],
)
def test_a_level_is_reached_by_its_grade_or_a_worse_one(
    grade: str | None, level: str, reached: bool
) -> None:
    status = "abstained" if grade is None else "graded"
    assert reaches(report("p1", grade, status), "E4" if level == "E4" else "E3") == reached


@pytest.mark.parametrize(
    ("format_", "folder", "several"),
    [("html", None, False), ("csv", None, False), ("json", None, True), ("html", Path("x"), True)],
)
def test_some_formats_hold_one_report(format_: str, folder: Path | None, several: bool) -> None:
    assert Delivery(format_, folder).takes_several == several
