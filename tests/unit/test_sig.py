"""Doses, routes and frequencies."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clinical.sig import doses, frequency, one_dose, route
from clinical.treatment_course import as_needed, course, indication


@pytest.mark.parametrize(
    ("text", "value", "high", "unit"),
    [
        ("5 mg", 5, None, "mg"),
        ("0.5 g", 500, None, "mg"),
        ("75 mcg", 0.075, None, "mg"),
        ("1,000 mg", 1000, None, "mg"),
        ("20-40 mg", 20, 40, "mg"),
        ("one to two tablets", 1, 2, "tablets"),
        ("two liters", 2000, None, "mL"),
        ("18 units/kg/hr", 18, None, "units/kg/hour"),
        ("0.05 mcg/kg/min", 0.00005, None, "mg/kg/min"),
        ("30 mL per kilogram", 30, None, "mL/kg"),
        ("1 mg/kg", 1, None, "mg/kg"),
        ("by half to 36 units", 36, None, "units"),
    ],
)
def test_one_written_dose(text: str, value: float, high: float | None, unit: str) -> None:
    found = one_dose(doses(text, 0, len(text)))
    assert found is not None
    assert (found.value, found.high, found.unit) == (value, high, unit)


def test_concentrations_are_no_doses() -> None:
    assert doses("glucose 110 mg/dL, protein 3 g/L", 0, 32) == []


def test_a_rising_pair_is_a_strength_only_for_a_combination() -> None:
    text = "24-26 mg"
    alone, together = one_dose(doses(text, 0, 8)), one_dose(doses(text, 0, 8, True))
    assert alone is not None
    assert together is not None
    assert (alone.high, together.high) == (26, None)


@pytest.mark.parametrize(
    ("text", "per_day"),
    [
        ("DAILY", 1),
        ("BID", 2),
        ("b.i.d.", 2),
        ("three times a day", 3),
        ("twice daily", 2),
        ("once a day", 1),
        ("Q6H:PRN", 4),
        ("q4-6h", 6),
        ("q8", 3),
        ("every six hours", 4),
        ("every 12 hours", 2),
        ("every other day", 0.5),
        ("at bedtime", 1),
        ("QHS", 1),
        ("weekly", 0.1429),
        ("twice a week", 0.2857),
        ("QSUN", 0.1429),
        ("TID W/MEALS", 3),
    ],
)
def test_doses_a_day(text: str, per_day: float) -> None:
    found = frequency(text, 0, len(text))
    assert found is not None
    assert found.value == per_day


def test_durations_are_no_frequencies() -> None:
    for text in ("for 3 days", "5-day course", "weekly taper", "a day later"):
        assert frequency(text, 0, len(text)) is None, text


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("PO", "oral"),
        ("by mouth", "oral"),
        ("IV push", "intravenous"),
        ("infusion", "intravenous"),
        ("SC", "subcutaneous"),
        ("under the skin", "subcutaneous"),
        ("PR", "rectal"),
        ("neb", "inhaled"),
        ("SL", "sublingual"),
    ],
)
def test_routes(text: str, name: str) -> None:
    found = route(text, 0, len(text))
    assert found is not None
    assert found.value == name


def test_courses_reasons_and_needs() -> None:
    text = "500 mg for another 3 days as needed for back pain"
    length = course(text, 0, len(text))
    assert length is not None
    assert length.days.value == 3
    assert as_needed(text, 0, len(text)) is not None
    assert indication(text, 0, len(text)) == "back pain"
    assert indication("for two weeks", 0, 13) is None


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="0123456789 .,-/mgcqhxdayPOIVtwice units", max_size=40))
def test_parsers_stay_inside_any_text(text: str) -> None:
    for dose in doses(text, 0, len(text)):
        assert text[dose.start : dose.end] == dose.quantity.written or dose.end <= len(text)
        assert dose.quantity.value >= 0
    rate = frequency(text, 0, len(text))
    assert rate is None or rate.value > 0
