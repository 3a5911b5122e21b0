"""Opposite words: where a passage about the same thing says the reverse."""

from functools import lru_cache
from importlib.resources import files

from clinical.words import stem


@lru_cache(maxsize=1)
def opposites() -> dict[str, frozenset[str]]:
    """Stem to the stems of its opposites, in both directions."""
    found: dict[str, frozenset[str]] = {}
    text = files("clinical.lexicons").joinpath("opposites.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        one, other = (frozenset(map(stem, side.split("|"))) for side in line.split("\t"))
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
