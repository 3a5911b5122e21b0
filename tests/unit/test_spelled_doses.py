"""Doses in words are read from one table of numbers."""

import pytest

from clinical.reading import ReadingContext, read_facts


@pytest.mark.parametrize(
    ("words", "value"), [("thirty", 30), ("fifteen", 15), ("seventy-five", 75), ("ninety", 90)]
)
def test_a_dose_may_be_spelled_out(words: str, value: float) -> None:
    """Numbers up to a hundred are known as doses."""
    (fact,) = read_facts(f"Prednisone {words} mg daily", ReadingContext(document="note"))
    assert fact.quantity is not None
    assert fact.quantity.value == value
