"""Spoken dialogue: a question asserts nothing until it is answered."""

import re

from clinical.facts import Fact
from clinical.labels import Assertion
from clinical.sentences import Span

TURN = re.compile(
    r"(?:^|\n)[^\S\n]*+\[?(?P<speaker>doctor|dr|physician|clinician|provider|nurse|patient|pt"
    r"|guest[_ ]?\w*|family|mother|father|parent|interpreter|speaker ?\d)\]?\s*(?::|(?<=\]))\s*",
    re.IGNORECASE,
)
FEWEST_TURNS = 4
QUESTION = re.compile(r"\?\s*$")
FILLER = r"(?:(?:um+|uh+|er+|oh|well|so|okay|ok|like|and|but|yeah so)\s*[,.]*\s*)*"
YES = re.compile(
    rf"{FILLER}(?:yes|yeah|yep|yup|mm-?hmm|mhm|uh-?huh|sure|right|correct|exactly|i do\b|i have\b"
    r"|i did\b|i am\b|it does|it is\b|a (?:little|bit|few)|some|sometimes|definitely|absolutely)",
    re.IGNORECASE,
)
NO = re.compile(
    rf"{FILLER}(?:no\b|nope|nah|none|never|not (?:really|that|at all|any|so)|negative|nothing"
    r"|i (?:don'?t|do n't|haven'?t|have n't|didn'?t|did n't|do not|have not|did not)|uh-?uh)",
    re.IGNORECASE,
)


def is_dialogue(text: str) -> bool:
    """Say whether a text is a transcript of turns."""
    return len(TURN.findall(text)) >= FEWEST_TURNS


def answered(facts: list[Fact], text: str, span: Span) -> list[Fact]:
    """Give the facts of a question the assertion that the next turn gives them."""
    assertion = answer_after(text, span)
    if assertion is None:
        return facts
    return [
        fact
        if fact.assertion in ("family", "historical") and assertion == "present"
        else fact.model_copy(update={"assertion": assertion})
        for fact in facts
    ]


def answer_after(text: str, span: Span) -> Assertion | None:
    """What the turn after a question makes of it; None where the sentence asks nothing."""
    if QUESTION.search(text[span.start : span.end]) is None:
        return None
    turn = TURN.search(text, span.end)
    if turn is None:
        return "hypothetical"
    reply = text[turn.end() : turn.end() + 60]
    if NO.match(reply):
        return "absent"
    return "present" if YES.match(reply) else "hypothetical"
