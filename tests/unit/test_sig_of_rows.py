"""Directions as orders and pharmacies write them: counts said twice, halves, steps, strengths."""

import pytest

from clinical.drug_lexicon import find_drug_names
from clinical.medications import find_medications
from clinical.sig import frequency


@pytest.mark.parametrize(
    ("written", "daily"),
    [
        ("every morning", 1),
        ("once every evening", 1),
        ("3 (three) times daily", 3),
        ("two (2) times a day", 2),
        ("every 8 (eight) hours as needed", 3),
        ("every twelve (12) hours", 2),
        ("Q.O.D.", 0.5),
        ("TDS", 3),
        ("nocte", 1),
        ("three times a day with meals and at bedtime", 4),
        ("before meals and at bedtime", 4),
        ("in the morning and at bedtime", 2),
        ("4 days a week", 4 / 7),
        ("twice daily, 5 days per week", 10 / 7),
        ("Monday through Friday", 5 / 7),
        ("once a week", 1 / 7),
    ],
)
def test_how_often_a_drug_is_taken(written: str, daily: float) -> None:
    """A number in brackets repeats the one before it; days of the week thin a dose out."""
    rate = frequency(written, 0, len(written))
    assert rate is not None and rate.value == pytest.approx(daily, abs=1e-4)


@pytest.mark.parametrize(
    ("written", "doses"),
    [
        ("carvedilol 12.5 mg tablet: take one-half tablet by mouth twice daily", [6.25]),
        ("lisinopril 20 mg tablet: take 1/2 tablet daily", [10]),
        ("sertraline 50 mg tablet: take 1 and 1/2 tablets by mouth daily", [75]),
        ("cephalexin 250 mg/5 mL suspension: take 10 mL (500 mg total) by mouth daily", [500]),
        ("insulin glargine 100 unit/mL: inject 22 units under the skin nightly", [22]),
        ("enoxaparin 60 mg/0.6 mL syringe: inject 60 mg under the skin daily", [60]),
        ("torsemide 40 mg PO in the morning and 20 mg in the evening", [40, 20]),
        (
            "prednisone 10 mg tablet: take 3 tablets (30 mg total) daily for 4 days,"
            " then 1 tablet (10 mg total) daily for 4 days",
            [30, 10],
        ),
        ("a prednisone taper starting at 50 mg", [50]),
    ],
)
def test_how_much_of_a_drug_is_taken(written: str, doses: list[float]) -> None:
    """A concentration is never the dose; each step and each part of a day has its own."""
    found = find_medications(written, [])
    assert [m.dose.value for m in found if m.dose] == pytest.approx(doses)


def test_a_release_form_is_no_drug() -> None:
    """`Extended-release` belongs to the name beside it."""
    names = find_drug_names("extended-release metoprolol succinate 100 mg")
    assert [name.concept.id for name in names] == ["drug:metoprolol"]
