"""Rules for what is planned after the stay: the day of a visit, or how far away it is.

Dates and distances (`in two weeks`) are both counted in days from the discharge.
"""

import re
from datetime import date
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.told_days import times_in
from clinical.facts import Fact
from clinical.mentions import TimeMention
from clinical.sources import in_note
from clinical.time_spans import is_by_day, parse_day
from kg.evidence import Evidence

PLANNED = ("study:", "procedure:", "service:", "lab:", "event:")
DISTANCE = re.compile(
    r"\b(?:in|within|after|at|for)\s+(?:the\s+next\s+|about\s+|another\s+)?\Z", re.I
)
PLAN = re.compile(
    r"\b(?:will|repeat\w*|follow|f/u|appointment|appt|visit|clinic|schedul\w*|recheck\w*|arrang\w*"
    r"|to (?:be|see|have|return|undergo)|outpatient|return\w*|planned|recommend\w*|surveillance"
    r"|needs?|should|remov\w*|due)\b",
    re.IGNORECASE,
)
REACH = 60
"""Most characters between what is planned and its time."""

NEXT_PLAN = re.compile(r"[,;.]|\band\b", re.IGNORECASE)
"""What stands behind a time opens the next plan, behind a comma or an `and`."""

SERVICE = "service:"
FEW = 2
"""More times than these for one thing leave open which is meant."""


class Away(NamedTuple):
    """How many days after the discharge something is due, at least and at most."""

    least: float
    most: float


def judge_follow_up(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Wrong where the record plans the same thing, and only for other days."""
    left = parse_day(view.anchors.discharged)
    claimed = away(text, mention, left)
    if left is None or claimed is None or not PLAN.search(text):
        return None
    thing = planned_thing(text, mention, claims)
    if thing is None:
        return None
    named = [
        (passage, time, found)
        for passage in view.passages
        if any(is_thing(fact, thing) for fact in passage.facts)
        for time in times_in(passage.quote, view.anchors)
        if (found := away(passage.quote, time, left)) is not None
    ]
    told = [(p, found) for p, time, found in named if is_its_own(p, time, thing)]
    spoken_for = told if is_service(thing) else [(p, found) for p, _, found in named]
    if not told or any(meets(claimed, found) for _, found in spoken_for):
        return None
    if len({found for _, found in told}) > FEW or is_elsewhere(claimed, thing, view, left):
        return None
    passage, found = told[0]
    return contradicted(
        "other_follow_up",
        [Item(time_claim(mention), passage) for passage, _ in told],
        ("time_error",),
        f"the sentence plans it for {mention.text!r}, the record says {passage.quote!r}",
        "date",
        confidence=0.7,
    )


def away(text: str, time: TimeMention, left: date | None) -> Away | None:
    """Days from the discharge to a time, where the time lies after it."""
    if left is None:
        return None
    if time.kind == "duration" and time.days is not None:
        if DISTANCE.search(text, max(0, time.start - 24), time.start) is None:
            return None
        slack = time.days.tolerance + 1.0
        return Away(time.days.value - slack, (time.days.high or time.days.value) + slack)
    if time.span is None or not is_by_day(time.span) or time.kind in ("duration", "age"):
        return None
    first, last = parse_day(time.span.earliest), parse_day(time.span.latest)
    if first is None or last is None or first <= left:
        return None
    return Away(float((first - left).days), float((last - left).days))


def planned_thing(text: str, mention: TimeMention, claims: list[Fact]) -> Fact | None:
    """The nearest thing before a time, or behind it, that can be planned."""
    near = []
    for claim in claims:
        start, end = claim.source.start or 0, claim.source.end or 0
        behind = start >= mention.end
        if behind and NEXT_PLAN.search(text, mention.end, start):
            continue
        between = text[mention.end : start] if behind else text[end : mention.start]
        if claim.concept.id.startswith(PLANNED) and len(between) <= REACH and ";" not in between:
            near.append((len(between) + (REACH if behind else 0), start, claim))
    return min(near, key=lambda found: found[:2])[2] if near else None


def meets(one: Away, other: Away) -> bool:
    """Say whether two plans can be for the same day."""
    return one.least <= other.most and other.least <= one.most


def is_thing(fact: Fact, thing: Fact) -> bool:
    """Say whether a fact is of what is planned, or of a kind of it."""
    return thing.concept.id in (fact.concept.id, *fact.concept.broader)


def is_service(thing: Fact) -> bool:
    """Say whether what is planned is a visit to a service, of which each has its own day."""
    return thing.concept.id.startswith(SERVICE)


def is_its_own(passage: Evidence, time: TimeMention, thing: Fact) -> bool:
    """Say whether a time is of the thing; where visits to services are listed, of the nearest."""
    offset = passage.source.start or 0
    planned = [
        fact.model_copy(update={"source": in_note("", begin - offset, end - offset)})
        for fact in passage.facts
        if (begin := fact.source.start or 0) >= offset and (end := fact.source.end or 0)
    ]
    nearest = planned_thing(passage.quote, time, planned)
    return nearest is None or is_thing(nearest, thing) or not is_service(nearest)


def is_elsewhere(claimed: Away, thing: Fact, view: RecordView, left: date) -> bool:
    """Say whether any passage plans something for that day: the thing may have another name.

    What is planned with another service is not it.
    """
    return any(
        found is not None and meets(claimed, found) and not is_of_another(passage, time, thing)
        for passage in view.passages
        for time in times_in(passage.quote, view.anchors)
        for found in (away(passage.quote, time, left),)
    )


def is_of_another(passage: Evidence, time: TimeMention, thing: Fact) -> bool:
    """Say whether a visit is to another service than the one that is planned."""
    return is_service(thing) and not is_its_own(passage, time, thing)
