"""Units of measurement: their spellings, and conversion between them.

A table of our own, because general unit libraries misread clinical spellings (`K/uL`, `units`)
and cannot convert mg/dL to mmol/L without knowing the substance.
"""

import re
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

LEXICON = Path(__file__).parent / "lexicons" / "units.tsv"

ANNOTATION = re.compile(r"/?\{[^{}]*\}")
"""What coded units say in braces: `{score}`, `ug{FEU}/mL`, `mL/min/{1.73_m2}`."""

GLYCATED_SLOPE, GLYCATED_INTERCEPT = 0.09148, 2.152
"""NGSP master equation: percent = slope * (mmol/mol) + intercept."""


class Unit(BaseModel, frozen=True):
    """One unit: its dimension, and its size in the base unit of that dimension."""

    name: str
    dimension: str
    size: float


class Substance(BaseModel, frozen=True):
    """What a conversion between mass, amount and charge must know."""

    molar_mass: float | None = None
    valence: int | None = None


NO_SUBSTANCE = Substance()


def _read() -> tuple[dict[str, Unit], dict[str, str], list[str]]:
    units, spelled, prose = {}, {}, []
    lines = LEXICON.read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines[2:] if line):
        name, dimension, size, spellings = line.split("\t")
        units[name] = Unit(name=name, dimension=dimension, size=float(size))
        spelled[name.lower()] = name
        for spelling in spellings.split(";"):
            spelled[_squeezed(spelling.removesuffix("@"))] = name
            if not spelling.endswith("@"):
                prose.append(spelling)
    return units, spelled, prose


def _squeezed(written: str) -> str:
    return " ".join(written.lower().split())


UNITS, _SPELLED, _PROSE = _read()

_BY_LENGTH = sorted({_squeezed(spelling) for spelling in _PROSE}, key=lambda s: (-len(s), s))
UNIT_PATTERN = (
    "(?:"
    + "|".join(re.escape(spelling).replace(r"\ ", r"\s+") for spelling in _BY_LENGTH)
    + r")(?![A-Za-z0-9/^])"
)
"""Matches a unit as written in prose; compile it without regard to case."""


@lru_cache(maxsize=4096)
def unit_of(written: str) -> str | None:
    """Name the unit that a spelling means, or return None."""
    squeezed = _squeezed(ANNOTATION.sub("", written))
    return _SPELLED.get(squeezed) or _SPELLED.get(squeezed.replace(" ", ""))


def convert(
    value: float, unit: str, target: str, substance: Substance = NO_SUBSTANCE
) -> float | None:
    """Convert between two units by name; None where they do not measure the same thing."""
    source, goal = UNITS.get(unit), UNITS.get(target)
    if source is None or goal is None:
        return None
    if source.name == goal.name:
        return value
    special = _by_formula(value, source.dimension, goal.dimension, source.name)
    if special is not None:
        return special
    factor = _bridge(source.dimension, goal.dimension, substance)
    return None if factor is None else value * source.size * factor / goal.size


def _by_formula(value: float, source: str, goal: str, unit: str) -> float | None:
    """Convert what needs an offset: temperatures and glycated hemoglobin."""
    if source == goal == "temperature":
        return (value - 32) / 1.8 if unit == "F" else value * 1.8 + 32
    if (source, goal) == ("glycated fraction", "fraction"):
        return GLYCATED_SLOPE * value + GLYCATED_INTERCEPT
    if (source, goal) == ("fraction", "glycated fraction"):
        return (value - GLYCATED_INTERCEPT) / GLYCATED_SLOPE
    return None


def _bridge(source: str, goal: str, substance: Substance) -> float | None:
    """Return the factor from one base unit to another: 1 within a dimension."""
    if source == goal:
        return 1.0
    to_amount = _moles_per_base_unit(source, substance)
    from_amount = _moles_per_base_unit(goal, substance)
    if to_amount is None or from_amount is None:
        return None
    return to_amount / from_amount


def _moles_per_base_unit(dimension: str, substance: Substance) -> float | None:
    if dimension == "amount concentration":
        return 1.0
    if dimension == "mass concentration" and substance.molar_mass:
        return 1.0 / substance.molar_mass
    if dimension == "charge concentration" and substance.valence:
        return 1.0 / substance.valence
    return None
