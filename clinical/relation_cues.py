"""The words by which a sentence states a medical relation, and whether it affirms or denies it."""

import re
from functools import cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of


class RelationCue(NamedTuple):
    """Words that state a relation, with their span in the text."""

    sense: str
    denied: bool
    start: int
    end: int


@cache
def _patterns() -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    return tuple(
        (sense, polarity == "denied", re.compile(words, re.IGNORECASE))
        for sense, polarity, words in rows_of("relation_cues.tsv")
    )


def find_relation_cues(text: str) -> list[RelationCue]:
    """Find the cues of a text, in the order in which they decide."""
    return [
        RelationCue(sense, denied, found.start(), found.end())
        for sense, denied, pattern in _patterns()
        if (found := pattern.search(text))
    ]
