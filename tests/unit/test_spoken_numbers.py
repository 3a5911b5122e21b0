"""Numbers as people say them."""

import pytest

from clinical.spoken_numbers import spoken_values


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("it was one thirty six over seventy four", 136),
        ("ninety nine point four", 99.4),
        ("back in nineteen seventy three", 1973),
        ("two hundred and fifteen pounds", 215),
        ("I'm sixty-four", 64),
        ("twice a day", 2),
        ("in his eighties", 80),
        ("about 1,250 steps", 1250),
        ("two oh five", 205),
        ("two thousand eleven", 2011),
        ("in the three to four hundreds", 300),
        ("ninety seven . two", 97.2),
    ],
)
def test_a_number_is_heard(said: str, number: float) -> None:
    assert number in spoken_values(said)


@pytest.mark.parametrize(
    ("said", "number"), [("I'm sixty-four", 4), ("forty seven", 7), ("eight point six", 86)]
)
def test_parts_of_a_number_are_not_numbers(said: str, number: float) -> None:
    assert number not in spoken_values(said)
