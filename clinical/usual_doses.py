"""Usual single doses of common drugs, and which of them are given by vein as well."""

from functools import lru_cache
from typing import NamedTuple

from clinical.drug_lexicon import LEXICONS
from clinical.facts import Concept

MICROGRAM = 0.001


class UsualDoses(NamedTuple):
    """Single doses in the canonical unit, lowest first."""

    unit: str
    doses: tuple[float, ...]
    intravenous: bool
    oral: bool


@lru_cache(maxsize=1)
def _table() -> dict[str, UsualDoses]:
    found: dict[str, UsualDoses] = {}
    lines = (LEXICONS / "strengths.tsv").read_text("utf-8").splitlines()
    for line in lines[2:]:
        drug, unit, doses, *routes = line.split("\t")
        size = MICROGRAM if unit == "mcg" else 1.0
        found[drug] = UsualDoses(
            unit="mg" if unit == "mcg" else unit,
            doses=tuple(round(float(dose) * size, 6) for dose in doses.split(",")),
            intravenous=routes != [],
            oral="iv-only" not in routes,
        )
    return found


def usual_doses(drug: Concept) -> UsualDoses | None:
    """Find the usual doses of a drug; a combination counts by its first ingredient."""
    return _table().get(drug.id.partition(":")[2])


def is_common(drug: Concept) -> bool:
    """Say whether a drug is in everyday use."""
    return usual_doses(drug) is not None
