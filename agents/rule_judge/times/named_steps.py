"""Rules for the day of a step that has no concept: leaving intensive care, a tube taken out."""

from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.dated_steps import APART, OPENS, ORDERED, days_of, is_report
from agents.rule_judge.times.told_days import times_in
from clinical.care_steps import segment_around
from clinical.mentions import TimeMention
from clinical.named_steps import NamedStep, find_named_steps
from kg.evidence import Evidence

REACH = 40
OPERATED = "operated on"


class Told(NamedTuple):
    """A step on record with the days that its passage can mean."""

    passage: Evidence
    days: tuple[tuple[str, str], ...]
    qualifiers: frozenset[str]


def judge_named_step(text: str, mention: TimeMention, view: RecordView) -> Decision | None:
    """A step is told on one day: wrong where the record tells of it on one other day only."""
    first, last = days_of(mention.span)
    step = step_of(text, mention)
    if step is None or not first or first != last:
        return None
    if first > (view.anchors.discharged or "9")[:10]:
        return None
    told = told_steps(step, view)
    if step.name == OPERATED and first in {day[:10] for day in view.anchors.surgeries}:
        return None
    told = [known for known in told if known.days]
    if not told:
        return None
    items = [Item(time_claim(mention), known.passage) for known in told]
    if any(low <= last and first <= high for known in told for low, high in known.days):
        return supported("same_day_of_step", items, "the record dates it so", "date")
    common = frozenset.intersection(*(frozenset(known.days) for known in told))
    if not common:
        return None
    return contradicted(
        "other_day_of_named_step",
        items,
        ("time_error",),
        f"the sentence says {mention.text!r} ({first}), the record {min(common)[0]}: "
        f"{told[0].passage.quote!r}",
        "date",
        confidence=0.7,
    )


def step_of(text: str, mention: TimeMention) -> NamedStep | None:
    """The step that a time dates: nothing but plain words of one clause stand between."""
    for step in find_named_steps(text):
        behind = step.start >= mention.end
        between = text[mention.end : step.start] if behind else text[step.end : mention.start]
        if behind and not OPENS.search(text[: mention.start]):
            continue
        if len(between) <= REACH and not APART.search(between.strip(" ,") if behind else between):
            return step
    return None


def told_steps(step: NamedStep, view: RecordView) -> list[Told]:
    """The passages that tell of a step; of several of its kind those with the same marks."""
    found = []
    for passage in view.passages:
        if passage.section in HISTORY_SECTIONS or is_report(passage):
            continue
        for known in find_named_steps(passage.quote):
            words = segment_around(passage.quote, known.start, known.end)
            if known.name == step.name and not ORDERED.search(words):
                found.append(Told(passage, days_near(passage, view), known.qualifiers))
    alike = [known for known in found if known.qualifiers & step.qualifiers]
    return alike or found


def days_near(passage: Evidence, view: RecordView) -> tuple[tuple[str, str], ...]:
    """Every day that a passage writes or stands under."""
    spans = [t.span for t in times_in(passage.quote, view.anchors) if t.kind != "duration"]
    lead = passage.time
    spans += [lead] if lead is not None and lead.anchor == "absolute" else []
    days = {days_of(span) for span in spans}
    return tuple(sorted(pair for pair in days if pair[0] and pair[1]))
