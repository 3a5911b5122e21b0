"""Claims that the tables of a chart are sorted, counted or compared for."""

import asyncio
from functools import cache

import pytest

from evaluation.checking import open_checked_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from graph_state.findings import Finding
from kg.readers.json_record import record_from


def _lab(day: int, label: str, value: float, unit: str, stay: str = "1") -> dict[str, object]:
    time = f"2187-05-{day:02} 06:00:00"
    return {
        "hadm_id": stay,
        "charttime": time,
        "label": label,
        "valuenum": value,
        "valueuom": unit,
    }


def _order(day: int, drug: str, dose: str, route: str) -> dict[str, object]:
    return {
        "hadm_id": "1",
        "starttime": f"2187-05-{day:02} 08:00:00",
        "drug": drug,
        "dose_val_rx": dose,
        "dose_unit_rx": "mg",
        "route": route,
    }


def _culture(day: int, specimen: str, organism: str | None) -> dict[str, object]:
    return {
        "hadm_id": "1",
        "charttime": f"2187-05-{day:02} 10:00:00",
        "spec_type_desc": specimen,
        "test_name": f"{specimen} culture",
        "org_name": organism,
    }


TABLES: dict[str, list[dict[str, object]]] = {
    "admissions": [
        {
            "hadm_id": "0",
            "admittime": "2186-11-02 09:00:00",
            "dischtime": "2186-11-05 09:00:00",
            "admission_type": "elective",
        },
        {
            "hadm_id": "1",
            "admittime": "2187-05-04 10:00:00",
            "dischtime": "2187-05-11 10:00:00",
            "admission_type": "urgent",
            "admission_location": "emergency room",
        },
    ],
    "icustays": [
        {
            "hadm_id": "1",
            "stay_id": "9",
            "first_careunit": "micu",
            "last_careunit": "micu",
            "intime": "2187-05-05 00:00:00",
            "outtime": "2187-05-07 12:00:00",
        }
    ],
    "labevents": [
        _lab(3, "potassium", 4.9, "meq/l", "0"),
        _lab(5, "potassium", 3.1, "meq/l"),
        _lab(6, "potassium", 3.8, "meq/l"),
        _lab(8, "potassium", 4.4, "meq/l"),
        _lab(6, "amylase, pleural", 88.0, "iu/l"),
    ],
    "prescriptions": [
        _order(5, "furosemide", "40", "iv"),
        _order(6, "furosemide", "20", "po"),
        _order(7, "captopril", "12.5", "po"),
    ],
    "microbiologyevents": [
        _culture(5, "sputum", "klebsiella oxytoca"),
        _culture(6, "sputum", None),
        _culture(6, "urine", None),
    ],
    "_now": [{"current_time": "2187-06-15 12:00:00"}],
}
RECORD: dict[str, object] = {"id": "chart", "record": {"text": [], "tables": TABLES}}

TRUE = [
    "The last potassium in May 2187 was 4.4.",
    "The lowest potassium was 3.1.",
    "Her average potassium since 05/04/2187 was 3.77.",
    "The last measured potassium was greater than the second to last value measured.",
    "The potassium was at some time above 4.8.",
    "The first pleural amylase was 88.",
    "Patient 77 had 2 hospital stays.",
    "She had 1 ICU stay this year.",
    "The first ICU stay lasted 2.5 days.",
    "The ICU stay lasted 3 days.",
    "She was prescribed captopril or metoprolol last month.",
    "The drug that the patient was first prescribed was furosemide.",
    "The dose of furosemide that she was last prescribed was 20.",
    "Furosemide was prescribed for the last time at 2187-05-06 08:00:00.",
    "She was prescribed 2 different drugs on the last hospital visit.",
    "The organism found in the first sputum culture was klebsiella oxytoca.",
    "The last hospital admission was of type urgent.",
    "The first hospital discharge was at 2186-11-05 09:00:00.",
    "She was admitted to the hospital last year.",
]
WRONG = [
    ("The last potassium in May 2187 was 3.8.", "exam_result_error"),
    ("The lowest potassium was 3.8.", "exam_result_error"),
    ("The potassium was at some time above 5.0.", "exam_result_error"),
    ("The last measured potassium was less than the second to last value measured.", None),
    ("Patient 77 had 3 hospital stays.", "value_error"),
    ("The first ICU stay lasted 4.5 days.", "time_error"),
    ("The drug that the patient was first prescribed was captopril.", "medication_error"),
    ("The dose of furosemide that she was last prescribed was 40.", "medication_error"),
    ("Furosemide was prescribed for the last time at 2187-05-05 08:00:00.", "time_error"),
    ("An organism was found in the last sputum culture.", "exam_result_error"),
    ("The last hospital admission was of type elective.", "value_error"),
    ("The first hospital discharge was at 2187-05-11 10:00:00.", "time_error"),
]


@cache
def findings() -> dict[str, Finding]:
    """Check every sentence once, on one graph."""
    texts = [*TRUE, *(text for text, _ in WRONG)]

    async def check() -> dict[str, Finding]:
        record = LabeledRecord(
            id="chart", patient="chart", record=record_from(RECORD, "test"), documents=()
        )
        async with open_checked_record(record, Context()) as run:
            return {text: (await run(text)).findings[0] for text in texts}

    return asyncio.run(check())


@pytest.mark.parametrize("text", TRUE)
def test_what_the_tables_say_is_explicit(text: str) -> None:
    result = findings()[text].result
    assert result is not None
    assert result.evidence_grade == "E1", result.reasoning


@pytest.mark.parametrize(("text", "kind"), WRONG)
def test_what_the_tables_deny_is_contradicted(text: str, kind: str | None) -> None:
    result = findings()[text].result
    assert result is not None
    assert result.evidence_grade == "E4", result.reasoning
    assert kind is None or kind in result.hallucination_types
    assert findings()[text].evidence


def test_what_no_table_holds_in_that_time_is_unsupported() -> None:
    text = "She was prescribed captopril last year."
    result = asyncio.run(_one(text)).result
    assert result is not None
    assert result.evidence_grade == "E3"


@pytest.mark.parametrize(("dose", "grade"), [("1,000", "E4"), ("500mg", "E4"), ("12.5", "E1")])
def test_doses_are_read_as_they_are_written(dose: str, grade: str) -> None:
    result = asyncio.run(
        _one(LAST_DOSE, _with("prescriptions", _order(9, "captopril", dose, "po")))
    )
    assert result.result is not None and result.result.evidence_grade == grade


@pytest.mark.parametrize("dose", ["12.5-25", "6.25 - 12.5", "12.5/25"])
def test_a_dose_of_more_than_one_number_is_left_to_other_rules(dose: str) -> None:
    result = asyncio.run(
        _one(LAST_DOSE, _with("prescriptions", _order(9, "captopril", dose, "po")))
    )
    assert result.result is not None and "chart_dose" not in result.result.reasoning


@pytest.mark.parametrize("begun", [None, "2187-05", "2187"])
def test_a_stay_whose_first_day_is_unknown_has_no_length(begun: str | None) -> None:
    stay = {**TABLES["icustays"][0], "intime": begun}
    tables = {**TABLES, "icustays": [stay]}
    result = asyncio.run(_one("The first ICU stay lasted 2.5 days.", _of(tables))).result
    assert result is not None and "chart_length" not in result.reasoning


@pytest.mark.parametrize(
    "text", ["The first ICU stay lasted 3 days.", "The first ICU stay lasted 2 days."]
)
def test_a_stay_that_is_told_in_days_lasts_a_day_more_or_less(text: str) -> None:
    stay = {**TABLES["icustays"][0], "intime": "2187-05-04", "outtime": "2187-05-06"}
    result = asyncio.run(_one(text, _of({**TABLES, "icustays": [stay]}))).result
    assert result is not None
    assert result.evidence_grade == "E1", result.reasoning


@pytest.mark.parametrize(
    "text",
    [
        "The first hospital discharge was at 2187-05-11 10:00:00.",
        "She was prescribed 5 different drugs on the first hospital visit.",
    ],
)
def test_among_stays_of_unknown_beginning_none_is_the_first(text: str) -> None:
    undated = {**TABLES["admissions"][0], "admittime": None, "dischtime": None}
    tables = {**TABLES, "admissions": [undated, TABLES["admissions"][1]]}
    result = asyncio.run(_one(text, _of(tables))).result
    assert result is not None
    assert "chart_" not in result.reasoning


def test_a_stay_of_unknown_beginning_counts_as_a_stay() -> None:
    undated = {**TABLES["admissions"][0], "admittime": None, "dischtime": None}
    tables = {**TABLES, "admissions": [undated, TABLES["admissions"][1]]}
    result = asyncio.run(_one("Patient 77 had 2 hospital stays.", _of(tables))).result
    assert result is not None
    assert result.evidence_grade == "E1", result.reasoning


def test_coded_rows_do_not_say_how_many_there_were_where_notes_tell_more() -> None:
    told = {"text": ["She underwent a biopsy."], "tables": TABLES}
    text = "She was prescribed 3 different drugs on the last hospital visit."
    alone = asyncio.run(_one(text)).result
    beside_notes = asyncio.run(_one(text, {"id": "chart", "record": told})).result
    assert alone is not None and alone.evidence_grade == "E4"
    assert beside_notes is not None and "chart_count" not in beside_notes.reasoning


LAST_DOSE = "The dose of captopril that she was last prescribed was 12.5."


def _with(table: str, row: dict[str, object]) -> dict[str, object]:
    return _of({**TABLES, table: [*TABLES[table], row]})


def _of(tables: dict[str, list[dict[str, object]]]) -> dict[str, object]:
    return {"id": "chart", "record": {"text": [], "tables": tables}}


async def _one(text: str, told: dict[str, object] = RECORD) -> Finding:
    record = LabeledRecord(
        id="chart", patient="chart", record=record_from(told, "test"), documents=()
    )
    async with open_checked_record(record, Context()) as run:
        return (await run(text)).findings[0]
