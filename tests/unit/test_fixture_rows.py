"""The examples that the source papers discuss, through the whole check, on fictional patients.

Each test names the row of the requirements that it stands for, and holds the grade, the types and
the evidence cited. A row that is not met yet is a strict expected failure with its reason.
"""

import asyncio
from functools import cache

import pytest

from clinical.labels import ErrorType, Grade
from evaluation.checking import open_checked_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from graph_state.findings import ClaimVerdict, Finding, HallucinationDetectionResult
from kg.record import Encounter, Note, PatientRecord, TableRow

STAY = Encounter(id="7001", admitted="2191-01-05T09:00:00", discharged="2191-01-12T15:00:00")
NOTE = """Admission Date: 2191-01-05    Discharge Date: 2191-01-12

Allergies:
Sulfa (Sulfonamide Antibiotics) - rash

Chief Complaint:
Cough

History of Present Illness:
62F with chest pain on coughing for two days. She reports nausea.

Past Medical History:
Hypertension

Medications on Admission:
1. aspirin 81 mg PO daily
2. metformin 1000 mg PO BID

Events:
01-06: azithromycin 500 mg PO started for pneumonia

Vital Signs:
T 37.2 C, HR 78, BP 120/80, RR 16, SpO2 97% RA

Discharge Medications:
1. aspirin 81 mg PO daily
2. metformin 1000 mg PO BID
3. azithromycin 250 mg PO daily

Consultations:
Clear liquids as tolerated, IV hydration until she drinks well.
"""


def row(table: str, number: str, time: str = "", **fields: str) -> TableRow:
    return TableRow(table=table, id=number, fields=fields, time=time or None, encounter=STAY.id)


DIAGNOSIS = row(
    "diagnosis", "1", icd_code="J18.9", icd_version="10", icd_title="Pneumonia, unspecified"
)
GLUCOSE = row(
    "labevents",
    "2",
    time="2191-01-06T06:00:00",
    label="Glucose",
    valuenum="96",
    valueuom="mg/dL",
    charttime="2191-01-06 06:00:00",
)
AZITHROMYCIN = row(
    "prescriptions",
    "3",
    time="2191-01-06T10:00:00",
    drug="Azithromycin",
    dose_val_rx="500",
    dose_unit_rx="mg",
    route="PO",
    starttime="2191-01-06 10:00:00",
)
CONFIRMED_NEGATIVES = "Past Medical History:\nNo history of diabetes or myocardial infarction.\n"


@cache
def checked(sentence: str, note: str = NOTE, rows: bool = True) -> Finding:
    """Check one sentence as a summary of its own."""
    notes = (
        Note(id="70-DS-1", category="discharge", text=note, time=STAY.discharged, encounter="7001"),
    )
    record = PatientRecord(
        patient_id="70",
        encounters=(STAY,),
        rows=(DIAGNOSIS, GLUCOSE, AZITHROMYCIN) if rows else (),
        notes=notes,
    )

    async def check() -> Finding:
        labeled = LabeledRecord(
            id="70", patient="70", record=record, admission_id=STAY.id, documents=()
        )
        async with open_checked_record(labeled, Context()) as run:
            (finding,) = (await run(sentence)).findings
        return finding

    return asyncio.run(check())


def verdict(finding: Finding) -> HallucinationDetectionResult:
    assert finding.result is not None, finding.reason
    return finding.result


def claim_about(finding: Finding, words: str) -> ClaimVerdict:
    claims = [c for c in verdict(finding).claims if words in c.text.lower()]
    assert claims, [c.text for c in verdict(finding).claims]
    return claims[0]


def cited(finding: Finding, relation: str) -> str:
    """Every quote cited in one relation, as one text."""
    return " | ".join(c.evidence.quote for c in finding.evidence if c.relation == relation)


C15: list[tuple[str, Grade, ErrorType, str]] = [
    ("She had pulmonary tuberculosis.", "E4", "diagnosis_error", "Pneumonia"),
    ("Aspirin 325 mg daily was continued.", "E4", "medication_error", "81 mg"),
    ("Glucose was 196 mg/dL.", "E4", "exam_result_error", "96"),
    ("Blood pressure was 180/120.", "E4", "value_error", "120/80"),
    ("She was admitted on 1/15.", "E4", "time_error", "2191-01-05"),
    ("She was admitted last week, on 12/29.", "E4", "time_error", "2191-01-05"),
]


@pytest.mark.parametrize(("sentence", "grade", "error", "quote"), C15)
def test_c15_each_type_has_its_example(
    sentence: str, grade: Grade, error: ErrorType, quote: str
) -> None:
    finding = checked(sentence)
    assert verdict(finding).evidence_grade == grade, verdict(finding).reasoning
    assert error in verdict(finding).hallucination_types
    assert quote in cited(finding, "contradicts")


def test_c15_a_history_that_is_denied_is_a_negation_error() -> None:
    finding = checked("She has a history of diabetes.", CONFIRMED_NEGATIVES, rows=False)
    assert verdict(finding).evidence_grade == "E4", verdict(finding).reasoning
    assert {"negation_error", "diagnosis_error"} & set(verdict(finding).hallucination_types)
    assert "No history of diabetes" in cited(finding, "contradicts")


def test_c15_an_invented_operation_is_an_invented_fact() -> None:
    finding = checked("She underwent appendectomy.")
    assert verdict(finding).evidence_grade == "E3"
    assert verdict(finding).hallucination_types == ("invented_fact",)
    assert verdict(finding).absence_rationale


def test_c15_the_true_counterparts_are_not_flagged() -> None:
    for sentence in (
        "She had pneumonia.",
        "Aspirin 81 mg daily was continued.",
        "Glucose was 96 mg/dL.",
        "Blood pressure was 120/80.",
        "She was admitted on 1/5.",
    ):
        finding = checked(sentence)
        assert finding.status in ("graded", "not_checkable"), verdict(finding).reasoning
        assert verdict(finding).hallucination_status in (False, None), verdict(finding).reasoning


def test_c19_a_long_term_drug_implies_its_disease() -> None:
    finding = checked("She has diabetes.")
    assert verdict(finding).evidence_grade == "E2", verdict(finding).reasoning
    assert "metformin" in cited(finding, "supports")
    assert "metformin" in verdict(finding).reasoning


def test_c86_two_errors_of_one_sentence_are_both_contradicted() -> None:
    finding = checked("She was treated with clarithromycin for pulmonary tuberculosis.")
    disease, drug = claim_about(finding, "tuberculosis"), claim_about(finding, "clarithromycin")
    assert (disease.grade, drug.grade) == ("E4", "E4"), verdict(finding).reasoning
    assert {"diagnosis_error", "medication_error"} <= set(verdict(finding).hallucination_types)
    assert "Pneumonia" in cited(finding, "contradicts")
    assert "zithromycin" in cited(finding, "contradicts")


def test_c87_silence_on_the_heart_is_no_contradiction() -> None:
    silent = NOTE.replace("aspirin 81 mg", "cetirizine 10 mg")
    finding = checked("She has a history of myocardial infarction.", silent)
    assert verdict(finding).evidence_grade == "E3", verdict(finding).reasoning
    assert verdict(finding).absence_rationale


def test_c87_a_documented_negative_is_a_contradiction() -> None:
    finding = checked("She has a history of myocardial infarction.", CONFIRMED_NEGATIVES, False)
    assert verdict(finding).evidence_grade == "E4", verdict(finding).reasoning
    assert "No history of" in cited(finding, "contradicts")


def test_c87_no_records_is_silence() -> None:
    finding = checked(
        "She has a history of myocardial infarction.",
        "Past Medical History:\nCardiac history: no records available.\n",
        rows=False,
    )
    assert verdict(finding).evidence_grade == "E3", verdict(finding).reasoning


def test_c87_a_degree_that_nothing_supports_is_marked() -> None:
    finding = checked("She presented with severe chest pain.")
    claim = claim_about(finding, "chest pain")
    assert claim.grade in ("E1", "E2"), verdict(finding).reasoning
    assert "severe" in claim.explanation and "unverified" in claim.explanation


@pytest.mark.xfail(reason="an order is taken for the treatment itself")
def test_c88_fluids_implied_by_orders_are_indirect() -> None:
    finding = checked("She was given intravenous fluids.")
    assert verdict(finding).evidence_grade == "E2", verdict(finding).reasoning
    assert "IV hydration" in cited(finding, "supports")


def test_m20_an_allergy_that_the_list_lacks_is_contradicted_by_the_list() -> None:
    finding = checked("She has a penicillin allergy.")
    claim = claim_about(finding, "penicillin")
    assert claim.grade == "E4", verdict(finding).reasoning
    assert claim.rule == "closed_allergies" and "medication_error" in claim.types
    assert "Sulfa" in cited(finding, "contradicts")


@pytest.mark.parametrize("sentence", ["She denied nausea.", "She denied chest pain."])
def test_m21_a_fabricated_denial_is_contradicted(sentence: str) -> None:
    finding = checked(sentence)
    assert verdict(finding).evidence_grade == "E4", verdict(finding).reasoning
    assert "negation_error" in verdict(finding).hallucination_types
    assert cited(finding, "contradicts")


def test_m21_a_denied_history_that_other_data_contradict_is_contradicted() -> None:
    finding = checked("She has no history of hypertension.")
    assert verdict(finding).evidence_grade == "E4", verdict(finding).reasoning
    assert "Hypertension" in cited(finding, "contradicts")


@pytest.mark.xfail(reason="a class without any of its drugs on record is left undecided")
def test_m22_a_drug_that_only_an_unread_letter_names_is_unsupported() -> None:
    finding = checked("She was started on a beta-blocker two weeks before admission.")
    assert verdict(finding).evidence_grade == "E3", verdict(finding).reasoning
    rationale = verdict(finding).absence_rationale
    assert rationale is not None and "scan" in rationale and "not searched" in rationale
