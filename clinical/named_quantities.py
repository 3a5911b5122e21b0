"""Quantities that a sentence names without a value: `her potassium was corrected`."""

from functools import lru_cache
from typing import NamedTuple

from clinical.analytes import ALIASES, ANALYTES
from clinical.facts import Concept
from clinical.words import phrase, tokens

SHORTEST = 4
LONGEST_WORDS = 4


class NamedQuantity(NamedTuple):
    """The name of a laboratory test or bedside measurement, with its span."""

    start: int
    end: int
    kind: str
    concept: Concept


@lru_cache(maxsize=1)
def names() -> dict[str, str]:
    """Phrase to the id of the quantity, for names that mean nothing else in prose."""
    return {
        phrase(alias.text): alias.analyte
        for alias in ALIASES
        if alias.analyte in ANALYTES
        and not (alias.exact_case or alias.state_word or alias.rows_only)
        and len(alias.text) >= SHORTEST
    }


def find_named_quantities(text: str) -> list[NamedQuantity]:
    """Find the names of quantities, longest first from the left, without overlaps."""
    words = tokens(text)
    found: list[NamedQuantity] = []
    position = 0
    while position < len(words):
        for count in range(min(LONGEST_WORDS, len(words) - position), 0, -1):
            key = " ".join(word.word for word in words[position : position + count])
            if key in names():
                analyte = ANALYTES[names()[key]]
                start, end = words[position].start, words[position + count - 1].end
                found.append(NamedQuantity(start, end, analyte.kind, analyte.concept))
                position += count - 1
                break
        position += 1
    return found
