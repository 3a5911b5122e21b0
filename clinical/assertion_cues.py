"""Cues of assertion (`denies`, `possible`, `history of`), read from a table and found in text."""

import re
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from clinical.lexicon_rows import rows_of

Effect = Literal[
    "absent",
    "possible",
    "historical",
    "hypothetical",
    "family",
    "family_absent",
    "pseudo",
    "stop",
    "stop_absent",
]
Where = Literal["pre", "post", "both", "post_end", "post_colon", "question", "pseudo", "stop"]
Reach = Literal["noun", "list", "phrase", "noun_adjacent"]

TOKEN = re.compile(r"\(\+\)|\(-\)|\d+(?:[.,]\d+)+|\w+(?:['’/-]\w+)*(?:\.(?=\w))?|[^\w\s]")
ALTERNATIVES = re.compile(r"\(([^()]*\|[^()]*)\)")
YEAR = re.compile(r"(?:19|2[0-3])\d{2}\Z")
SECONDARY_TO = "2/2"
"""Short for `secondary to`, no number."""

NUMBER_WORDS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve a an several few".split()
)


class Token(NamedTuple):
    """One word or mark, in lower case, with its place."""

    start: int
    end: int
    word: str


class Cue(NamedTuple):
    """One row of the table."""

    effect: Effect
    where: Where
    reach: Reach


CUE_ROW = TypeAdapter(Cue)


class FoundCue(NamedTuple):
    """A cue in a text: its row and its tokens, half-open."""

    cue: Cue
    first: int
    after: int


class CuesOfWord(NamedTuple):
    """The cues that begin with one word, by phrase, and their lengths, longest first."""

    lengths: tuple[int, ...]
    phrases: dict[tuple[str, ...], list[Cue]]


CueTable = dict[str, CuesOfWord]


def tokens_of(text: str) -> list[Token]:
    """Cut a text into words and marks."""
    return [Token(m.start(), m.end(), m[0].lower()) for m in TOKEN.finditer(text)]


@lru_cache(maxsize=1)
def cue_table() -> CueTable:
    """Read the cues, filed under their first words."""
    phrases: dict[tuple[str, ...], list[Cue]] = {}
    for written, effect, where, reach in rows_of("assertion_cues.tsv"):
        cue = CUE_ROW.validate_python((effect, where, reach))
        for phrase in _expand(written):
            if cue not in phrases.setdefault(phrase, []):
                phrases[phrase].append(cue)
    by_word: dict[str, dict[tuple[str, ...], list[Cue]]] = {}
    for phrase, cues in phrases.items():
        by_word.setdefault(phrase[0], {})[phrase] = cues
    return {
        word: CuesOfWord(tuple(sorted({len(p) for p in own}, reverse=True)), own)
        for word, own in by_word.items()
    }


def find_cues(tokens: list[Token]) -> list[FoundCue]:
    """Find the cues in order; where several begin at one word the longest is taken."""
    table = cue_table()
    words = [_class_of(token.word) for token in tokens]
    found: list[FoundCue] = []
    after = 0
    for index, word in enumerate(words):
        known = table.get(word)
        if known is None or index < after:
            continue
        for length in known.lengths:
            cues = known.phrases.get(tuple(words[index : index + length]))
            if cues:
                after = min(index + length, len(words))
                found.extend(FoundCue(cue, index, after) for cue in cues)
                break
    return found


def _class_of(word: str) -> str:
    """Reduce numbers and years to the classes that the table names."""
    if word[0].isdigit() and word != SECONDARY_TO:
        return "<year>" if YEAR.match(word) else "<n>"
    return word


def _expand(written: str) -> list[tuple[str, ...]]:
    """Write out the alternatives of a row."""
    parts: list[list[str]] = []
    position = 0
    for match in ALTERNATIVES.finditer(written):
        parts.append([written[position : match.start()]])
        parts.append(match[1].split("|"))
        position = match.end()
    parts.append([written[position:]])
    phrases = {tuple(" ".join(choice).split()) for choice in product(*parts)}
    with_numbers = {
        tuple(number if word == "<n>" else word for word in phrase)
        for phrase in phrases
        if "<n>" in phrase
        for number in NUMBER_WORDS
    }
    return sorted(phrases | with_numbers)
