"""Rules for how long before the stay a drug was begun or stopped: `begun five weeks earlier`."""

import re

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import APART
from agents.rule_judge.times.durations import near, other_length
from agents.rule_judge.times.told_days import times_in
from agents.rule_judge.times.told_lengths import lengths_told, names, slack_of, too_far
from clinical.facts import Fact, Quantity
from clinical.mentions import TimeMention
from kg.evidence import Evidence

EARLIER = re.compile(r"\b(?:ago|back|earlier|previously|beforehand|prior|before)\b", re.IGNORECASE)
BEGUN = re.compile(
    r"\b(?:start\w*|begun|began|begin\w*|initiat\w*|add(?:ed|ition)|prescribed|increas\w*|rais\w*|new"
    r"|stop\w*|discontinu\w*|ran out|placed|implant\w*)\b",
    re.IGNORECASE,
)
ENDED = re.compile(r"\b(?:stop\w*|discontinu\w*|ran out)\b", re.IGNORECASE)
NAMED = ("drug:", "procedure:")
"""A class of drugs has several beginnings."""

REACH, REACH_ON_RECORD = 40, 60


def judge_begun_before(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Wrong where the record counts other lengths only from the beginning of the very thing."""
    if mention.days is None or mention.kind != "relative" or not EARLIER.search(mention.text):
        return None
    thing = thing_before(text, mention, claims)
    if thing is None:
        return None
    about = [p for p in view.passages if any(names(f, thing) for f in p.facts)]
    ended = ENDED.search(text, thing.source.start or 0, mention.start) is not None
    told = [(p, n) for p in about for n in lengths_before(p, thing, ended, view)]
    if not told or any(near(mention.days, n) for _, n in told):
        return None
    slack = slack_of(mention.days)
    if any(abs(n - mention.days.value) <= slack for p in about for n in lengths_told(p, view)):
        return None
    if any(too_far(mention.days.value, n.value) for _, n in told):
        return None
    return other_length(mention, [p for p, _ in told], told[0][1].written)


def thing_before(text: str, mention: TimeMention, claims: list[Fact]) -> Fact | None:
    """The drug or device whose beginning a time counts back to."""
    for claim in claims:
        start, end = claim.source.start or 0, claim.source.end or 0
        between = text[end : mention.start]
        if not claim.concept.id.startswith(NAMED) or end > mention.start or len(between) > REACH:
            continue
        if not APART.search(between) and BEGUN.search(text, start, mention.start):
            return claim
    return None


def lengths_before(passage: Evidence, thing: Fact, ended: bool, view: RecordView) -> list[Quantity]:
    """The lengths that a passage counts back to the beginning of a thing, or to its end."""
    offset = passage.source.start or 0
    places = [(f.source.start or 0) - offset for f in passage.facts if names(f, thing)]
    found = []
    for time in times_in(passage.quote, view.anchors):
        if time.days is None or not EARLIER.search(time.text):
            continue
        for place in places:
            low, high = sorted((place, time.start))
            if high - low <= REACH_ON_RECORD and BEGUN.search(
                passage.quote, max(0, low - 20), high
            ):
                found.append(time.days)
    return found
