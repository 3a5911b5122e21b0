"""Reference ranges, decimal commas, heights in two units and times that no clock has."""

import pytest

from clinical.facts import Anchors
from clinical.measurements import find_measurements
from clinical.reading import ReadingContext, read_facts
from clinical.time_spans import clock_of
from clinical.times import find_times
from clinical.written_results import as_read

ANCHORS = Anchors(admitted="2163-04-02T00:00:00", discharged="2163-04-09T00:00:00")


def values(text: str) -> list[float]:
    """The values read from a text, each once."""
    found = find_measurements(text, find_times(text, ANCHORS))
    return sorted({m.quantity.value for m in found if m.quantity})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Calcium 7.1 (8.5-10.5).", [7.1]),
        ("Calcium 7.1 mg/dL [8.5-10.5]", [7.1]),
        ("Magnesium 1.1 (L) (1.6-2.6)", [1.1]),
        ("Chloride | 88 | 96-106 | mmol/L", [88.0]),
        ("Lipase 900 (normal < 60).", [900.0]),
        ("Albumin 2.2, reference range 3.5-5.2.", [2.2]),
        ("Phosphate 5,9 mg/dL. Magnesium 1,4.", [1.4, 5.9]),
        ("Height 5 ft 4 in.", [162.56]),
        ("Weight 9 st 7 lb.", [60.3278]),
        ("Vent rate 14, set rate 12.", []),
        ("Type-ART Rates-14/ Tidal V-450 PEEP-8", [8.0]),
        ("ABG 7.31/52/70/25/-1", [7.31, 25.0, 52.0, 70.0]),
        ("HR 88 R 18 O2Sat95", [18.0, 88.0, 95.0]),
    ],
)
def test_a_result_is_the_patients_own_number(text: str, expected: list[float]) -> None:
    """What a laboratory calls normal, and what a ventilator is set to, are no results."""
    assert values(text) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["HR 82 (70-96)", "BP 118 (104-131)", "Grades 1,2 and 3"])
def test_what_only_looks_like_a_range_or_a_comma_stays(text: str) -> None:
    """The span of a sign over a day is the patient's, and a list has commas."""
    assert as_read(text) == text


def test_no_place_moves() -> None:
    """Whatever is blanked or rewritten keeps its length."""
    text = "Potassium 5,9 mmol/L (3,5-5,1)\tNa 130  135-145\n"
    assert len(as_read(text)) == len(text)


def test_three_sides_of_a_size_are_three_places() -> None:
    """No two sides share a span, so none hides another."""
    text = "Spleen 14.1 x 6.2 x 5.5 cm."
    spans = [(m.start, m.end) for m in find_measurements(text, [])]
    assert len(spans) == len(set(spans)) == 3


@pytest.mark.parametrize(
    ("written", "clock"),
    [("3 pm", (15, 0)), ("15:00", (15, 0)), ("12:10 a.m.", (0, 10)), ("24:00", (24, 0))],
)
def test_a_clock_is_read_in_any_form(written: str, clock: tuple[int, int]) -> None:
    """Twelve and twenty-four hours name the same moment."""
    assert clock_of(written) == clock


@pytest.mark.parametrize("written", ["25:00", "12:75", "7", "noonish"])
def test_no_clock_has_such_a_time(written: str) -> None:
    """What is no time of day is none."""
    assert clock_of(written) is None


@pytest.mark.parametrize("clock", ["24:00", "25:10", "23:75"])
def test_an_impossible_time_leaves_its_day(clock: str) -> None:
    """The value of such a line is of the day that stands before it."""
    text = f"2163-04-03 {clock} BLOOD Na-131"
    (fact,) = read_facts(text, ReadingContext(document="note", anchors=ANCHORS))
    assert fact.time is not None
    assert str(fact.time.earliest).startswith("2163-04-03")


def test_digits_without_end_are_no_number() -> None:
    """Damaged text is passed over."""
    assert values(f"Creatinine {'9' * 309} mg/dL") == []
