"""Spoken dialogue: a question asserts nothing until it is answered."""

import re
from itertools import pairwise

from clinical.facts import Fact
from clinical.labels import Assertion
from clinical.sentences import Span

DIALOGUE = "dialogue"
"""Name of the section that holds the turns of a transcript as a whole."""

TURN = re.compile(
    r"(?:^|\n)[^\S\n]*+\[?(?P<speaker>doctor|dr|physician|clinician|provider|nurse|patient|pt"
    r"|guest[_ ]?\w*|family|mother|father|parent|interpreter|speaker ?\d)\]?\s*(?::|(?<=\]))\s*",
    re.IGNORECASE,
)
ASKS = frozenset({"doctor", "dr", "physician", "clinician", "provider", "nurse", "interpreter"})
FEWEST_TURNS = 4
END = re.compile(
    r"(?<![.?!\s])(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bmrs)(?<!\bvs)\s?[.?!]+\s+(?=\S)", re.I
)
QUESTION = re.compile(
    r"\?\W*$"
    r"|(?:^|[\]:.,]\s*|\b(?:okay|and|so|um|uh|alright)\s+)(?:(?:um|uh|okay|and|so)\s+)*"
    r"(?:(?:do|does|did|have|has|had|are|is|was|were|can|could)(?: n't)?\s+(?:you|your|he|she|it"
    r"|there|they|any|the)\b|any\s|how about\b|what about\b|no\s\w+\s*-?$)[^.]*$",
    re.IGNORECASE,
)
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
LIMITED = re.compile(
    r"\b(?:but|except|just|only|other than|besides|apart from|although|though|maybe|sometimes"
    r"|a (?:little|bit)|i (?:do|did|have|had|was|am|get|got|noticed?)(?! n'?[to]t?\b))\b",
    re.IGNORECASE,
)
"""An answer that goes on to say what was there denies less than it seems to."""


def is_dialogue(text: str) -> bool:
    """Say whether a text is a transcript of turns: many, or hardly anything else."""
    turns = list(TURN.finditer(text))
    if len(turns) >= FEWEST_TURNS:
        return True
    lines = [line for line in text.splitlines() if line.strip()]
    speakers = {turn["speaker"].lower() for turn in turns}
    alone = bool(turns) and not text[: turns[0].start()].strip()
    return alone and len(speakers) > 1 and bool(speakers & ASKS) and 2 * len(turns) > len(lines)


def spoken_sentences(text: str) -> list[Span]:
    """Split a transcript at its turns, and within them at every stop, whatever letter follows."""
    starts = [turn.start() + text[turn.start()].isspace() for turn in TURN.finditer(text)]
    cuts = {0, *starts, *(stop.end() for stop in END.finditer(text)), len(text)}
    ordered = sorted(cuts)
    return [
        Span(start=start, end=start + len(text[start:end].rstrip()))
        for start, end in pairwise(ordered)
        if text[start:end].strip()
    ]


def turns_of(text: str) -> list[str]:
    """Part a transcript into its turns, each without its speaker."""
    marks = list(TURN.finditer(text))
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(text)]
    return [
        text[start:end] for start, end in zip(starts, ends, strict=True) if text[start:end].strip()
    ]


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
    """What the turn after a question makes of it; None where the sentence asks nothing.

    Only the question right before a turn is answered by it.
    """
    asked = text[span.start : span.end]
    speaker = speaker_at(text, span.end)
    if QUESTION.search(asked) is None or (not asked.endswith("?") and speaker not in ASKS):
        return None
    turn = TURN.search(text, span.end)
    if turn is None or text[span.end : turn.start()].strip():
        return "hypothetical"
    following = TURN.search(text, turn.end())
    reply = text[turn.end() : following.start() if following else len(text)].strip()
    if NO.match(reply):
        return "hypothetical" if LIMITED.search(reply) else "absent"
    return "present" if YES.match(reply) else "hypothetical"


def speaker_at(text: str, position: int) -> str:
    """Who speaks at a place."""
    turns = list(TURN.finditer(text, 0, position))
    return turns[-1]["speaker"].lower() if turns else ""


def answers_in(text: str) -> list[Assertion]:
    """What each answered question of a transcript comes to, in order."""
    spans = spoken_sentences(text)
    return [found for span in spans if (found := answer_after(text, span)) is not None]
