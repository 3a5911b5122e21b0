"""A value or a result bound to its quantity, with its place among the tokens of a text."""

from typing import NamedTuple

from clinical.analytes import Analyte
from clinical.facts import Quantity
from clinical.measured_values import Measured, Number


class Reading(NamedTuple):
    """A value or a result with its analyte, its token indexes and its own span."""

    analyte: Analyte
    quantity: Quantity | None
    name: int
    token: int
    start: int
    end: int
    result: str | None = None


def reading_of(value: Measured, name: int, token: int, number: Number) -> Reading:
    """Place a measured value in the text."""
    return Reading(value.analyte, value.quantity, name, token, number.start, number.end)
