"""Rows of a stay in hospital date it, whatever system they come from; visits date nothing."""

import asyncio

import pytest

from evaluation.checking import open_checked_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from kg.readers.json_record import record_from
from kg.record import PatientRecord

ROWS: dict[str, dict[str, str]] = {
    "Encounter": {
        "class": "inpatient encounter",
        "class.code": "v3-ActCode:IMP",
        "period.start": "2044-09-10T15:20:00-04:00",
        "period.end": "2044-09-14T10:05:00-04:00",
    },
    "encounters": {
        "encounterclass": "inpatient",
        "start": "2044-09-10T15:20:00Z",
        "stop": "2044-09-14T10:05:00Z",
    },
    "visit_occurrence": {
        "visit_concept_name": "Inpatient Visit",
        "visit_start_date": "2044-09-10",
        "visit_end_date": "2044-09-14",
    },
}


def record(table: str, **changed: str) -> PatientRecord:
    row = {"encounter_id": "e1", **ROWS[table], **changed}
    return record_from({"patient_id": "p", "tables": {table: [row]}}, "test")


def grade(of: PatientRecord, sentence: str) -> str:
    async def check() -> str:
        labeled = LabeledRecord(id="p", patient="p", record=of, documents=())
        async with open_checked_record(labeled, Context()) as run:
            [finding] = (await run(sentence)).findings
            result = finding.result
            return (result and result.evidence_grade) or finding.status

    return asyncio.run(check())


@pytest.mark.parametrize("table", ROWS)
@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He was admitted on 2044-09-10.", "E1"),
        ("He was discharged on September 14.", "E1"),
        ("He was discharged on September 18.", "E4"),
        ("His hospital stay lasted four days.", "E1"),
        ("He was hospitalized for 4 days.", "E1"),
        ("He remained in the hospital for nine days.", "E4"),
        ("Length of stay was eleven days.", "E4"),
    ],
)
def test_a_stay_in_hospital_is_dated_by_its_row(table: str, sentence: str, expected: str) -> None:
    assert grade(record(table), sentence) == expected


def test_a_visit_to_a_clinic_is_no_stay() -> None:
    seen = record("Encounter", **{"class": "ambulatory", "class.code": "v3-ActCode:AMB"})
    assert grade(seen, "He was admitted on 2044-09-11.") != "E4"
    assert grade(seen, "His hospital stay lasted nine days.") != "E4"


def test_a_culture_is_compared_and_not_taken_for_a_name() -> None:
    urine = {
        "subject_id": "p",
        "charttime": "2044-09-11 08:00:00",
        "spec_type_desc": "URINE",
        "test_name": "URINE CULTURE",
        "org_name": "KLEBSIELLA PNEUMONIAE",
    }
    grown = record_from({"tables": {"microbiologyevents": [urine]}}, "test")
    assert grade(grown, "Urine culture grew Klebsiella pneumoniae.") == "E1"
    assert grade(grown, "Urine culture grew Proteus mirabilis.") == "E4"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He received the influenza vaccine.", "E1"),
        ("He received the influenza vaccine in October 2043.", "E1"),
        ("He received the influenza vaccine in March 2044.", "E4"),
        ("He received the pneumococcal vaccine.", "E4"),
    ],
)
def test_a_vaccine_is_compared_with_the_row_of_its_day(sentence: str, expected: str) -> None:
    rows = [
        {"vaccineCode": "Influenza, seasonal", "occurrenceDateTime": "2043-10-02"},
        {"vaccineCode": "Pneumococcal conjugate", "status": "not-done"},
    ]
    times = [{**row, "date": row.get("occurrenceDateTime", "")} for row in rows]
    given = record_from({"patient_id": "p", "tables": {"Immunization": times}}, "test")
    assert grade(given, sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("She is divorced.", "E1"),
        ("She is single.", "E1"),
        ("She is married.", "E4"),
        ("Her primary language is Portuguese.", "E1"),
        ("Her primary language is Spanish.", "E4"),
        ("She arrived by EMS.", "E1"),
        ("She was brought in by helicopter.", "E4"),
    ],
)
def test_what_tables_say_of_a_person_is_compared(sentence: str, expected: str) -> None:
    tables = {
        "admissions": [{"hadm_id": "1", "marital_status": "DIVORCED", "language": "Portuguese"}],
        "edstays": [{"stay_id": "2", "hadm_id": "1", "arrival_transport": "AMBULANCE"}],
    }
    assert grade(record_from({"tables": tables}, "test"), sentence) == expected


def test_a_state_of_life_that_no_table_tells_is_undecided() -> None:
    told = record_from({"text": ["Seen today."], "tables": {}}, "test")
    assert grade(told, "She is married.") == "abstained"
