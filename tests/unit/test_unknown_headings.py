"""Headings that the table does not know end lists and family histories, and inherit nothing."""

import pytest

from clinical.sections import find_sections


def section_of(text: str, words: str) -> str:
    """The name of the section that holds some words of a note."""
    place = text.index(words)
    return next(s.name for s in find_sections(text) if s.header_start <= place < s.end)


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("Allergies:\nNone known.\n\nVascular Lab Corner:\nDuplex tomorrow.\n", "Duplex"),
        ("Family History:\nUncle with gout.\n\nDialysis unit:\nHyperkalemia.\n", "Hyperkalemia"),
        ("FAMILY: Aunt with lupus.\n\nSCRIBE PAGE 02-09: ulcer of the heel.\n", "ulcer"),
        ("## Family History\nFather had gout.\n\n## Course so far\nDelirium.\n", "Delirium"),
        ("Social History:\nRetired.\n\nTelephone Contact Log:\nFell at home.\n", "Fell"),
        (
            "Discharge Medications:\nAmlodipine 5 mg daily\n\nGiven on the ward:\nCefazolin 1 g\n",
            "Cefazolin",
        ),
        ("Past Medical History:\nGout.\n\nWhat the team saw:\nNew delirium.\n", "delirium"),
    ],
)
def test_an_unknown_heading_ends_what_its_lines_would_inherit(note: str, words: str) -> None:
    """What stands below belongs to no section."""
    assert section_of(note, words) == ""


@pytest.mark.parametrize(
    ("note", "words", "section"),
    [
        ("Allergies:\nLatex: hives\n\nPenicillin: rash\n", "rash", "allergies"),
        ("Allergies:\nNuts\n\nEnvironmental:\nPollen\n", "Pollen", "allergies"),
        ("Family History:\nGout.\n\nMother: stroke at 60\n", "stroke", "family_history"),
        ("Family History:\n\nCancer:\nAunt, breast\n", "Aunt", "family_history"),
        (
            "Discharge Medications:\nAmlodipine 5 mg\n\nBreathing:\nTiotropium 18 mcg\n",
            "Tiotropium",
            "discharge_medications",
        ),
        (
            "Past Medical History:\nGout\n\nCardiac:\nOld infarct\n",
            "infarct",
            "past_medical_history",
        ),
        ("Physical Exam:\nWell.\n\nHEENT:\nDry mouth\n", "Dry", "physical_exam"),
    ],
)
def test_what_only_divides_a_section_stays_in_it(note: str, words: str, section: str) -> None:
    """Entries, organ systems and relatives are no headings of their own."""
    assert section_of(note, words) == section


def test_nothing_but_a_known_heading_ends_a_hospital_course() -> None:
    """The text to be checked never becomes evidence by a heading inside it."""
    note = "Brief Hospital Course:\nStable.\n\nBone Health Corner:\nVitamin D.\n"
    assert section_of(note, "Vitamin") == "brief_hospital_course"


@pytest.mark.parametrize(
    ("title", "section"),
    [
        ("Medication Summary", "admission_medications"),
        ("Medicines", "admission_medications"),
        ("Meds on Transfer", "inpatient_medications"),
        ("FamHx", "family_history"),
        ("F/H", "family_history"),
        ("Past med history", "past_medical_history"),
        ("ER course", "history_of_present_illness"),
        ("Exam, Admission", "admission_exam"),
    ],
)
def test_titles_of_other_vendors_are_known(title: str, section: str) -> None:
    """Short, spoken and international titles open the section that they name."""
    assert section_of(f"Allergies:\nNone.\n\n{title}:\nSomething.\n", "Something") == section
