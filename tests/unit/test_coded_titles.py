"""Official titles and codes of diagnoses mean what clinicians call them."""

import pytest

from clinical.coded_titles import (
    drug_of_long_use,
    edition_of,
    everyday_names,
    facts_in_words,
    plain_title,
)
from clinical.facts import Fact
from kg.record import TableRow
from kg.row_facts import read_row


def read(**fields: str) -> list[Fact]:
    return read_row(TableRow(table="diagnoses_icd", id="1", fields=fields))


TITLES = [
    ("Essential (primary) hypertension", "hypertension"),
    ("Atherosclerotic heart disease of native coronary artery without angina pectoris", "CAD"),
    ("Chronic diastolic (congestive) heart failure", "HFpEF"),
    ("Acute on chronic systolic (congestive) heart failure", "systolic heart failure"),
    ("Obstructive sleep apnea (adult) (pediatric)", "OSA"),
    ("Pneumonitis due to inhalation of food and vomit", "aspiration pneumonia"),
    ("Hypo-osmolality and hyponatremia", "hyponatremia"),
    ("Acute kidney failure with tubular necrosis", "ATN"),
    ("Acute kidney failure, unspecified", "AKI"),
    ("Presence of aortocoronary bypass graft", "CABG"),
    ("Do not resuscitate", "DNR"),
    ("Alcohol dependence with withdrawal, unspecified", "alcohol withdrawal"),
    ("Type 2 diabetes mellitus with diabetic nephropathy", "type 2 diabetes"),
    ("Acute and chronic respiratory failure with hypoxia", "respiratory failure"),
    ("Gastro-esophageal reflux disease without esophagitis", "GERD"),
    ("Benign prostatic hyperplasia with lower urinary tract symptoms", "BPH"),
    ("Paroxysmal atrial fibrillation", "atrial fibrillation"),
    ("Hyperlipidemia, unspecified", "hyperlipidemia"),
    ("Alcoholic cirrhosis of liver with ascites", "ascites"),
    ("Subendocardial infarction, initial episode of care", "NSTEMI"),
    ("Coronary atherosclerosis of native coronary artery", "coronary artery disease"),
    ("Esophageal reflux", "GERD"),
    ("Urinary tract infection, site not specified", "UTI"),
    ("Chronic obstructive pulmonary disease with (acute) exacerbation", "COPD"),
]


@pytest.mark.parametrize(("title", "everyday"), TITLES)
def test_an_official_title_has_its_everyday_name(title: str, everyday: str) -> None:
    """A sentence with the everyday name has a concept that the row has too."""
    wanted = {fact.concept.id for fact in facts_in_words(everyday)}
    held = {c for fact in read(long_title=title) for c in (fact.concept.id, *fact.concept.broader)}
    assert wanted & held


@pytest.mark.parametrize(
    ("code", "edition", "everyday"),
    [
        ("I5022", "10", "HFrEF"),
        ("I50.22", "", "HFrEF"),
        ("42822", "9", "HFrEF"),
        ("E8342", "10", "hypomagnesemia"),
        ("41401", "", "coronary artery disease"),
        ("V4581", "", "CABG"),
        ("J9601", "10", "acute hypoxic respiratory failure"),
    ],
)
def test_the_code_decides_whatever_the_title(code: str, edition: str, everyday: str) -> None:
    """A local title beside a code is not needed."""
    names = [name.name for name in everyday_names(code, edition, "local text")]
    assert everyday in names or any(everyday in name for name in names)


def test_history_and_remission_are_past() -> None:
    """A former smoker does not smoke, and a past stroke is history."""
    assert {f.assertion for f in read(icd_code="Z87891", icd_version="10", long_title="x")} == {
        "historical"
    }
    assert {f.assertion for f in read(long_title="Alcohol dependence, in remission")} == {
        "historical"
    }


def test_long_term_use_is_a_home_drug() -> None:
    """`Long term (current) use of insulin` is insulin."""
    assert drug_of_long_use("Long term (current) use of insulin") == "insulin"
    [fact] = read(long_title="Long term (current) use of anticoagulants")
    assert (fact.kind, fact.status) == ("medication", "home")


def test_a_title_is_read_without_what_it_excludes() -> None:
    """What a title is `without` is nothing that the patient has."""
    assert plain_title("Other specified gastritis without bleeding") == "gastritis"
    assert edition_of("E9342") == "9" and edition_of("E1122") == "10"
    held = {f.concept.name for f in read(long_title="Obstructive hydrocephalus without coma")}
    assert not any("coma" in name for name in held)
