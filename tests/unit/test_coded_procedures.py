"""Procedures, cultures and tests of tables are what clinicians call them."""

import pytest

from clinical.coded_titles import everyday_procedures, facts_in_words
from clinical.facts import Fact
from kg.record import TableRow
from kg.row_facts import read_row


def read(table: str, **fields: str) -> list[Fact]:
    return read_row(TableRow(table=table, id="1", fields=fields, time="2190-03-04T10:00:00"))


@pytest.mark.parametrize(
    ("title", "everyday"),
    [
        ("Drainage of Peritoneal Cavity, Percutaneous Approach", "paracentesis"),
        ("Drainage of Left Pleural Cavity, Percutaneous Approach", "thoracentesis"),
        ("Insertion of Endotracheal Airway into Trachea, Via Natural Opening", "intubated"),
        ("Resection of Appendix, Percutaneous Endoscopic Approach", "appendectomy"),
        (
            "Dilation of Coronary Artery, One Artery with Intraluminal Device, Percutaneous",
            "coronary stent",
        ),
        ("Performance of Urinary Filtration, Intermittent", "hemodialysis"),
        ("Transfusion of Nonautologous Red Blood Cells into Central Vein", "PRBC"),
        ("Inspection of Upper Intestinal Tract, Endoscopic", "EGD"),
        ("Percutaneous abdominal drainage", "paracentesis"),
        (
            "Continuous invasive mechanical ventilation for 96 hours or more",
            "mechanical ventilation",
        ),
    ],
)
def test_a_procedure_title_has_its_everyday_name(title: str, everyday: str) -> None:
    """A sentence with the everyday name has a concept that the row has too."""
    wanted = {fact.concept.id for fact in facts_in_words(everyday)}
    assert wanted & {fact.concept.id for fact in read("procedures_icd", long_title=title)}


def test_a_title_without_everyday_name_is_kept() -> None:
    """Nothing is lost where the table knows no other name."""
    assert everyday_procedures("Plication of left hemidiaphragm") == ()
    assert len(read("procedures_icd", long_title="Plication of left hemidiaphragm")) == 1


def test_a_test_for_one_germ_is_a_result_of_it() -> None:
    """A respiratory panel has a row for each virus."""
    [fact] = read(
        "microbiology",
        specimen="Nasal swab",
        test="Respiratory panel: influenza B",
        result="Not detected",
    )
    assert (fact.concept.id, fact.result) == ("lab:influenza_b", "negative")


def test_a_culture_with_other_columns_is_a_culture() -> None:
    """`organism`, `antibiotic` and `susceptibility` are those of any laboratory."""
    organism, tested = read(
        "cultures",
        specimen="Urine",
        test="Culture",
        organism="PROTEUS MIRABILIS",
        antibiotic="CEFAZOLIN",
        susceptibility="R",
    )
    assert (organism.concept.id, organism.study) == ("organism:proteus", "study:urine_culture")
    assert tested.result == "resistant"


def test_what_ran_at_a_rate_ran_into_a_vein() -> None:
    """A drug of an intake table without a route is an infusion only where its row says so."""
    [drip] = read("inputevents", item="Insulin regular infusion", rate_or_volume="3 units/h")
    [meal] = read("inputevents", item="Potassium chloride", amount="40")
    assert (drip.route, meal.route) == ("intravenous", None)
