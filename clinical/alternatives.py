"""Names that one careless writer would put for another, such as one organism for its neighbor."""

from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of
from clinical.vocabulary import condition_concept
from clinical.words import phrase


class Name(NamedTuple):
    """A name with its short form, which is empty where there is none."""

    full: str
    short: str


@lru_cache(maxsize=1)
def _alternatives() -> dict[tuple[str, str], tuple[str, ...]]:
    """Phrase and kind to the other names, in the form of the phrase where they have it."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for kind, *cells in rows_of("alternatives.tsv"):
        first, *others = (Name(*(*cell.split("="), "")[:2]) for cell in cells)
        found.setdefault((kind, phrase(first.full)), tuple(other.full for other in others))
        if first.short:
            short = tuple(other.short or other.full for other in others)
            found.setdefault((kind, phrase(first.short)), short)
    return found


def alternatives_to(kind: str, name: str) -> tuple[str, ...]:
    """Names of the same kind that exclude this one, in its form (long or short)."""
    return _alternatives().get((kind, phrase(name)), ())


@lru_cache(maxsize=1)
def rival_diagnoses() -> dict[str, frozenset[str]]:
    """Concept id of a diagnosis to those of the diagnoses that would stand in its place."""
    found: dict[str, frozenset[str]] = {}
    for (kind, name), others in _alternatives().items():
        if kind != "diagnosis":
            continue
        own = condition_concept(name).id
        for other in (condition_concept(written).id for written in others):
            if other != own and not own.startswith("text:") and not other.startswith("text:"):
                found[own] = found.get(own, frozenset()) | {other}
                found[other] = found.get(other, frozenset()) | {own}
    return found
