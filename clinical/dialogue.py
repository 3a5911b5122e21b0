"""Spoken dialogue: a question asserts nothing until it is answered."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

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
RUN_ON = re.compile(
    r"(?<!how)(?<!what)(?<!when)(?<!where)(?<!why)(?<!who)(?<!which)(?<!much)(?<!many)(?<!long)"
    r"(?<!so)(?<!and)\s(?=(?:(?:okay|alright|and|so|now)\s)*(?:"
    r"(?:do|did|have|are|were|has|does|is) (?:you|your|it|that|there|they|he|she)\b"
    r"|(?:i (?:do |can |still )*(?:appreciate|hear|see|feel|notice)\b)"
    r"|on (?:your|the)(?: \w+){0,3} exam\b|your \w+ (?:is|are) (?:clear|nice|soft|normal)\b))",
    re.IGNORECASE,
)
"""Where a sentence without stops goes over to something else: a question, another finding."""

LONGEST_UNBROKEN = 90
"""Characters without a stop or comma, from which on speech is taken for a run-on sentence."""

INAUDIBLE = re.compile(r"\s*(?:<[^<>]*>[\s.,]*)*")
"""A turn in which nothing was understood."""

SELF_ANSWERED = re.compile(r"^\W*(?:and |any )*\w+(?: \w+)?,? no\W*$", re.IGNORECASE)
"""`Diarrhea no`: who asks takes down the answer."""

TAKEN_DOWN = re.compile(r"(?:no|none|nope)\b[\s,.]*(?:ok|okay|good|great|alright|right)\b", re.I)
"""Who asks repeats the answer that was nodded: `Any discharge? No, OK.`"""

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
    rf"{FILLER}(?:no\b|nope|nah|none|never|negative|nothing|uh-?uh"
    r"|not (?:really|that|at all|any|so|specifically|particularly|lately|recently|yet)"
    r"|i (?:don'?t|do n't|haven'?t|have n't|didn'?t|did n't|do not|have not|did not))",
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
    cuts |= {cut for start, end in pairwise(sorted(cuts)) for cut in run_on_cuts(text, start, end)}
    ordered = sorted(cuts)
    return [
        Span(start=start, end=start + len(text[start:end].rstrip()))
        for start, end in pairwise(ordered)
        if text[start:end].strip()
    ]


def run_on_cuts(text: str, start: int, end: int) -> list[int]:
    """Where a long sentence without any mark changes its subject."""
    sentence = text[start:end]
    if max(map(len, re.split(r"[.,;?!\n]", sentence))) < LONGEST_UNBROKEN:
        return []
    return [start + match.end() for match in RUN_ON.finditer(sentence)]


def turns_of(text: str) -> list[str]:
    """Part a transcript into its turns, each without its speaker."""
    marks = list(TURN.finditer(text))
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(text)]
    return [
        text[start:end] for start, end in zip(starts, ends, strict=True) if text[start:end].strip()
    ]


def answered(facts: list[Fact], text: str, span: Span) -> list[Fact]:
    """Give the facts of a question the assertion that the next turn gives them.

    A yes to a question about several things affirms one of them, nobody knows which.
    """
    assertion = answer_after(text, span)
    if assertion is None:
        return facts
    if assertion == "present" and len({fact.concept.id for fact in facts}) > 1:
        assertion = "possible"
    return [
        fact
        if fact.assertion in ("family", "historical") and assertion in ("present", "possible")
        else fact.model_copy(update={"assertion": assertion})
        for fact in facts
    ]


def answer_after(text: str, span: Span) -> Assertion | None:
    """What the turn after a question makes of it; None where the sentence asks nothing.

    Only the question right before a turn is answered by it.
    """
    asked = text[span.start : span.end]
    speaker = speaker_at(text, span.end)
    if speaker in ASKS and SELF_ANSWERED.match(without_speaker(asked)):
        return "absent"
    if QUESTION.search(asked.rstrip(". \n")) is None or (
        not asked.endswith("?") and speaker not in ASKS
    ):
        return None
    turn = TURN.search(text, span.end)
    rest = text[span.end : turn.start() if turn else len(text)].strip()
    if TAKEN_DOWN.match(rest):
        return "absent"
    if turn is None or rest:
        return "hypothetical"
    reply = reply_in(text, turn.end())
    if NO.match(reply):
        return "hypothetical" if LIMITED.search(reply) else "absent"
    return "present" if YES.match(reply) else "hypothetical"


def reply_in(text: str, start: int) -> str:
    """The turn that begins at a place, or the next one where nothing was understood of it."""
    following = TURN.search(text, start)
    reply = text[start : following.start() if following else len(text)].strip()
    return reply_in(text, following.end()) if following and INAUDIBLE.fullmatch(reply) else reply


def without_speaker(sentence: str) -> str:
    """A sentence without the name of who says it."""
    return TURN.sub("", sentence)


def speaker_at(text: str, position: int) -> str:
    """Who speaks at a place."""
    turn = turn_at(text, position)
    return turn["speaker"].lower() if turn else ""


def turn_start(text: str, position: int) -> int:
    """Where the words of the turn begin that holds a place."""
    turn = turn_at(text, position)
    return turn.end() if turn else 0


def turn_at(text: str, position: int) -> re.Match[str] | None:
    """The head of the turn that holds a place."""
    turns = list(TURN.finditer(text, 0, position))
    return turns[-1] if turns else None


class Utterance(NamedTuple):
    """One sentence of a transcript, and what its answer makes of it where it asks."""

    text: str
    speaker: str
    answer: Assertion | None


@lru_cache(maxsize=64)
def utterances_in(text: str) -> tuple[Utterance, ...]:
    """Read a transcript sentence by sentence."""
    return tuple(
        Utterance(
            without_speaker(text[span.start : span.end]),
            speaker_at(text, span.end),
            answer_after(text, span),
        )
        for span in spoken_sentences(text)
    )
