"""Words that exclude each other about one thing: `left` and `right`, `patent` and `occluded`.

The table names axes; each word of it stands for one or more values on an axis. Prefixes make axes
of their own: `hypercellular` and `hypocellular`, `displaced` and `nondisplaced`.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from clinical.lexicon_rows import rows_of
from clinical.words import Token, phrase, tokens

AxisType = Literal["place", "state", "kind", "age"]
AXIS_TYPE: TypeAdapter[AxisType] = TypeAdapter(AxisType)
LONGEST = 4
SWINGS = re.compile(r"^(hyper|hypo)(\w{4,})$")
NEGATED = re.compile(r"^non(\w{5,})$")
LEFT_BEHIND = re.compile(
    r"\s*(?:[.,;)]|$|(?:in|the|her|his|him|at|on|with|without|for|to|against|after|before|over|as|a|an"
    r"|hospital|home|and|or|by|unchanged|off|untreated|alone|open)\b)",
    re.IGNORECASE,
)
"""What follows `left` where it is a verb."""

QUALITY = re.compile(r"\w{3,}(?:ed|ive|ent|ant|able|ible|ic|al)$")


class Mark(NamedTuple):
    """A word that stands for values on one axis; `start` and `end` place it in its text."""

    axis: str
    kind: AxisType
    values: frozenset[str]
    start: int
    end: int


class Axis(NamedTuple):
    """One axis with the values that a phrase stands for on it."""

    name: str
    kind: AxisType
    values: frozenset[str]


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[Axis, ...]]:
    """Phrase to what it stands for."""
    found: dict[str, dict[str, Axis]] = {}
    for name, kind, *values in rows_of("exclusive_words.tsv"):
        for value in values:
            first = phrase(value.split("|")[0])
            for spelling in value.split("|"):
                axes = found.setdefault(phrase(spelling), {})
                known = axes[name].values if name in axes else frozenset[str]()
                axes[name] = Axis(name, AXIS_TYPE.validate_python(kind), known | {first})
    return {spelling: tuple(axes.values()) for spelling, axes in found.items()}


@lru_cache(maxsize=8192)
def marks_in(text: str) -> tuple[Mark, ...]:
    """Find the words of a text that stand on some axis, longest phrases first."""
    words = tokens(text)
    found: list[Mark] = []
    position = 0
    while position < len(words):
        length = longest_phrase(text, words, position)
        if length:
            chosen = words[position : position + length]
            axes = _table()[" ".join(word.word for word in chosen)]
            axes = () if is_verb(text, chosen) else axes
            found += [Mark(*axis, chosen[0].start, chosen[-1].end) for axis in axes]
        else:
            found += prefixed(words, position)
        position += length or 1
    return tuple(found)


def longest_phrase(text: str, words: list[Token], position: int) -> int:
    """Count the words of the longest phrase of the table that begins at a word."""
    for length in range(min(LONGEST, len(words) - position), 0, -1):
        chosen = words[position : position + length]
        between = text[chosen[0].start : chosen[-1].end]
        if " ".join(w.word for w in chosen) in _table() and not re.search(r"[,;:.\n]\s", between):
            return length
    return 0


def is_verb(text: str, chosen: list[Token]) -> bool:
    """Say whether `left` is what somebody did (`was left in place`), not a side."""
    if chosen[0].word != "left" or len(chosen) > 1:
        return False
    before = text[: chosen[0].start].rstrip().lower()
    named = before.endswith((" the", "the", "-", "on"))
    return not named and LEFT_BEHIND.match(text, chosen[-1].end) is not None


def prefixed(words: list[Token], position: int) -> list[Mark]:
    """Read a prefix that turns a word around, or the bare word that could bear one."""
    token = words[position]
    swing, negated = SWINGS.match(token.word), NEGATED.match(token.word)
    if swing:
        values = frozenset({swing[1]})
        return [Mark(f"hyper-:{swing[2]}", "state", values, token.start, token.end)]
    if negated and QUALITY.match(negated[1]):
        return [Mark(f"non-:{negated[1]}", "state", frozenset({"non"}), token.start, token.end)]
    if not QUALITY.match(token.word):
        return []
    parted = position > 0 and words[position - 1].word == "non"
    values = frozenset({"non" if parted else "plain"})
    start = words[position - 1].start if parted else token.start
    return [Mark(f"non-:{token.word}", "state", values, start, token.end)]
