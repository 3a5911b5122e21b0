"""Of whom a patient speaks: `my son is old, he has glaucoma` tells nothing of the patient."""

import re

from clinical.dialogue import speaker_at, turn_start
from clinical.facts import Fact
from clinical.family import HOUSEHOLD, RELATIVES
from clinical.sentences import Span

KIN = "|".join(sorted((RELATIVES | HOUSEHOLD | {"mum", "grandma", "grandpa"}) - {"family"}))
TOLD = re.compile(
    r"(?:^|[.,;:?!]|\b(?:and|but|so|well|yes|yeah|um|uh|okay|ah)\b)\s*"
    rf"(?:(?:both |one of |all )?(?:my|our|his|her|their)\s+(?:\w+\s+){{0,3}}|another )(?:{KIN})\b"
    r"(?!\s*(?:says?|said|thinks?|thought|told|noticed|drove|brought|took|takes|made|makes|wants?"
    r"|asked|called|checked|found|helps?|is (?:here|worried)|and i)\b)",
    re.IGNORECASE,
)
"""A relative whom a patient goes on to tell of, not one who only speaks or helps."""

FAMILY = re.compile(r"\b(?:my|our) family\b|\bin (?:my|the|our) family\b", re.IGNORECASE)
GOES_ON = re.compile(
    r"^\W*(?:\w+:\s*)?(?:(?:and|but|so|well|yes|yeah|um|uh)[\s,]+)*(?:he|she|they|we)\b",
    re.IGNORECASE,
)
SELF = re.compile(r"\b(?:i|i'm|i've|i'd|me|myself)\b", re.IGNORECASE)
PATIENT = frozenset({"patient", "pt"})


def said_of_relatives(facts: list[Fact], text: str, span: Span, offset: int) -> list[Fact]:
    """Give what a patient tells of relatives to them; `offset` is where the text stands."""
    if not facts or speaker_at(text, span.end) not in PATIENT:
        return facts
    told = stretch_on_relatives(text[span.start : span.end], before_in_turn(text, span))
    if told is None:
        return facts
    low, high = offset + span.start + told[0], offset + span.start + told[1]
    return [
        fact.model_copy(update={"assertion": "family"})
        if fact.assertion in ("present", "historical") and low <= (fact.source.start or 0) < high
        else fact
        for fact in facts
    ]


def before_in_turn(text: str, span: Span) -> str:
    """What was said in the same turn before a sentence."""
    return text[turn_start(text, span.end) : span.start]


def stretch_on_relatives(sentence: str, before: str) -> tuple[int, int] | None:
    """The part of a sentence that tells of a relative, given what was said before it."""
    named = TOLD.search(sentence) or FAMILY.search(sentence)
    if named is None:
        told_before = TOLD.search(before) or FAMILY.search(before)
        named = GOES_ON.match(sentence) if told_before else None
    if named is None:
        return None
    back = SELF.search(sentence, named.end())
    return named.start(), back.start() if back else len(sentence)
