"""What advice leaves open: when a course ends, and what has to be followed."""

import re
from collections.abc import Iterator

from agents.safety.advice import Advice
from agents.safety.dangers import Advised, Danger
from clinical.facts import Anchors
from clinical.times import find_times

COURSES = ("drugclass:antibiotic",)
"""Drugs that are taken for a time."""

LONG_TERM = re.compile(r"prophyla|prevent|suppress|long[- ]term|lifelong|indefinite", re.IGNORECASE)
ENDS = re.compile(
    r"\buntil\b|\bthrough\b|\b(?:last|final|end) (?:dose|day|date)\b"
    r"|\bfor \w+ (?:more )?(?:days?|weeks?)\b|\bcourse\b|\bfinish|\bcomplete|\bonce\b"
    r"|\bone dose\b|\bsingle dose\b|\bstop on\b",
    re.IGNORECASE,
)
FOLLOWED = re.compile(
    r"\bINR\b|blood (?:test|draw|check|work)s?|(?:anticoagulation|coumadin) clinic", re.IGNORECASE
)
REACH = 160
"""Letters around a sentence in which an end may be told."""


def missing_ends(advised: Advised) -> Iterator[Danger]:
    """Antibiotics without a word on when they end."""
    for advice in advised.taken:
        if not any(course in advice.drug.broader for course in COURSES):
            continue
        near = advised.text[max(0, advice.start - REACH) : advice.end + REACH]
        if advice.mention.duration or ENDS.search(near) or LONG_TERM.search(near) or _dated(advice):
            continue
        at_home = any(
            t.fact.concept.id == advice.drug.id and t.fact.status == "home"
            for t in advised.record.stay.told
        )
        if not at_home:
            words = f"{advice.drug.name} is advised without the day on which it ends"
            yield Danger("missing_end", "medium", words, advice)


def _dated(advice: Advice) -> bool:
    times = find_times(advice.text, Anchors())
    return any(found.kind in ("date", "range", "duration") for found in times)


def missing_follow_up(advised: Advised) -> Iterator[Danger]:
    """Warfarin without a word on its control."""
    for advice in advised.taken:
        if advice.drug.id == "drug:warfarin" and not FOLLOWED.search(advised.text):
            words = "warfarin is advised without a word on when the INR is checked"
            yield Danger("missing_follow_up", "medium", words, advice)
            return
