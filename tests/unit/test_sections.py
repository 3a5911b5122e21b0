"""Sections in several house styles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.sections import find_sections, is_target_section

HEADERS = """
    Allergies | allergies
    ALLERGIES AND INTOLERANCES | allergies
    ADVERSE REACTIONS | allergies
    Chief Complaint | chief_complaint
    REASON FOR ADMISSION | chief_complaint
    Major Surgical or Invasive Procedure | procedures
    PROCEDURES PERFORMED | procedures
    OPERATIONS | procedures
    History of Present Illness | history_of_present_illness
    HPI | history_of_present_illness
    PRESENT ILLNESS | history_of_present_illness
    Past Medical History | past_medical_history
    PAST HISTORY | past_medical_history
    PMH | past_medical_history
    PSH | past_surgical_history
    Social History | social_history
    HABITS | social_history
    Family History | family_history
    FAMILY | family_history
    Review of Systems | review_of_systems
    ROS | review_of_systems
    Physical Exam | physical_exam
    EXAM ON ADMISSION | admission_exam
    Admission Physical Exam | admission_exam
    DISCHARGE PHYSICAL EXAM | discharge_exam
    Pertinent Results | results
    LABS | laboratory
    ADMISSION LABS | admission_laboratory
    MICROBIOLOGY | microbiology
    CULTURES | microbiology
    IMAGING | imaging
    PATHOLOGY (11-08) | pathology
    Brief Hospital Course | brief_hospital_course
    HOSPITAL COURSE BY PROBLEM | brief_hospital_course
    Summary of Hospital Stay | brief_hospital_course
    COURSE IN THE HOSPITAL | brief_hospital_course
    Medications on Admission | admission_medications
    MEDICATIONS BEFORE ADMISSION | admission_medications
    HOME MEDS | admission_medications
    MEDICATIONS PRIOR TO ADMISSION | admission_medications
    MEDICATIONS GIVEN IN THE HOSPITAL | inpatient_medications
    Discharge Medications | discharge_medications
    MEDICATIONS AT DISCHARGE | discharge_medications
    MEDICINES ON GOING HOME | discharge_medications
    Discharge Disposition | discharge_disposition
    DISPOSITION | discharge_disposition
    Discharge Diagnosis | discharge_diagnosis
    FINAL DIAGNOSES | discharge_diagnosis
    ADMITTING DIAGNOSIS | admission_diagnosis
    Discharge Condition | discharge_condition
    CONDITION AT DISCHARGE | discharge_condition
    Discharge Instructions | discharge_instructions
    PATIENT INSTRUCTIONS | discharge_instructions
    Followup Instructions | follow_up
    FOLLOW-UP | follow_up
    CONSULTATIONS | consultations
    EVENTS | events
    NURSING NOTES | events
    IMPRESSION | impression
    FINDINGS | findings
    INDICATION | indication
    REASON FOR EXAM | indication
    COMPARISON | comparison
    TECHNIQUE | technique
    SUBJECTIVE | subjective
    ASSESSMENT AND PLAN | assessment_and_plan
    A/P | assessment_and_plan
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in HEADERS.strip().splitlines()]


@pytest.mark.parametrize(("title", "name"), ROWS)
def test_headers(title: str, name: str) -> None:
    for text in (f"{title}:\nSome body text.", f"{title.upper()}: inline text\nand more."):
        (section,) = find_sections(text)
        assert section.name == name
        assert text[section.header_start : section.header_end].upper() == f"{title.upper()}:"


def test_enough_headers() -> None:
    assert len(ROWS) >= 40


@pytest.mark.parametrize(
    "line",
    [
        "Discharged home with family.",
        "She was seen: results are pending.",
        "Hypertension",
        "Chest pain",
        "Acute Kidney Injury",
        "Labs were normal.",
        "TTE (2151-06-16)",
        "Creatinine: 1.3",
    ],
)
def test_no_headers(line: str) -> None:
    assert [s.name for s in find_sections(line)] == ["preamble"]


NOTE = """\
Name: ___    Unit No: ___

Allergies:
Penicillins

History of Present Illness:
60M with gout presents with fever.

Physical Exam:
ADMISSION
VS: T 101.2 HR 110
GEN: ill

DISCHARGE
VS: T 98.0 HR 70

Pertinent Results:
2180-05-08 06:15AM BLOOD WBC-18.2
MICRO
BLOOD CULTURE: NO GROWTH.

Brief Hospital Course:
60M treated for pneumonia.
# Pneumonia
Labs: white count fell.
Plan: finish antibiotics.
# Transitional Issues:
- repeat film

Medications on Admission:
1. Allopurinol 300 mg PO DAILY

Discharge Medications:
1. Allopurinol 300 mg PO DAILY
2. Levofloxacin 750 mg PO DAILY

Discharge Disposition:
Home

Discharge Instructions:
You had pneumonia.
"""


def test_note_in_order() -> None:
    assert [s.name for s in find_sections(NOTE)] == [
        "preamble",
        "allergies",
        "history_of_present_illness",
        "physical_exam",
        "admission_exam",
        "discharge_exam",
        "results",
        "microbiology",
        "brief_hospital_course",
        "admission_medications",
        "discharge_medications",
        "discharge_disposition",
        "discharge_instructions",
    ]


def test_parts_know_their_section() -> None:
    parents = {s.name: s.parent for s in find_sections(NOTE)}
    assert parents["admission_exam"] == "physical_exam"
    assert parents["microbiology"] == "results"
    assert parents["allergies"] is None


def test_capitals_style_ends_a_hospital_course() -> None:
    text = "HOSPITAL COURSE: Long and slow.\nLABS: WBC 8.\nDISPOSITION: Home.\n"
    assert [s.name for s in find_sections(text)] == [
        "brief_hospital_course",
        "laboratory",
        "discharge_disposition",
    ]


def test_radiology_report() -> None:
    text = "EXAMINATION:  CHEST (PA AND LAT)\n\nINDICATION:  Cough\n\nIMPRESSION:\nNormal.\n"
    assert [s.name for s in find_sections(text)] == ["examination", "indication", "impression"]


def test_targets() -> None:
    assert is_target_section("brief_hospital_course")
    assert is_target_section("discharge_instructions")
    assert not is_target_section("discharge_medications")


@given(st.text(max_size=300) | st.lists(st.sampled_from(NOTE.splitlines())).map("\n".join))
def test_sections_cover_the_text(text: str) -> None:
    last = 0
    for section in find_sections(text):
        skipped = text[last : section.header_start].strip()
        assert not skipped.strip("*=#_-.)0123456789 ")
        assert section.header_start <= section.header_end <= section.end <= len(text)
        assert section.start == section.header_end
        last = section.end
    assert last == len(text) or not text.strip()
