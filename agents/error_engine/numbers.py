"""False values for a number: near or far, written alike, and possible in a living patient."""

import re
from collections.abc import Iterator

from agents.error_engine.wording import like_number
from clinical.plausibility import is_plausible, level_of
from graph_state.generation import Difficulty

NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")
FACTORS: dict[Difficulty, tuple[float, ...]] = {
    "hard": (0.8, 1.25, 0.86, 1.15),
    "medium": (0.66, 1.5, 0.6, 1.4),
    "easy": (2.0, 0.5, 2.6, 0.4),
}
NARROW: dict[str, dict[Difficulty, tuple[float, ...]]] = {
    "vital:temperature": {
        "hard": (-0.6, 0.7, -0.8, 0.9),
        "medium": (-1.1, 1.2, 1.4, -1.3),
        "easy": (1.9, -1.8, 2.2, 1.7),
    },
    "vital:oxygen_saturation": {
        "hard": (-3, 3, -4, 4),
        "medium": (-6, 6, -7, 5),
        "easy": (-11, 9, -13, 8),
    },
    "lab:ph": {
        "hard": (-0.06, 0.07, 0.08, -0.09),
        "medium": (-0.12, 0.13, -0.14, 0.15),
        "easy": (-0.2, 0.19, -0.24, 0.21),
    },
    "lab:sodium": {
        "hard": (-5, 5, -6, 6),
        "medium": (-9, 9, -11, 11),
        "easy": (-16, 15, 18, -19),
    },
    "lab:chloride": {
        "hard": (-5, 5, -6, 6),
        "medium": (-9, 9, -10, 10),
        "easy": (-14, 14, 15, -15),
    },
    "lab:potassium": {
        "hard": (-0.5, 0.5, -0.6, 0.6),
        "medium": (-1.0, 1.0, 1.2, -0.9),
        "easy": (1.8, -1.6, 2.1, 1.6),
    },
    "vital:body_mass_index": {
        "hard": (-2.3, 2.4, -3.1, 3.2),
        "medium": (-5.2, 5.3, 6.1, -6.2),
        "easy": (9.3, -9.2, 11.1, -10.4),
    },
}
"""Steps in the canonical unit for quantities that the body keeps within narrow limits."""

BELIEVABLE: dict[str, tuple[float, float]] = {
    "vital:systolic_pressure": (60, 230),
    "vital:diastolic_pressure": (42, 125),
    "vital:heart_rate": (32, 185),
    "vital:respiratory_rate": (8, 48),
    "vital:oxygen_saturation": (70, 100),
    "vital:temperature": (34.2, 41.2),
    "vital:ejection_fraction": (10, 75),
    "vital:pain": (0, 10),
    "vital:gcs": (3, 15),
    "lab:sodium": (108, 168),
    "lab:potassium": (2.0, 7.5),
    "lab:hemoglobin": (3.5, 19),
    "lab:ph": (6.9, 7.65),
    "lab:inr": (0.8, 12),
    "lab:hemoglobin_a1c": (4, 16),
}
"""Narrower limits than what is possible: what a reader would let pass."""

FAHRENHEIT_ABOVE = 60.0
"""A temperature written with a higher number is in degrees Fahrenheit."""


def false_numbers(
    written: str, value: float, concept: str, keep_level: bool
) -> Iterator[tuple[Difficulty, str, float]]:
    """Yield other numbers in the same form, each with its canonical value.

    With `keep_level` a low, normal or high value stays what it is, so that words such as
    `elevated` beside it remain true.
    """
    number = float(written.replace(",", ""))
    seen = {written}
    for difficulty, other in _others(number, concept):
        form = like_number(written, other)
        if form is None or form in seen:
            continue
        seen.add(form)
        canonical = _canonical(concept, number, value, float(form.replace(",", "")))
        if not is_plausible(concept, canonical) or not _is_believable(concept, canonical):
            continue
        if keep_level and level_of(concept, canonical) != level_of(concept, value):
            continue
        yield difficulty, form, canonical


def _others(number: float, concept: str) -> Iterator[tuple[Difficulty, float]]:
    steps = NARROW.get(concept)
    for digits in _transposed(number):
        if steps is None and 0.6 <= digits / number <= 1.7:
            yield "hard", digits
    for difficulty, factors in FACTORS.items():
        if steps is None:
            yield from ((difficulty, number * factor) for factor in factors)
            continue
        size = 1.8 if concept == "vital:temperature" and number > FAHRENHEIT_ABOVE else 1.0
        yield from ((difficulty, number + size * step) for step in steps[difficulty])


def _transposed(number: float) -> Iterator[float]:
    """Exchange two neighboring digits, the commonest slip of the pen."""
    digits = f"{number:g}"
    for at in range(len(digits) - 1):
        one, two = digits[at], digits[at + 1]
        if one.isdigit() and two.isdigit() and one != two and not (at == 0 and two == "0"):
            yield float(digits[:at] + two + one + digits[at + 2 :])


def _canonical(concept: str, number: float, value: float, other: float) -> float:
    """Convert by the ratio that the original shows; temperatures also have another zero."""
    if concept == "vital:temperature" and number > FAHRENHEIT_ABOVE:
        return (other - 32) / 1.8
    return value * other / number if number else other


def _is_believable(concept: str, value: float) -> bool:
    low, high = BELIEVABLE.get(concept, (float("-inf"), float("inf")))
    return low <= value <= high
