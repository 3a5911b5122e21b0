"""Which drugs of a series share the word before or behind it; one with its own dose does not."""

import re
from collections.abc import Sequence
from itertools import pairwise

from clinical.drug_lexicon import DrugName

ENDED_ITEM = re.compile(r"\d[^,;&+]*[,;]\s*", re.I)
"""Between two drugs: the first has a dose, and a bare comma begins the next item."""

OWN_DOSE = re.compile(r"\s+(?:\w+\s+)?\d[\d.,]*\s*(?:mg|mcg|g|units?|mEq|mL)\b", re.I)
ALTERNATIVE = re.compile(r"\b(?:n?or|and)\b|[&/+]", re.I)
OR = re.compile(r"\s*,?\s*(?:n?or)\s+(?:\w+\s+){0,2}", re.I)


def sharing_participle(text: str, drugs: Sequence[DrugName], members: list[int]) -> list[int]:
    """The drugs before a participle that share it: in `A 40 units, B withheld` only B does.

    `members` are the numbers of the drugs of one series, from the nearest backwards.
    """
    for place, (later, earlier) in enumerate(pairwise(members), start=1):
        gap = gap_of(text, drugs, earlier, later)
        if ENDED_ITEM.search(gap) and not ALTERNATIVE.search(gap):
            return members[:place]
    return members


def sharing_denial(text: str, drugs: Sequence[DrugName], members: list[int]) -> list[int]:
    """The drugs behind a denial that share it: in `no A, B 25 mg twice daily` only A does.

    `members` are the numbers of the drugs of one series, in the order of the text.
    """
    for place, (earlier, later) in enumerate(pairwise(members), start=1):
        bare = not ALTERNATIVE.search(gap_of(text, drugs, earlier, later))
        if bare and OWN_DOSE.match(text, drugs[later].end):
            return members[:place]
    return members


def joined_by_or(text: str, drugs: Sequence[DrugName], index: int) -> bool:
    """Say whether a drug is the alternative to the one before: `no A or B was given`."""
    return OR.fullmatch(gap_of(text, drugs, index - 1, index)) is not None


def gap_of(text: str, drugs: Sequence[DrugName], earlier: int, later: int) -> str:
    """The words between two drugs."""
    return text[drugs[earlier].end : drugs[later].start]
