"""A written number, and the quantity it is when it belongs to a known analyte."""

from typing import Literal, NamedTuple

from clinical.analytes import ANALYTES, Analyte
from clinical.facts import Quantity
from clinical.units import UNITS, convert

Comparator = Literal["", "<", ">", "~"]


class Number(NamedTuple):
    """A number as written, with its unit by name and its half-open span."""

    start: int
    end: int
    value: float
    high: float | None = None
    comparator: Comparator = ""
    unit: str | None = None
    half_digit: float = 0.5
    """Half a unit of the last written digit."""

    written: str = ""
    spelled: bool = False
    """Written in words, which count things more often than they measure."""


class Measured(NamedTuple):
    """A quantity with the analyte it turned out to be of."""

    analyte: Analyte
    quantity: Quantity


COUNTS = frozenset({"K/uL", "M/uL"})
CHARGE_LIKE = frozenset({("mEq/L", "mmol/L"), ("mmol/L", "mEq/L")})
NEUTROPHILS = "lab:neutrophils"
WHOLE = 0.5
"""Half a digit of a number without decimals: `ANC 10` counts the cells of a microliter."""

TROPONINS = frozenset({"lab:troponin", "lab:troponin_t", "lab:troponin_i"})
SENSITIVE = 10
"""A bare whole number from this on is of a sensitive test, which counts nanograms of a liter."""

FREE_UNITS = frozenset({"kg", "cm", "IU/mL", "copies/mL"})
"""Canonical units whose quantity is so often written in another that a bare number has none."""


def half_digit(written: str) -> float:
    """Return half a unit of the last digit of a written number; thousands end in rounded zeros."""
    decimals = len(written.partition(".")[2])
    plain = written.replace(",", "")
    if len(plain) >= 4 and plain.isdigit() and plain.endswith("00"):
        return 50.0 if not plain.endswith("000") else 500.0
    return float(0.5 * 10.0**-decimals)


def measure(analyte: Analyte, number: Number, lenient: bool = False) -> Measured | None:
    """Read a number as a value of the analyte; None where unit or size forbid it.

    `lenient` admits an impossible size, for a value that plainly stands beside the name.
    """
    if number.unit == "%" and analyte.percent:
        analyte = ANALYTES[analyte.percent]
    scale = _scale(analyte, number)
    if scale is None:
        return None
    low, high = scale(number.value), scale(number.high)
    if low is None or not (_possible(analyte, low, high) or lenient):
        return None
    return Measured(analyte, _quantity(analyte, number, low, high, scale))


class _Scale(NamedTuple):
    """A conversion to the canonical unit: by unit, or by a factor."""

    source: str | None
    target: str
    factor: float
    analyte: Analyte

    def __call__(self, value: float | None) -> float | None:
        if value is None:
            return None
        if self.source is None:
            return value * self.factor
        return convert(value, self.source, self.target, self.analyte.substance)


def _scale(analyte: Analyte, number: Number) -> _Scale | None:
    """Choose how the number becomes canonical, or None where its unit does not fit."""
    if number.unit is None:
        return _scale_of_bare(analyte, number)
    if number.unit == analyte.unit or (number.unit, analyte.unit) in CHARGE_LIKE:
        return _same_size(analyte, number.unit)
    if analyte.unit == "C" and number.unit == "degrees":
        return _scale_of_bare(analyte, number)
    if not analyte.unit or convert(1.0, number.unit, analyte.unit, analyte.substance) is None:
        return None
    return _Scale(number.unit, analyte.unit, 1.0, analyte)


def _same_size(analyte: Analyte, unit: str) -> _Scale:
    """Equal units are equal; mmol/L and mEq/L differ by the valence, where it is known."""
    valence = analyte.substance.valence or 1
    if unit == analyte.unit or valence == 1:
        return _Scale(None, analyte.unit, 1.0, analyte)
    return _Scale(unit, analyte.unit, 1.0, analyte)


def _scale_of_bare(analyte: Analyte, number: Number) -> _Scale:
    """Guess the unit that was left out where only one can be meant."""
    bounds, value = analyte.plausible, number.value
    if analyte.concept.id == NEUTROPHILS and value >= 10 and number.half_digit >= WHOLE:
        return _Scale(None, analyte.unit, 1e-3, analyte)
    if analyte.concept.id in TROPONINS and value >= SENSITIVE and number.half_digit >= WHOLE:
        return _Scale(None, analyte.unit, 1e-3, analyte)
    if analyte.unit == "C" and value > 80:
        return _Scale("F", "C", 1.0, analyte)
    if analyte.unit in COUNTS and bounds and value > bounds[1]:
        return _Scale(None, analyte.unit, 1e-3 if analyte.unit == "K/uL" else 1e-6, analyte)
    if analyte.unit == "%" and bounds and 0 < value <= 1 < bounds[0]:
        return _Scale(None, "%", 100.0, analyte)
    return _Scale(None, analyte.unit, 1.0, analyte)


def _possible(analyte: Analyte, low: float, high: float | None) -> bool:
    if analyte.plausible is None:
        return False
    floor, ceiling = analyte.plausible
    return floor <= low <= ceiling and (high is None or high <= ceiling)


def _quantity(
    analyte: Analyte, number: Number, low: float, high: float | None, scale: _Scale
) -> Quantity:
    stepped = scale(number.value + number.half_digit)
    tolerance = abs(stepped - low) if stepped is not None else 0.0
    bare = number.unit is None and analyte.unit in FREE_UNITS
    return Quantity(
        value=round(low, 6),
        unit="" if bare else analyte.unit,
        high=None if high is None else round(high, 6),
        comparator=number.comparator,
        tolerance=round(tolerance, 6),
        written=number.written,
    )


def measure_in(unit: str, number: Number) -> Quantity | None:
    """Read a number as a plain quantity in the given unit."""
    if number.unit is None or UNITS[number.unit].dimension != UNITS[unit].dimension:
        return None
    low = convert(number.value, number.unit, unit)
    if low is None:
        return None
    factor = low / number.value if number.value else 1.0
    return Quantity(
        value=round(low, 6),
        unit=unit,
        high=None if number.high is None else round(number.high * factor, 6),
        comparator=number.comparator,
        tolerance=round(number.half_digit * factor, 6),
        written=number.written,
    )
