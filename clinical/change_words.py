"""Words for a change or an order: `started`, `fell`, `worsened`, `before`, each on its axis."""

from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of
from clinical.words import Token, stem, tokens

LONGEST = 3


class Change(NamedTuple):
    """Words that stand for one value of an axis; `start` and `end` place them in their text."""

    axis: str
    value: str
    start: int
    end: int


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Stems of a spelling to the axes and values that it stands for."""
    found: dict[tuple[str, ...], tuple[tuple[str, str], ...]] = {}
    for axis, *values in rows_of("change_words.tsv"):
        for value in values:
            spellings = value.split("|")
            for spelling in spellings:
                key = tuple(stem(token.word) for token in tokens(spelling))
                found[key] = (*found.get(key, ()), (axis, spellings[0]))
    return found


@lru_cache(maxsize=16384)
def changes_in(text: str) -> tuple[Change, ...]:
    """Find the words of change of a text, the longest phrases first."""
    words = tokens(text)
    stems = [stem(word.word) for word in words]
    found: list[Change] = []
    at = 0
    while at < len(words):
        length = _longest(stems, at)
        if length:
            found += _changes(words[at : at + length], stems[at : at + length])
        at += length or 1
    return tuple(found)


def _longest(stems: list[str], at: int) -> int:
    """Count the words of the longest phrase of the table that begins at a word."""
    lengths = range(min(LONGEST, len(stems) - at), 0, -1)
    return next((n for n in lengths if tuple(stems[at : at + n]) in _table()), 0)


def _changes(words: list[Token], stems: list[str]) -> list[Change]:
    return [
        Change(axis, value, words[0].start, words[-1].end) for axis, value in _table()[tuple(stems)]
    ]
