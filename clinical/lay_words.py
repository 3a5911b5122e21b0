"""Plain words for technical ones: what a conversation says in place of `dysuria`."""

from functools import lru_cache
from typing import Literal

from clinical.lexicon_rows import rows_of
from clinical.words import stem, tokens

Ways = frozenset[frozenset[str]]
"""Ways to say a word: in each, the stems of all the words that it takes."""

Table = Literal["lay_words", "plain_names"]
"""Words that may be about the thing, or words that name the very thing."""


@lru_cache(maxsize=2)
def _ways(table: Table) -> dict[str, Ways]:
    """The stem of each technical word with the plain ways to say it."""
    found: dict[str, Ways] = {}
    for technical, plain in rows_of(f"{table}.tsv"):
        ways = frozenset(
            frozenset(stem(word.word) for word in tokens(way)) for way in plain.split("|")
        )
        for word in technical.split("|"):
            key = word if "*" in word else stem(word)
            found[key] = found.get(key, frozenset()) | ways
    return found


@lru_cache(maxsize=8192)
def plain_ways(word: str, table: Table = "lay_words") -> Ways:
    """Return the plain ways to say a uniform word; none where it is plain itself."""
    known = _ways(table)
    found = known.get(stem(word), frozenset())
    for key, ways in known.items():
        if key.endswith("*") and word.startswith(key[:-1]):
            found |= ways
    return found
