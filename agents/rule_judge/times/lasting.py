"""How long a treatment went on: the length beside it against those that the record gives it."""

import re

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import APART
from agents.rule_judge.times.durations import other_length
from agents.rule_judge.times.told_lengths import (
    lengths_told,
    names,
    slack_of,
    stated_lengths,
    too_far,
)
from clinical.facts import Fact
from clinical.mentions import TimeMention
from kg.evidence import Evidence

AT_A_TIME = re.compile(
    r"\b(?:within|after|before|in|until|every|next|last|ago|later|at|than|by|prior|earlier|old)\b",
    re.IGNORECASE,
)
"""Words that make a length a distance in time."""

WITHOUT = re.compile(
    r"\b(?:off|without|no|not on|before|after|since|until|between|prior to)\s+(?:the\s+)?\Z",
    re.IGNORECASE,
)
NOT_ON = re.compile(r"\b(?:off|held|hold|without|stopped|paused)\b", re.IGNORECASE)
"""Between a thing and a length: the length is of the time without it."""

OFF = frozenset({"held", "stopped", "not_given"})
LASTING = ("procedure:", "drug:", "drugclass:", "event:")


def judge_duration(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """`Ventilated for six days`: wrong when passages about it give it other lengths only.

    A length is also what lies between any two days that a passage names.
    """
    claimed = mention.days
    thing = lasting_thing(text, mention, claims)
    if thing is None or claimed is None or claimed.comparator in ("<", ">"):
        return None
    slack = slack_of(claimed)
    about = [p for p in view.passages if any(names(f, thing) for f in p.facts)]
    told = [(p, lengths) for p in about if (lengths := lengths_told(p, view))]
    if not told or any(abs(n - claimed.value) <= slack for _, ns in told for n in ns):
        return None
    told = [(p, ns) for p, ns in told if not is_without(p, thing)]
    stated = [(p, lengths[0]) for p, _ in told if len(lengths := stated_lengths(p, view)) == 1]
    if not stated or too_far(stated[0][1], claimed.value):
        return None
    passage, length = stated[0]
    return other_length(mention, [passage], f"{length:g} days")


def is_without(passage: Evidence, thing: Fact) -> bool:
    """Say whether a passage tells of the time off the thing, not on it."""
    if any(is_off(fact) for fact in passage.facts if names(fact, thing)):
        return True
    offset = passage.source.start or 0
    places = [(fact.source.start or 0) - offset for fact in passage.facts if names(fact, thing)]
    return any(WITHOUT.search(passage.quote, 0, place) for place in places if place >= 0)


def is_off(fact: Fact) -> bool:
    """Say whether a thing is told to be absent, held or stopped."""
    return fact.assertion != "present" or fact.status in OFF


def lasting_thing(text: str, mention: TimeMention, claims: list[Fact]) -> Fact | None:
    """The thing right before or behind a length, with no other word of content between."""
    for claim in claims:
        start, end = claim.source.start or 0, claim.source.end or 0
        if not claim.concept.id.startswith(LASTING):
            continue
        between = text[end : mention.start] if end <= mention.start else text[mention.end : start]
        if NOT_ON.search(text, min(start, mention.end), max(end, mention.start)):
            continue
        if len(between) <= 30 and not APART.search(between) and not AT_A_TIME.search(between):
            return claim
    return None
