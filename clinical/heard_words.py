"""The words of a conversation: inflected, joined, spelled by letters, or plain for technical."""

import re
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from clinical.dialogue import turns_of
from clinical.lay_words import plain_ways
from clinical.words import Token, stem, tokens

SPELLED = re.compile(r"\b[A-Z](?: [A-Z])+\b|\b[A-Z]{2,5}\b")
"""Letters said one by one: `P T`, `UTI`."""

OPERATION = re.compile(r"(?P<organ>\w{5,})(?:ectomy|otomy|ostomy|plasty)")
"""An operation named by what it is done to: who has a `polyp` removed has a `polypectomy`."""

SHORTEST_KIN = 5
KIN_SHARE = 0.7
"""Words of one family (`anemia`, `anemic`) share this much of the longer one from its start."""


class Heard(NamedTuple):
    """The words of one conversation."""

    stems: frozenset[str]
    turns: tuple[frozenset[str], ...]
    """The stems of each turn together with the turn before it: a question and its answer."""

    spelled: frozenset[str]


@lru_cache(maxsize=8192)
def heard_in(text: str) -> Heard:
    """Take down the words of a conversation."""
    turns = [stems_with_joined(tokens(turn)) for turn in turns_of(text)]
    together = [before | turn for before, turn in pairwise([frozenset[str](), *turns])]
    return Heard(
        stems=frozenset[str]().union(*turns),
        turns=tuple(together),
        spelled=frozenset(m[0].replace(" ", "").lower() for m in SPELLED.finditer(text)),
    )


def stems_with_joined(words: list[Token]) -> frozenset[str]:
    """The stems of words, and of neighbors written as one: `follow up` is `followup` too."""
    single = {stem(word.word) for word in words}
    return frozenset(single | {stem(one.word + other.word) for one, other in pairwise(words)})


def is_said(word: str, heard: Heard) -> bool:
    """Say whether a conversation says a uniform word: itself, its kin, or in plain words."""
    root = stem(word)
    if root in heard.stems or word in heard.spelled:
        return True
    if any(way <= turn for way in plain_ways(word) for turn in heard.turns):
        return True
    operation = OPERATION.fullmatch(word)
    if operation and any(other.startswith(operation["organ"]) for other in heard.stems):
        return True
    return any(are_kin(root, other) for other in heard.stems)


def is_named(word: str, heard: Heard) -> bool:
    """Say whether a conversation names what a uniform word means: the word, or a plain name."""
    if stem(word) in heard.stems or word in heard.spelled:
        return True
    return any(way <= turn for way in plain_ways(word, "plain_names") for turn in heard.turns)


def are_kin(one: str, other: str) -> bool:
    """Say whether two stems are of one family of words."""
    shared = max(SHORTEST_KIN, ceil(KIN_SHARE * max(len(one), len(other))))
    return min(len(one), len(other)) >= shared and one[:shared] == other[:shared]


def is_spelled(words: list[str], heard: Heard) -> bool:
    """Say whether a conversation spells a name of several words by their first letters."""
    return len(words) > 1 and "".join(word[0] for word in words) in heard.spelled
