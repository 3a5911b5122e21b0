"""Rules for the day on which oxygen was weaned: to room air, or down to so many liters.

The log is read day by day. A day is wrong where all that is told of it is more oxygen, or where
the days around it have more; and where room air had been breathed for days before it.
"""

import re
from collections import defaultdict

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.dated_steps import APART, days_of, is_report, next_to
from agents.rule_judge.times.told_days import times_in
from clinical.care_steps import segment_around
from clinical.mentions import TimeMention
from clinical.oxygen_support import SUPPORT, Breathed, find_oxygen
from kg.evidence import Evidence

REACH = 30
OXYGEN_FLOW = "vital:oxygen_flow"
MOVING = re.compile(
    r"\b(?:walk\w*|ambulat\w*|exert\w*|sleep\w*|overnight|nocturnal|home|desat\w*|trial|test"
    r"|arrival|triage|before)\b",
    re.IGNORECASE,
)
"""Words beside a flow that make it one of a test, of the night or of another time."""

WEANED = re.compile(r"\b(?:down|weaned|titrated|decreased) to\b", re.IGNORECASE)
REACHED = re.compile(r"\b(?:wean\w*|came|come|reach\w*|transition\w*|by)\b", re.IGNORECASE)
"""Words that make a day the one on which a state was reached."""

LATE = 2
"""Days by which the day that is named must be too late, or too early."""

Told = dict[str, list[tuple[float, Evidence]]]


def judge_oxygen(text: str, mention: TimeMention, view: RecordView) -> Decision | None:
    """Compare `on room air by 05-06` with what the log says of that day and those around it."""
    day, last = days_of(mention.span)
    claimed = breathed_on(text, mention)
    if claimed is None or not day or day != last:
        return None
    if not (view.anchors.admitted or "")[:10] <= day < (view.anchors.discharged or "9")[:10]:
        return None
    told = oxygen_by_day(view)
    found = too_early(claimed.flow, day, told)
    if found is None and claimed.flow == 0 and is_first_day(text, claimed, mention):
        found = too_late(day, told)
    if found is None:
        return None
    when, flow, passage = found
    breathed = f"{flow:g} L" if flow else "room air"
    return contradicted(
        "oxygen_of_another_day",
        [Item(time_claim(mention), passage)],
        ("time_error",),
        f"the sentence says {mention.text!r} ({day}), the record has {breathed} on {when}",
        "date",
        confidence=0.75,
    )


def breathed_on(text: str, mention: TimeMention) -> Breathed | None:
    """The oxygen that a time dates: right before it, with no other thing between."""
    named = WEANED.search(text) is not None
    before = [b for b in find_oxygen(text, named) if b.end <= mention.start]
    if not before:
        return None
    nearest = before[-1]
    between = text[nearest.end : mention.start]
    if len(between) > REACH or APART.search(between):
        return None
    if MOVING.search(segment_around(text, nearest.start, nearest.end)):
        return None
    return nearest


def is_first_day(text: str, claimed: Breathed, mention: TimeMention) -> bool:
    """Say whether words make the day the one on which the state was reached."""
    return REACHED.search(text, max(0, claimed.start - REACH), mention.start) is not None


def oxygen_by_day(view: RecordView) -> Told:
    """The flows that entries of logs and rows of tables give to the days of the stay."""
    told: Told = defaultdict(list)
    for passage in view.passages:
        lead = passage.time
        exact = lead is not None and lead.anchor == "absolute" and not is_report(passage)
        day = days_of(lead)[0] if exact else ""
        measured = any(fact.concept.id == OXYGEN_FLOW for fact in passage.facts)
        named = measured or bool(SUPPORT.search(passage.quote))
        for line in passage.quote.splitlines():
            own = [t for t in times_in(line.strip(), view.anchors) if t.kind == "date"]
            day = days_of(own[0].span)[0] if own and own[0].start <= 1 else day
            for breathed in find_oxygen(line, named):
                if day and not MOVING.search(segment_around(line, breathed.start, breathed.end)):
                    told[day].append((breathed.flow, passage))
    return told


def too_early(flow: float, day: str, told: Told) -> tuple[str, float, Evidence] | None:
    """More oxygen on the day, or where nothing is told of it on the last day before and after.

    Who is weaned in the evening may have the morning's flow in the log: less oxygen must be told
    of no day before the second next.
    """
    reached = min((d for d in told if d > day and more_than(flow, d, told) is None), default="9")
    if reached < next_to(day, LATE):
        return None
    if day in told:
        return more_than(flow, day, told)
    before = max((d for d in told if d < day), default="")
    after = min((d for d in told if d > day), default="")
    if not before or not after or more_than(flow, before, told) is None:
        return None
    return more_than(flow, after, told)


def more_than(flow: float, day: str, told: Told) -> tuple[str, float, Evidence] | None:
    """The least that is told of a day, where it is more."""
    least, passage = min(told[day], key=lambda said: (said[0], said[1].id))
    return (day, least, passage) if least > flow else None


def too_late(day: str, told: Told) -> tuple[str, float, Evidence] | None:
    """Room air, and nothing else, on the days right before; the first day of it may have both."""
    run = [next_to(day, -back) for back in range(LATE + 1)]
    if any(d not in told for d in run[:LATE]):
        return None
    if any(flow > 0 for d in run[:LATE] for flow, _ in told[d]):
        return None
    first = run[LATE]
    return next(((first, 0.0, p) for flow, p in told.get(first, ()) if flow == 0), None)
