"""Who is spoken of in a conversation: the patient's sex, relatives, lengths told."""

import pytest

from agents.rule_judge.conversations.details import is_told, told_lengths
from clinical.spoken_relatives import stretch_on_relatives
from clinical.spoken_sex import sex_told


@pytest.mark.parametrize(
    ("text", "sex"),
    [
        ("Doctor: Good morning, ma'am.\nPatient: Hello.\nDoctor: So?\nPatient: My knee.", "female"),
        ("Doctor: Hello.\nPatient: Yes, sir.\nDoctor: So?\nPatient: My knee.", None),
        ("Doctor: So?\nPatient: My prostate is large.\nDoctor: Ok.\nPatient: Yes.", "male"),
        ("Doctor: Yes, sir?\nPatient: I was pregnant.\nDoctor: Ok.\nPatient: Yes.", None),
    ],
)
def test_one_sex_is_told_or_none(text: str, sex: str | None) -> None:
    assert sex_told(text) == sex


@pytest.mark.parametrize(
    ("sentence", "before", "part"),
    [
        ("My brother had gout and I have asthma.", "", "My brother had gout and "),
        ("He has gout.", "My brother is old. ", "He has gout."),
        ("My wife told me to come.", "", None),
        ("I have gout.", "My brother is old. ", None),
    ],
)
def test_the_part_on_a_relative_ends_with_the_patient(
    sentence: str, before: str, part: str | None
) -> None:
    found = stretch_on_relatives(sentence, before)
    assert (None if found is None else sentence[slice(*found)]) == part


@pytest.mark.parametrize(
    ("number", "unit", "told"),
    [(3, "week", True), (21, "day", True), (3, "day", False), (12, "month", True)],
)
def test_a_length_is_told_in_whatever_unit(number: float, unit: str, told: bool) -> None:
    lengths = told_lengths("It began three weeks ago, and before that about a year ago.")
    assert is_told(number, unit, lengths) is told
