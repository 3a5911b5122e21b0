"""Rules for how long the patient was in intensive care: from the day of entry to the last."""

import re
from datetime import date

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.dated_steps import ORDERED, days_of
from agents.rule_judge.times.told_days import times_in
from agents.rule_judge.times.told_lengths import stated_lengths
from clinical.care_steps import segment_around
from clinical.mentions import TimeMention
from clinical.named_steps import find_named_steps
from kg.evidence import Evidence

UNIT = re.compile(
    r"\s*(?:in|on|stay in)\s+(?:the\s+)?(?:\w+\s+)?"
    r"(?:[a-z]{0,3}icu|intensive care|critical care)\b",
    re.IGNORECASE,
)
NAMED = re.compile(r"\b(?:[a-z]{0,3}icu|intensive care|critical care)\b", re.IGNORECASE)
ENTERED, LEFT = "entered intensive care", "left intensive care"
MOST_OFF = 1.5
"""Days. A stay is counted in days or in nights, and by the part of the day."""


def judge_intensive_care(text: str, mention: TimeMention, view: RecordView) -> Decision | None:
    """`Four days in the ICU`: wrong where entry and leaving are dated to another length."""
    claimed = mention.days
    if claimed is None or claimed.comparator in ("<", ">") or not UNIT.match(text, mention.end):
        return None
    entered, left = days_of_step(ENTERED, view), days_of_step(LEFT, view)
    if len(entered) != 1 or len(left) != 1:
        return None
    (first, entry), (last, leaving) = *entered.items(), *left.items()
    stay = (date.fromisoformat(last) - date.fromisoformat(first)).days
    told = [n for p in view.passages if NAMED.search(p.quote) for n in stated_lengths(p, view)]
    near = any(abs(n - claimed.value) <= claimed.tolerance + 0.5 for n in told)
    if stay < 0 or near or abs(stay - claimed.value) <= MOST_OFF:
        return None
    return contradicted(
        "other_length_of_run",
        [Item(time_claim(mention), passage) for passage in (entry, leaving)],
        ("time_error",),
        f"the sentence says {mention.text!r}; on record it is from {first} to {last}",
        "duration",
        confidence=0.7,
    )


def days_of_step(name: str, view: RecordView) -> dict[str, Evidence]:
    """The days that passages give to one step, each with its passage."""
    found: dict[str, Evidence] = {}
    for passage in view.passages:
        if passage.section in HISTORY_SECTIONS:
            continue
        for step in find_named_steps(passage.quote):
            words = segment_around(passage.quote, step.start, step.end)
            if step.name != name or ORDERED.search(words):
                continue
            own = [t.span for t in times_in(passage.quote, view.anchors) if t.kind == "date"]
            lead = passage.time if passage.time and passage.time.anchor == "absolute" else None
            days = {days_of(span)[0] for span in own or [lead] if span is not None}
            found |= dict.fromkeys(days - {""}, passage)
    return found
