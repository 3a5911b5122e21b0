"""Units: their spellings, and what converts into what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.analytes import ANALYTES
from clinical.plausibility import is_plausible, level_of, plausible_range, reference_range
from clinical.units import UNITS, convert, unit_of


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ("K/uL", "K/uL"),
        ("10*3/uL", "K/uL"),
        ("x10^9/L", "K/uL"),
        ("mmol/l", "mmol/L"),
        ("mEq/L", "mEq/L"),
        ("mcg/mL", "mg/L"),
        ("mm Hg", "mmHg"),
        ("mm[Hg]", "mmHg"),
        ("degrees F", "F"),
        ("Cel", "C"),
        ("pounds", "lb"),
        ("liters", "L"),
        ("10*6/uL", "M/uL"),
        ("mL/hour", "mL/h"),
        ("%", "%"),
    ],
)
def test_a_spelling_means_one_unit(written: str, unit: str) -> None:
    assert unit_of(written) == unit


def test_an_unknown_spelling_means_none() -> None:
    assert unit_of("furlongs") is None


@pytest.mark.parametrize(
    ("analyte", "value", "unit", "expected"),
    [
        ("lab:glucose", 3.2, "mmol/L", 57.7),
        ("lab:creatinine", 371, "umol/L", 4.2),
        ("lab:magnesium", 0.58, "mmol/L", 1.41),
        ("lab:magnesium", 2.0, "mEq/L", 2.43),
        ("lab:calcium", 2.5, "mmol/L", 10.02),
        ("lab:total_bilirubin", 34.2, "umol/L", 2.0),
        ("lab:urea_nitrogen", 10.0, "mmol/L", 28.0),
        ("lab:hemoglobin", 98, "g/L", 9.8),
        ("lab:cortisol", 524, "nmol/L", 19.0),
        ("lab:ldl", 3.9, "mmol/L", 150.8),
        ("lab:hemoglobin_a1c", 53, "mmol/mol", 7.0),
        ("lab:pco2", 4.4, "kPa", 33.0),
        ("lab:platelets", 45000, "/uL", 45.0),
        ("lab:crp", 8.8, "mg/dL", 88.0),
        ("lab:troponin", 52, "ng/L", 0.052),
        ("vital:temperature", 100.9, "F", 38.28),
        ("vital:weight", 185, "lb", 83.9),
        ("vital:height", 65, "in", 165.1),
    ],
)
def test_values_convert_for_their_substance(
    analyte: str, value: float, unit: str, expected: float
) -> None:
    known = ANALYTES[analyte]
    converted = convert(value, unit, known.unit, known.substance)
    assert converted == pytest.approx(expected, rel=0.01)


def test_what_measures_something_else_does_not_convert() -> None:
    assert convert(20, "mEq", "mEq/L") is None
    assert convert(25, "mg", "mg/dL") is None
    assert convert(5, "mmol/L", "mg/dL") is None, "a substance is needed"


@given(
    st.sampled_from(sorted(UNITS)),
    st.sampled_from(sorted(UNITS)),
    st.floats(0.01, 1e6, allow_nan=False),
)
def test_there_and_back_is_the_same_value(first: str, second: str, value: float) -> None:
    there = convert(value, first, second)
    if there is not None:
        assert convert(there, second, first) == pytest.approx(value)


def test_every_canonical_unit_is_a_unit() -> None:
    assert [a.concept.id for a in ANALYTES.values() if a.unit and a.unit not in UNITS] == []


def test_reference_ranges_meet_what_is_plausible() -> None:
    for identifier, analyte in ANALYTES.items():
        bounds = plausible_range(identifier)
        for low, high in analyte.reference.values():
            assert bounds is not None
            assert low <= high <= bounds[1], identifier
            assert high >= bounds[0], identifier


def test_plausibility_and_level() -> None:
    assert is_plausible("lab:sodium", 111)
    assert not is_plausible("lab:sodium", 1280)
    assert is_plausible("measure:nodule", 9)
    assert level_of("lab:hemoglobin", 13, "F") == "normal"
    assert level_of("lab:hemoglobin", 13, "M") == "low"
    assert level_of("lab:lactate", 5.2) == "high"
    assert level_of("lab:hiv_antibody", 1) is None
    assert reference_range("lab:hemoglobin") == (12, 17.5)
