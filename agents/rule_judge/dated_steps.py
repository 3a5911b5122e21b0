"""Rules for the day of a step of care: a line placed or removed, a drug begun or ended.

The day of a claim is compared with the days that the record gives to the same step of the same
thing. A course (`11-02 to 11-05`) gives its first day to the beginning and its last to the end.
"""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from clinical.care_steps import Step, step_around
from clinical.facts import Fact, TimeSpan
from clinical.mentions import TimeMention
from clinical.sources import SourceRef
from clinical.times import find_times

KINDS = frozenset({"procedure", "medication"})
MOST_DAYS = 3
"""With more days than these on record, the one that is meant is anybody's guess."""

REACH = 45
"""Most characters between a thing and the time of its step."""

APART = re.compile(
    r"[,;:]|\.\s|\d|\b(?:and|but|which|who|that|with|for|because|after|before|until|while|when)\b",
    re.IGNORECASE,
)
"""What parts a thing from a time: the time is then of something else."""

RANGE_STEPS = frozenset({"begin", "end", None})


class DatedStep(NamedTuple):
    """A step of care on record, with its first and last day (`YYYY-MM-DD`)."""

    step: Step | None
    first: str
    last: str
    item: Item
    written: bool
    """Whether the passage writes a day itself: a later report may tell of the step again."""


SINGLE = frozenset({"procedure:surgery", "procedure:cardiac_device", "procedure:revascularization"})
"""What happens once in a stay, so that the day at the head of a sentence is its day."""


def judge_step(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Compare the day of the step that a time governs; None where the record does not tell."""
    if mention.span is None:
        return None
    governed = [c for c in claims if c.kind in KINDS and governs(text, mention, c)]
    decisions = [d for c in governed if (d := judge_subject(text, c, mention, view)) is not None]
    right = [d for d in decisions if d.grade != "E4"]
    return next(iter(right or decisions), None)


def governs(text: str, mention: TimeMention, claim: Fact) -> bool:
    """Say whether a time dates a claim: nothing but plain words of one clause stand between."""
    start, end = claim.source.start or 0, claim.source.end or 0
    if claim.time != mention.span:
        return False
    if mention.start < end:
        between = text[mention.end : start]
        opens = (
            not text[: mention.start].strip(" ,.(").removesuffix("On").removesuffix("By").strip()
        )
        if opens and {claim.concept.id, *claim.concept.broader} & SINGLE:
            return ";" not in between
        return len(between) <= REACH and not APART.search(between.lstrip(" ,"))
    between = text[end : mention.start]
    return len(between) <= REACH and not APART.search(between)


def judge_subject(
    text: str, claim: Fact, mention: TimeMention, view: RecordView
) -> Decision | None:
    """Compare one thing's step on the day named with the same step on record."""
    first, last = days_of(mention.span)
    if not (first and last) or claim.assertion != "present":
        return None
    if (view.anchors.discharged or "9")[:10] < first:
        return None
    step = step_around(text, claim.source.start or 0, claim.source.end or 0, claim.status)
    known = [known for item in items_of(claim, view) if (known := dated_step(item, view))]
    told = [k for k in known if answers(k, step, is_range=first != last)]
    told = [k for k in told if k.written] or told
    if not told or not any(k.step == step or k.first != k.last or step is None for k in told):
        return None
    days = {(k.first, k.last) for k in told}
    if any(meets(k, step, first, last) for k in told):
        items = [k.item for k in told]
        return supported("same_day_of_step", items, "the record dates it so", "date")
    if len(days) > MOST_DAYS or (step is None and len(known) < len(items_of(claim, view))):
        return None
    shown = told[0]
    return contradicted(
        "other_day_of_step",
        [k.item for k in told],
        ("time_error",),
        f"the sentence says {mention.text!r} ({first}), the record {shown.first}"
        + (f" to {shown.last}" if shown.last != shown.first else ""),
        "date",
        confidence=0.7,
    )


def items_of(claim: Fact, view: RecordView) -> list[Item]:
    """Facts of the same thing, without what lies before the stay."""
    start = (view.anchors.admitted or "")[:10]
    items = [
        i
        for i in view.narrower(claim.concept)
        if i.fact.kind in KINDS
        and i.fact.section not in HISTORY_SECTIONS
        and not (i.fact.time and i.fact.time.latest and i.fact.time.latest[:10] < start)
    ]
    return sorted(items, key=lambda i: str(i.fact.source))


def dated_step(item: Item, view: RecordView) -> DatedStep | None:
    """The step that a fact of the record tells, where the record dates it by the day."""
    first, last = days_of(item.fact.time)
    exact = item.fact.time is not None and item.fact.time.anchor == "absolute"
    if not exact or not (first and last) or item.fact.assertion != "present":
        return None
    passage = next((p for p in view.passages if holds(p.source, item.fact)), None)
    if passage is None:
        return None
    offset = passage.source.start or 0
    start, end = (item.fact.source.start or 0) - offset, (item.fact.source.end or 0) - offset
    step = step_around(passage.quote, start, end, item.fact.status)
    written = bool(find_times(passage.quote, view.anchors))
    return DatedStep(step, first, last, item, written)


def holds(place: SourceRef, fact: Fact) -> bool:
    """Say whether the place of a passage holds a fact."""
    source = fact.source
    same = bool(source.note) and place.note == source.note
    inside = (place.start or 0) <= (source.start or 0) and (source.end or 0) <= (place.end or 0)
    return same and inside


def days_of(span: TimeSpan | None) -> tuple[str, str]:
    """The first and last day of a time known by the day; empty where it is not."""
    if span is None or span.precision not in ("minute", "day"):
        return "", ""
    return (span.earliest or "")[:10], (span.latest or "")[:10]


def answers(known: DatedStep, step: Step | None, is_range: bool) -> bool:
    """Say whether a step on record can be the one that is claimed."""
    course = known.first != known.last
    if step is None or is_range:
        return known.step in RANGE_STEPS
    if course:
        return step in ("begin", "end")
    return known.step == step or (known.step is None and step == "begin")


def meets(known: DatedStep, step: Step | None, first: str, last: str) -> bool:
    """Say whether the day claimed is the day on record."""
    if known.first != known.last and first == last and step == "begin":
        return known.first == first
    if known.first != known.last and first == last and step == "end":
        return known.last == first
    return known.first <= last and first <= known.last
