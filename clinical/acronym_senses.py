"""Short forms with several meanings: which one the words beside them select."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of

REACH = 40
"""Characters on each side that are looked at."""

SHOUTED = re.compile(r"\b[A-Z]{4,}\W+$"), re.compile(r"\W+[A-Z]{4,}\b")
"""Capitals before and behind: a line in capitals, where every word looks like a short form."""

ALSO_WORDS = frozenset({"AS", "HE", "US", "HIT", "CAP", "MAC", "ID", "DES", "PET", "PT"})
"""Short forms that are words, or parts of words, of a line in capitals."""


class Sense(NamedTuple):
    """Another meaning, with the words that select it."""

    before: re.Pattern[str] | None
    behind: re.Pattern[str] | None
    meant: str
    """`=name`, a concept id, or `-` where nothing is to be looked for."""


@lru_cache(maxsize=1)
def senses() -> dict[str, tuple[Sense, ...]]:
    """Read the table, filed under the short forms."""
    found: dict[str, tuple[Sense, ...]] = {}
    for forms, before, behind, meant in rows_of("acronym_senses.tsv"):
        sense = Sense(
            re.compile(before) if before else None, re.compile(behind) if behind else None, meant
        )
        for short in forms.split("|"):
            found[short] = (*found.get(short, ()), sense)
    return found


def other_sense(short: str, text: str, start: int, end: int) -> str | None:
    """What a short form means here instead of its usual term; None where it means that."""
    before, behind = text[max(start - REACH, 0) : start], text[end : end + REACH]
    if short in ALSO_WORDS and SHOUTED[0].search(before) and SHOUTED[1].match(behind):
        return "-"
    for sense in senses().get(short, ()):
        ahead = sense.before is not None and sense.before.search(before)
        following = sense.behind is not None and sense.behind.match(behind)
        if ahead or following:
            return sense.meant
    return None
