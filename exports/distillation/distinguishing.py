"""Can a reader tell a rewritten sentence from its original: by the words, and by what it claims?"""

import re

from rapidfuzz.distance import Levenshtein

from clinical.claims import read_claims
from clinical.facts import Anchors, Fact
from clinical.measurement_words import SPELLED_NUMBERS
from exports.distillation.example import squeezed

FEWEST_CHANGED_CHARACTERS = 2
"""Where no fact and no number differs, one changed letter is a slip of the pen and no error."""

_NUMBER = re.compile(r"\d+(?:[.,/-]\d+)*|[a-z]+")


def is_distinguishable(original: str, rewrite: str) -> bool:
    """Ask for other facts or numbers, or for other words that are more than a slip of the pen.

    The paper drops rewrites that are "not clearly distinguishable" (section 5.2.2) and does not
    say how it tells them; this is the edit distance together with the claims.
    """
    before, after = squeezed(original), squeezed(rewrite)
    distance = Levenshtein.distance(before, after)
    if not distance:
        return False
    claims, claims_after = _claims(original), _claims(rewrite)
    if _typed(claims) != _typed(claims_after) or _numbers(before) != _numbers(after):
        return True
    return _words(claims) != _words(claims_after) and distance >= FEWEST_CHANGED_CHARACTERS


def _claims(text: str) -> list[Fact]:
    return read_claims(text, "", "", Anchors())


def _typed(claims: list[Fact]) -> set[str]:
    """What the facts say, without their words and places."""
    return {
        fact.model_dump_json(exclude={"text", "source", "section"})
        for fact in claims
        if fact.kind != "event"
    }


def _words(claims: list[Fact]) -> set[str]:
    return {fact.concept.id for fact in claims if fact.kind == "event"}


def _numbers(text: str) -> list[str]:
    """Numbers in order: a date or a length of time may be no fact without the dates of the stay."""
    found = _NUMBER.findall(text)
    return [
        f"{SPELLED_NUMBERS[word]:g}" if word in SPELLED_NUMBERS else word
        for word in found
        if word in SPELLED_NUMBERS or word[0].isdigit()
    ]
