"""Unsafe advice: what is read as advice, and each kind of danger with its proof."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from agents.safety.advice import read_advice
from agents.safety.answer import Safety
from agents.safety.finder import safety_of
from clinical.value_limits import daily_maximum, value_limits
from evaluation.faith.sheets import check_sheets, measured, read_sheets
from exports.findings_report import report_findings
from exports.html_report import report_html
from exports.json_report import report_document
from exports.markdown_report import report_markdown
from exports.table_report import report_table
from graph_state.findings import Report
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.record import Note, PatientRecord
from kg.view import anchors_of

RECORD = """Mrs. Anouk Feld, 71 years old, has heart failure with reduced ejection fraction.
Allergies: Penicillins.
Pertinent Results: Potassium 5.9 mEq/L.
Discharge Medications:
1. Warfarin 3 mg PO daily
2. Carvedilol 12.5 mg PO twice daily
3. STOP: Valsartan
"""


def _safety(sheet: str, record: str = RECORD) -> Safety:
    note = Note(id="note", category="discharge", text=record)
    patient = PatientRecord(patient_id="feld", notes=(note,))
    graph = build_graph(patient, None, anchors_of(patient, None), RuleExtractor())
    return safety_of(graph, sheet)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please take valsartan 80 mg daily.", [("valsartan", "take")]),
        ("Stop taking valsartan.", [("valsartan", "leave")]),
        ("Do not take ibuprofen or naproxen.", [("ibuprofen", "leave"), ("naproxen", "leave")]),
        ("Take apixaban, but do not take warfarin.", [("apixaban", "take"), ("warfarin", "leave")]),
        ("You were given heparin in the hospital.", []),
        ("- Torsemide 20 mg daily", [("torsemide", "take")]),
        ("Your new blood thinner, apixaban, is taken twice a day.", [("apixaban", "take")]),
    ],
)
def test_advice(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(a.drug.name, a.way) for a in read_advice(text, is_sheet=True)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Ten days of naproxen, taken for her knee, made the ulcer bleed.",
        "Lisinopril went back on at half the dose and metoprolol stayed off.",
        "Citalopram was blamed: it had been started three weeks earlier.",
        "She came in after days of taking too much acetaminophen.",
        "Simvastatin was changed to atorvastatin, and clopidogrel was added to aspirin.",
    ],
)
def test_a_text_about_a_patient_advises_nobody(text: str) -> None:
    assert read_advice(text, is_sheet=False) == []


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Lisinopril should not be restarted until your kidneys recover.", ["leave"]),
        ("You were taking naproxen for your knee.", []),
        ("We started you on apixaban.", ["take"]),
    ],
)
def test_what_was_and_what_shall_be_part(text: str, way: list[str]) -> None:
    assert [one.way for one in read_advice(text, is_sheet=True)] == way


@pytest.mark.parametrize(
    ("sheet", "kind", "severity", "proof"),
    [
        ("Please take valsartan 80 mg daily.", "stopped_drug", "high", "Valsartan"),
        ("Take ampicillin 500 mg for 5 days.", "allergy", "high", "Penicillins"),
        ("Take verapamil 120 mg daily.", "contraindication", "high", "heart failure"),
        ("Take ketorolac 10 mg twice a day.", "interaction", "high", "Warfarin"),
        ("Take eplerenone 25 mg daily.", "value", "high", "5.9"),
        ("Take carvedilol 125 mg twice a day.", "dose", "high", None),
        ("Take bisoprolol 5 mg daily.", "duplicate", "high", None),
        ("Take cefpodoxime 200 mg twice a day.", "missing_end", "medium", None),
        ("Take warfarin 3 mg daily.", "missing_follow_up", "medium", None),
    ],
)
def test_each_danger_is_found_with_its_proof(
    sheet: str, kind: str, severity: str, proof: str | None
) -> None:
    text = f"Take carvedilol 12.5 mg twice a day. {sheet}" if kind == "duplicate" else sheet
    findings, evidence = _safety(text)
    found = next(one for one in findings if one.kind == kind)
    assert found.severity == severity
    assert text[found.start : found.end] == found.text
    quotes = [one.quote for one in evidence if one.id in found.evidence]
    assert (proof is None) == (quotes == [])
    assert proof is None or proof in quotes[0]
    assert bool(found.path) == (kind in ("contraindication", "interaction"))


def test_pregnancy_is_read_from_the_record_and_not_where_it_is_denied() -> None:
    record = "Ms. Lior Bane is a 30 year old woman who is {}pregnant at 12 weeks."
    kinds = [f.kind for f in _safety("Take ramipril 5 mg daily.", record.format(""))[0]]
    assert kinds == ["pregnancy"]
    assert _safety("Take ramipril 5 mg daily.", record.format("not "))[0] == ()


@pytest.mark.parametrize(
    "sheet",
    [
        "Take warfarin 3 mg daily; your INR is checked on Friday. Take carvedilol twice a day.",
        "Do not take valsartan, ibuprofen or amoxicillin.",
        "Take cefdinir 300 mg twice a day until Sunday.",
        "Call us if you have a fever over 101 F.",
    ],
)
def test_safe_advice_raises_nothing(sheet: str) -> None:
    assert _safety(sheet) == ((), ())


def test_what_the_record_itself_prescribes_is_graver_only_by_half() -> None:
    record = RECORD.replace("3. STOP: Valsartan", "3. Diltiazem 120 mg PO daily")
    findings, _ = _safety("Take diltiazem 120 mg daily and carvedilol twice a day.", record)
    assert {f.severity for f in findings} == {"medium"}


def test_limits_are_read_in_the_units_of_their_analytes() -> None:
    assert all(limit.severity in ("high", "medium", "low") for limit in value_limits())
    assert daily_maximum("drug:levothyroxine") == 0.3
    assert daily_maximum("drug:unheard of") is None


@pytest.mark.parametrize("half", ["open", "kept"])
def test_planted_dangers_are_found_and_clean_sheets_are_quiet(half: str) -> None:
    folder = Path(__file__).parents[2] / "evaluation" / "faith"
    results = check_sheets(read_sheets(folder / f"sheets_{half}.txt"))
    found = measured(results)
    assert found.planted == 30 and found.recall >= 0.85
    assert found.false_alarms <= len(results) / 10


def test_every_report_shows_what_is_unsafe_and_what_proves_it(
    fictional_report: Report,
) -> None:
    findings, evidence = _safety("Take verapamil 120 mg daily.")
    report = fictional_report.model_copy(update={"safety": findings, "safety_evidence": evidence})
    document = report_document(report)["safety"]
    assert isinstance(document, list) and len(document) == len(findings)
    console = Console(file=StringIO(), width=400)
    console.print(report_findings(report), report_table(report))
    assert isinstance(console.file, StringIO)
    for shown in (console.file.getvalue(), report_markdown(report), report_html(report)):
        assert "verapamil" in shown
        assert "reduced ejection fraction" in shown


def test_advice_to_take_a_stopped_drug_is_contradicted_by_the_words_that_stop_it(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    record = tmp_path / "record"
    record.mkdir()
    (record / "note.txt").write_text(RECORD)
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("Please take valsartan 80 mg every day. Take carvedilol 12.5 mg twice daily.")
    status, told, _ = run(
        "verify", record, "--summary", sheet, "--format", "json", "--fail-on", "E4"
    )
    first, second = json.loads(told)["sentences"]
    assert status == 1
    assert (first["evidence_grade"], second["evidence_grade"]) == ("E4", "E1")
    assert first["hallucination_types"] == ["medication_error"]
    assert [(e["relation"], e["quote"]) for e in first["evidence"]][-1] == (
        "contradicts", "STOP: Valsartan",
    )  # fmt: skip
    assert first["claims"][0]["text"] == "valsartan"
