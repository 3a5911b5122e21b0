"""Every quantity that is measured in a patient: laboratory tests, vital signs, scores.

The table `lexicons/analytes.tsv` holds them, one a line, for a clinician to review.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from clinical.facts import Concept
from clinical.units import Substance

LEXICON = Path(__file__).parent / "lexicons" / "analytes.tsv"
NOT_A_MEASUREMENT = "-"

Range = tuple[float, float]


class Analyte(BaseModel, frozen=True):
    """One measured quantity. Ranges are in its canonical unit."""

    concept: Concept
    kind: str
    """`lab` or `vital`."""

    unit: str
    reference: dict[str, Range]
    """Usual range by sex, `F` and `M`; equal where the sex makes no difference."""

    plausible: Range | None
    """Values outside it cannot be true of a living patient, or mean another quantity."""

    substance: Substance
    percent: str
    """Id of the quantity meant when the value is a percentage, or an empty string."""


class Alias(NamedTuple):
    """One way to write a quantity."""

    text: str
    analyte: str
    """Id of the quantity, or `NOT_A_MEASUREMENT` for a look-alike."""

    exact_case: bool
    state_word: bool
    """Names the quantity only before `to`, `at` and the like: `tachycardic to 120`."""

    rows_only: bool
    """Read in result lines and table rows, never in prose."""


def _range(written: str) -> Range | None:
    if not written:
        return None
    low, high = written.split("..")
    return float(low), float(high)


def _by_sex(written: str) -> dict[str, Range]:
    parts = re.findall(r"([FM]) (\S+)", written)
    if not parts:
        parts = [("F", written), ("M", written)]
    return {sex: bounds for sex, text in parts if (bounds := _range(text))}


def _substance(written: str) -> Substance:
    mass, _, valence = written.partition("/")
    return Substance(
        molar_mass=float(mass) if mass else None, valence=int(valence) if valence else None
    )


def _analyte(cells: list[str]) -> Analyte:
    identifier, name, kind, unit, reference, plausible, physics, loinc, panels, percent = cells
    return Analyte(
        concept=Concept(
            id=identifier,
            name=name,
            broader=tuple(panel for panel in panels.split(";") if panel),
            codes=(f"LOINC:{loinc}",) if loinc else (),
        ),
        kind=kind,
        unit=unit,
        reference=_by_sex(reference),
        plausible=_range(plausible),
        substance=_substance(physics),
        percent=percent,
    )


def _alias(written: str, analyte: str) -> Alias:
    text = written.rstrip("!>@")
    marks = written[len(text) :]
    return Alias(text, analyte, "!" in marks, ">" in marks, "@" in marks)


def _read() -> tuple[dict[str, Analyte], tuple[Alias, ...]]:
    analytes, aliases = {}, []
    for line in LEXICON.read_text(encoding="utf-8").splitlines()[3:]:
        *cells, written = line.split("\t")
        if cells[0] != NOT_A_MEASUREMENT:
            analytes[cells[0]] = _analyte(cells)
            aliases.append(_alias(cells[1] + "@", cells[0]))
        aliases += [_alias(alias, cells[0]) for alias in written.split(";") if alias]
    return analytes, tuple(aliases)


ANALYTES, ALIASES = _read()


@lru_cache(maxsize=4096)
def generic_concept(kind: str, name: str) -> Concept:
    """Name a quantity that the table does not hold, by the words that were written."""
    words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return Concept(id=f"{kind}:{words}", name=" ".join(name.lower().split()))
