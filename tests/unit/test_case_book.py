"""Teaching cases: only what reviewers confirmed, masked, and inert in both forms."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from exports.run_file import run_json
from graph_state.findings import Report
from graph_state.review import Decision
from kg.record import Note, PatientRecord
from service.decision_store import DecisionStore
from service.desk import Desk
from service.teaching import teaching_cases

KEY = b"k" * 32

Run = Callable[..., tuple[int, str, str]]


def reviewed(report: Report, tmp_path: Path, comment: str = "") -> Desk:
    desk = Desk([report], DecisionStore(tmp_path / "decisions.sqlite"))
    said = {4: "agree", 5: "false_alarm", 6: "edit", 10: "wrong"}
    for item in desk.queue:
        if choice := said.get(item.finding.index):
            decision = Decision.model_validate({"choice": choice, "comment": comment})
            desk.decide(item, "Ada", decision, 0)
    return desk


def test_only_confirmed_errors_become_cases_the_gravest_first(
    fictional_report: Report, tmp_path: Path
) -> None:
    desk = reviewed(fictional_report, tmp_path)
    cases = teaching_cases(desk.reviewed("Ada"), KEY, {})
    assert [case.sentence for case in cases] == [
        "Her metoprolol was increased to 100 mg daily.",
        "She reported an allergy to penicillin.",
        "Potassium was roughly what one would expect.",
    ]
    first = cases[0]
    assert first.about == "medication error" and first.grade == "E4"
    assert first.wrong_words == ("metoprolol was increased to 100 mg daily",)
    assert first.passages[0].contradicts and "50 mg" in first.passages[0].quote
    assert cases[2].about == "another error"


def test_nothing_that_identifies_is_left(fictional_report: Report, tmp_path: Path) -> None:
    desk = reviewed(fictional_report, tmp_path, "Mrs. Adaeze Okafor said so to Dr. Lindqvist")
    other = Note(id="n", category="note", text="Attending: Lindqvist, Maja")
    record = PatientRecord(patient_id=fictional_report.patient_id, notes=(other,))
    for records in ({}, {fictional_report.patient_id: record}):
        written = repr(teaching_cases(desk.reviewed("Ada"), KEY, records))
        for word in ("Okafor", "Lindqvist", "P-0042", "A-77", "2181-04-02"):
            assert word not in written
        assert "metoprolol" in written


def test_the_case_book_is_written_in_both_forms_and_is_inert(
    run: Run, fictional_report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURAVIEW_DEIDENTIFICATION_KEY", str(tmp_path / "key"))
    (tmp_path / "a.run.json").write_text(run_json(fictional_report))
    reviewed(fictional_report, tmp_path, "<img src=x> [a](http://example.org) **bold**")
    status, out, _ = run("cases", tmp_path, "--out", tmp_path / "book")
    assert (status, out) == (0, "3 cases\n")
    page = (tmp_path / "book" / "cases.html").read_text("utf-8")
    text = (tmp_path / "book" / "cases.md").read_text("utf-8")
    assert "<img" not in page and "<script" not in page and "default-src 'none'" in page
    assert "<ins>" in page and page.count("<details>") == 3
    assert "](http" not in text.replace("\\](http", "") and "<img" not in text.replace("\\<img", "")
    assert re.findall(r"^## \d+\. (.*), E", text, re.M) == [
        "medication error", "medication error", "another error",
    ]  # fmt: skip


def test_a_run_without_confirmed_errors_is_said(
    run: Run, fictional_report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURAVIEW_DEIDENTIFICATION_KEY", str(tmp_path / "key"))
    (tmp_path / "a.run.json").write_text(run_json(fictional_report))
    assert "no decisions yet" in run("cases", tmp_path, "--out", tmp_path / "book")[2]
    DecisionStore(tmp_path / "decisions.sqlite")
    status, _, err = run("cases", tmp_path, "--out", tmp_path / "book")
    assert status == 2 and "reviewers confirmed no error" in err
    assert not (tmp_path / "book").exists()
