"""States that values prove, and kidney injury from a series of creatinine values."""

import pytest

from clinical.analytes import ANALYTES
from clinical.derived_states import STATES, analytes_of, find_state_words, source_of, state_of
from clinical.kidney_injury import Creatinine, kidney_injury


def test_every_state_is_decided_by_a_known_quantity_and_names_its_source() -> None:
    assert [state.state for state in STATES if state.analyte not in ANALYTES] == []
    assert [state.state for state in STATES if not state.source] == []


def test_no_value_both_proves_a_state_and_rules_it_out() -> None:
    for known in STATES:
        low, high = ANALYTES[known.analyte].plausible or (0.0, 0.0)
        for step in range(501):
            value = low + (high - low) * step / 500
            for sex in ("F", "M"):
                proven = any(c.holds(value) for c in known.certain if c.sex in (None, sex))
                ruled_out = any(c.holds(value) for c in known.excluded if c.sex in (None, sex))
                assert not (proven and ruled_out), (known.state, known.analyte, value)


@pytest.mark.parametrize(
    ("state", "value", "sex", "expected"),
    [
        ("hypotension", 84, None, True),
        ("hypotension", 95, None, None),
        ("hypotension", 118, None, False),
        ("tachycardia", 112, None, True),
        ("tachycardia", 72, None, False),
        ("bradycardia", 32, None, True),
        ("fever", 38.3, None, True),
        ("fever", 37.0, None, False),
        ("no_fever", 37.0, None, True),
        ("no_fever", 39.0, None, False),
        ("hypoxemia", 88, None, True),
        ("hypoxemia", 97, None, False),
        ("anemia", 12.5, "M", True),
        ("anemia", 12.5, "F", False),
        ("anemia", 12.5, None, None),
        ("anemia", 9.0, None, True),
        ("hyponatremia", 129, None, True),
        ("hyperkalemia", 5.9, None, True),
        ("hypoglycemia", 57.7, None, True),
        ("lactic_acidosis", 5.2, None, True),
        ("coagulopathy", 4.1, None, True),
        ("hypoalbuminemia", 2.6, None, True),
        ("normotension", 118, None, True),
        ("normotension", 84, None, False),
        ("not_a_state", 1, None, None),
    ],
)
def test_thresholds(state: str, value: float, sex: str | None, expected: bool | None) -> None:
    assert state_of(state, value, sex) is expected


def test_a_state_may_be_decided_by_more_than_one_quantity() -> None:
    assert analytes_of("transaminitis") == ("lab:alt", "lab:ast")
    assert state_of("transaminitis", 90, analyte="lab:ast") is True
    assert source_of("anemia", "lab:hemoglobin") == "WHO"


def test_words_are_found_with_their_span_longest_first() -> None:
    text = "He was hypotensive,\ntachycardic and had a low-grade fever with severe anemia."
    found = [(text[m.start : m.end], m.state) for m in find_state_words(text)]
    assert found == [
        ("hypotensive", "hypotension"),
        ("tachycardic", "tachycardia"),
        ("low-grade fever", "low_grade_fever"),
        ("severe anemia", "severe_anemia"),
    ]


def test_afebrile_is_not_febrile() -> None:
    assert [m.state for m in find_state_words("She was afebrile.")] == ["no_fever"]


SERIES = [
    Creatinine(1.0, "2180-03-02T06:00:00"),
    Creatinine(1.9, "2180-03-05T06:00:00"),
    Creatinine(1.1, "2180-03-09T06:00:00"),
]


def test_a_rise_against_the_lowest_value_is_staged() -> None:
    injury = kidney_injury(SERIES)
    assert injury is not None
    assert (injury.stage, injury.baseline.value, injury.peak.value) == (1, 1.0, 1.9)


def test_the_order_of_the_series_does_not_matter() -> None:
    assert kidney_injury(SERIES[::-1]) == kidney_injury(SERIES)


def test_a_small_rise_counts_only_within_two_days() -> None:
    quick = [Creatinine(1.2, "2180-03-02T06:00:00"), Creatinine(1.5, "2180-03-04T05:00:00")]
    slow = [Creatinine(1.2, "2180-03-02T06:00:00"), Creatinine(1.5, "2180-03-06T05:00:00")]
    assert kidney_injury(quick) is not None
    assert kidney_injury(slow) is None


def test_a_known_baseline_is_used_and_stage_three_is_reached() -> None:
    injury = kidney_injury([Creatinine(3.8)], baseline=1.2)
    assert injury is not None
    assert injury.stage == 3
    assert kidney_injury([Creatinine(1.3)], baseline=1.2) is None
    assert kidney_injury([]) is None
