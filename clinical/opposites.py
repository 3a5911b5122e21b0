"""Opposite words: where a passage about the same thing says the reverse."""

from functools import lru_cache

from clinical.lexicon_rows import rows_of
from clinical.words import stem


@lru_cache(maxsize=1)
def opposites() -> dict[str, frozenset[str]]:
    """Stem to the stems of its opposites, in both directions."""
    found: dict[str, frozenset[str]] = {}
    for sides in rows_of("opposites.tsv"):
        one, other = (frozenset(map(stem, side.split("|"))) for side in sides)
        for word in one:
            found[word] = found.get(word, frozenset()) | other
        for word in other:
            found[word] = found.get(word, frozenset()) | one
    return found


def opposed(one: frozenset[str], other: frozenset[str]) -> tuple[str, str] | None:
    """Return a pair of opposite stems, one from each set, where neither set holds both."""
    for word in sorted(one & opposites().keys()):
        reverse = opposites()[word] & other
        if reverse and word not in other and not reverse & one:
            return word, min(reverse)
    return None
