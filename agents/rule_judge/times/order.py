"""Rules for the order of two dated steps of care: `A was followed by B`, `after A, B`."""

import re
from itertools import pairwise

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import KINDS, dated_step, items_of
from clinical.care_steps import Step, step_around
from clinical.facts import Fact

FIRST_EARLIER = re.compile(
    r"^[^.;,]{0,30}?(?:\bbefore\b|\bprior to\b|\bfollowed\b[^.;,]{0,25}\bby\b|\band then\b"
    r"|\bthen\b|\b(?:days?|hours?|weeks?) later\b|\bsubsequently\b)[^.;,]{0,25}$",
    re.IGNORECASE,
)
FIRST_LATER = re.compile(
    r"^[^.;,]{0,30}?\b(?:after|following|the day after)\b[^.;,]{0,25}$", re.IGNORECASE
)
AFTER_OPENS = re.compile(r"^\W*(?:after|following|once)\b[^.;,]{0,20}$", re.IGNORECASE)
BEFORE_OPENS = re.compile(r"^\W*(?:before|prior to)\b[^.;,]{0,20}$", re.IGNORECASE)
COMMA = re.compile(r"^[^.;,]{0,25},[^.;,]{0,40}$")


def judge_order(text: str, claims: list[Fact], view: RecordView) -> list[tuple[Fact, Decision]]:
    """Wrong where every day on record of what is said to come first lies after the other's."""
    subjects = [c for c in claims if c.kind in KINDS and c.assertion == "present"]
    found = []
    for one, other in pairwise(sorted(subjects, key=lambda c: c.source.start or 0)):
        ordered = in_order(text, one, other)
        if ordered is None or one.concept.id == other.concept.id:
            continue
        decision = judge_pair(text, *ordered, view)
        if decision is not None:
            found.append((other, decision))
    return found


def in_order(text: str, one: Fact, other: Fact) -> tuple[Fact, Fact] | None:
    """Return two neighboring claims in the order of time that the words give them."""
    lead = text[: one.source.start or 0]
    between = text[one.source.end or 0 : other.source.start or 0]
    if FIRST_EARLIER.search(between):
        return one, other
    if FIRST_LATER.search(between):
        return other, one
    if COMMA.search(between) and AFTER_OPENS.search(lead):
        return one, other
    if COMMA.search(between) and BEFORE_OPENS.search(lead):
        return other, one
    return None


def judge_pair(text: str, first: Fact, second: Fact, view: RecordView) -> Decision | None:
    """Compare the days of two steps; both must be known for every place that tells of them."""
    earlier, later = days_of_step(text, first, view), days_of_step(text, second, view)
    if not earlier or not later or min(earlier) <= max(later):
        return None
    items = [earlier[min(earlier)], later[max(later)]]
    return contradicted(
        "other_order",
        items,
        ("time_error",),
        f"the record has {first.text!r} on {min(earlier)}, {second.text!r} on {max(later)}",
        "order",
        confidence=0.75,
    )


def days_of_step(text: str, claim: Fact, view: RecordView) -> dict[str, Item]:
    """The days of the step that a claim tells, each with its item; empty where one is unknown."""
    step = step_around(text, claim.source.start or 0, claim.source.end or 0, claim.status)
    found: dict[str, Item] = {}
    for item in items_of(claim, view):
        known = dated_step(item, view)
        if known is None:
            return {}
        if same_step(known.step, step):
            found[known.last if step == "end" else known.first] = item
    return found


def same_step(one: Step | None, other: Step | None) -> bool:
    """Say whether two steps can be one; a plain mention is a beginning."""
    return (one or "begin") == (other or "begin")
