"""What a text says that a drug is given for: `ceftriaxone 2 g daily for pneumonia`."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from clinical.facts import Fact

FOR = re.compile(
    r"\b(?:for|to treat|to cover|against|as treatment (?:of|for)|in the treatment of"
    r"|because of)\s+"
    r"(?:(?:a|an|the|his|her|their|this|presumed|suspected|possible|probable|likely|concern for"
    r"|treatment of|management of|control of|known|new|acute|chronic)\s+){0,4}\Z",
    re.IGNORECASE,
)
TREATED = re.compile(
    r"\s*(?:,?\s*(?:which|that)\s+)?(?:(?:was|were|is|has been|had been|being)\s+)?"
    r"(?:initially\s+|empirically\s+)?(?:treated|managed|covered|controlled)\s+with\s",
    re.IGNORECASE,
)
STOPS = re.compile(
    r"[.;:\n]|\b(?:but|except|instead|not|no|without|allerg\w*"
    r"|evaluat\w*|assess\w*|check\w*|monitor\w*|watch\w*|screen\w*|looking)\b",
    re.IGNORECASE,
)
LONGEST = 80
"""Characters between a drug, with its dose and route, and what it is given for."""

REASONS = frozenset({"diagnosis", "symptom", "exam"})


class Purpose(NamedTuple):
    """A drug and what the text says that it is given for."""

    drug: Fact
    reason: Fact


def purposes(text: str, facts: list[Fact], offset: int = 0) -> Iterator[Purpose]:
    """Find each drug with the finding that a preposition or verb joins to it; facts from `offset`.

    No other drug or finding may stand between the two.
    """
    placed = sorted(
        (f for f in facts if f.source.start is not None and f.source.end is not None),
        key=lambda f: (f.source.start or 0, f.source.end or 0),
    )
    told = [f for f in placed if f.kind == "medication" or f.kind in REASONS]
    for first, second in pairwise(told):
        between = text[(first.source.end or 0) - offset : (second.source.start or 0) - offset]
        if len(between) > LONGEST or STOPS.search(between):
            continue
        kinds = first.kind in REASONS, second.kind in REASONS
        if kinds == (False, True) and FOR.search(between):
            yield Purpose(first, second)
        elif kinds == (True, False) and is_treated(text, first, second, offset):
            yield Purpose(second, first)


def is_treated(text: str, reason: Fact, drug: Fact, offset: int) -> bool:
    """Say whether the words behind a finding say that the drug treated it.

    The verb may stand within the words that were read as the drug's.
    """
    found = TREATED.match(text, (reason.source.end or 0) - offset)
    return found is not None and found.end() <= (drug.source.end or 0) - offset
