"""Rules for how far apart two steps of care lie: `three days after the drain she had surgery`."""

import re
from datetime import date

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import APART, KINDS, dated_step, items_of
from clinical.care_steps import step_around
from clinical.facts import Fact
from clinical.mentions import TimeMention

DISTANCE = re.compile(
    r"\b(?P<how>after|following|before|prior to|preceding)\s+(?:(?:the|his|her|their|this)\s+)?"
    r"(?P<object>\w+)\Z",
    re.IGNORECASE,
)
NEXT = re.compile(r"\b(?:day|morning|evening|night)\s+(?:after|following|before|prior to)\b", re.I)
WITHIN = re.compile(
    r"\b(?:within|about|over|under|than|least|most|nearly|almost|several)\s*\Z", re.I
)
BEFORE = re.compile(r"before|prior to|preceding", re.IGNORECASE)
REACH_OF_OBJECT, REACH = 25, 45
PROCEDURES = "procedures"
MOST_DAYS = 2
"""With more days than these on record, the one that is meant is anybody's guess."""

SLACK = 0.15
"""Share by which a counted distance may be off."""


def judge_apart(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Wrong where both steps are dated and lie another number of days apart."""
    days = days_apart(text, mention)
    if days is None:
        return None
    subjects = sorted(
        (c for c in claims if c.kind in KINDS and c.assertion == "present"),
        key=lambda c: c.source.start or 0,
    )
    since = object_of(text, mention, subjects)
    told = None if since is None else told_thing(text, mention, since, subjects)
    if since is None or told is None or told.concept.id == since.concept.id:
        return None
    starts, others = days_of_claim(text, since, view), days_of_claim(text, told, view)
    if not starts or not others or len(others) > MOST_DAYS or is_repeated(starts):
        return None
    start = min(starts)
    gaps = [
        (other, (date.fromisoformat(other) - date.fromisoformat(start)).days) for other in others
    ]
    if any(abs(gap - days) <= max(0.5, SLACK * abs(days)) for _, gap in gaps):
        return None
    other = gaps[0][0]
    return contradicted(
        "other_distance",
        [starts[start], others[other]],
        ("time_error",),
        f"the sentence says {mention.text!r}; the record has {since.text!r} on {start}, "
        f"{told.text!r} on {other}",
        "date",
        confidence=0.7,
    )


def is_repeated(days: dict[str, Item]) -> bool:
    """Say whether the list of procedures has a thing on several days: any of them may be meant."""
    return sum(item.fact.section == PROCEDURES for item in days.values()) > 1


def days_apart(text: str, mention: TimeMention) -> float | None:
    """The distance in days that a time names, negative where the other thing came later."""
    found = DISTANCE.search(mention.text)
    if mention.kind != "vague" or found is None:
        return None
    if WITHIN.search(text, max(0, mention.start - 12), mention.start):
        return None
    length = mention.days
    if length is not None and (length.high is not None or length.comparator):
        return None
    days = length.value if length is not None else 1.0 if NEXT.search(mention.text) else None
    if days is None:
        return None
    return -days if BEFORE.match(found["how"]) else days


def object_of(text: str, mention: TimeMention, subjects: list[Fact]) -> Fact | None:
    """The thing that a distance counts from: the first one behind `after`."""
    last_word = mention.end - len(mention.text.split()[-1])
    for claim in subjects:
        start, end = claim.source.start or 0, claim.source.end or 0
        if start <= last_word < end or mention.end <= start <= mention.end + REACH_OF_OBJECT:
            return claim if not APART.search(text[mention.end : start]) else None
    return None


def told_thing(text: str, mention: TimeMention, since: Fact, subjects: list[Fact]) -> Fact | None:
    """The thing that is said to lie at the distance: before the time, else behind its object."""
    if text[: mention.start].strip(" -*•") in ("", "On", "By"):
        behind = [c for c in subjects if (c.source.start or 0) >= (since.source.end or 0)]
        return behind[0] if behind and is_near(text, since, behind[0]) else None
    before = [c for c in subjects if (c.source.end or 0) <= mention.start]
    if not before:
        return None
    between = text[before[-1].source.end or 0 : mention.start]
    near = len(between) <= REACH and not APART.search(between.rstrip(" ,"))
    return before[-1] if near else None


def is_near(text: str, since: Fact, told: Fact) -> bool:
    """Say whether one clause follows the other with no further event between."""
    between = text[since.source.end or 0 : told.source.start or 0]
    return len(between) <= REACH and not re.search(r"[.;:]|\d|\b(?:and|but|while)\b", between)


def days_of_claim(text: str, claim: Fact, view: RecordView) -> dict[str, Item]:
    """The days of the step that a claim tells; of a thing without a step those of its beginning."""
    step = step_around(text, claim.source.start or 0, claim.source.end or 0, claim.status)
    ends = step == "end" and claim.concept.id != "procedure:extubation"
    found: dict[str, Item] = {}
    for item in items_of(claim, view):
        known = dated_step(item, view)
        if known is None or known.ordered or not known.written:
            continue
        if ends and known.step == "end":
            found[known.last] = item
        elif not ends and known.step != "end":
            found[known.first] = item
    return found
