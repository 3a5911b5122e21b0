"""Ids that answer for one another, and all ids that may bear on a claim."""

from functools import lru_cache

from clinical.derived_states import analytes_of, find_state_words
from clinical.facts import Fact
from clinical.lexicon_rows import rows_of
from clinical.vocabulary import condition_concept

NEAR = 6
"""How many wider concepts still count as near: two steps of a typical hierarchy."""

TOO_WIDE = frozenset(
    {
        "MONDO:0000001",
        "MONDO:0700096",
        "MONDO:0042489",
        "HP:0000118",
        "HP:0000001",
        "MONDO:0002254",
        "MONDO:0021178",
        "MONDO:0005550",
        "organism:bacteria",
        "procedure:surgery",
    }
)
"""Concepts that almost everything falls under; naming one tells of nothing in particular."""

STATE = "state:"
CREATININE = "lab:creatinine"
WEIGHT, WEIGHT_CHANGE = "vital:weight", "measure:weight_change"


@lru_cache(maxsize=1)
def kindred() -> dict[str, frozenset[str]]:
    """Each listed id with the ids that share a line with it."""
    found: dict[str, frozenset[str]] = {}
    for cells in rows_of("kindred.tsv"):
        ids = {identity_of(cell) for cell in cells}
        for identity in ids:
            found[identity] = found.get(identity, frozenset()) | ids - {identity}
    return found


def identity_of(cell: str) -> str:
    """An id as written, or the id of the condition that `=name` names."""
    return condition_concept(cell[1:]).id if cell.startswith("=") else cell


def state_named(claim: Fact) -> str | None:
    """The state defined by a threshold that a claim names, whatever concept it was read as."""
    if claim.concept.id.startswith(STATE):
        return claim.concept.id.removeprefix(STATE)
    for found in find_state_words(claim.text):
        if (found.start, found.end) == (0, len(claim.text)):
            return found.state
    return None


def is_kidney_injury(claim: Fact) -> bool:
    """Say whether a claim names acute kidney injury, which a series of creatinine proves."""
    return claim.concept.id == condition_concept("acute kidney injury").id


def related_ids(claim: Fact) -> tuple[str, ...]:
    """Every concept id whose evidence can decide a claim, its own first."""
    state = state_named(claim)
    return tuple(
        dict.fromkeys(
            (
                claim.concept.id,
                *([claim.study] if claim.study else []),
                *sorted(kindred().get(claim.concept.id, ())),
                *(analytes_of(state) if state else ()),
                *([CREATININE] if is_kidney_injury(claim) else []),
                *([WEIGHT] if claim.concept.id == WEIGHT_CHANGE else []),
                *claim.concept.broader[:NEAR],
            )
        )
    )
