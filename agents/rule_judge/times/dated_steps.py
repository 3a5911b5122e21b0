"""The steps of care that the record dates: a line placed or removed, a drug begun or ended.

A course (`11-02 to 11-05`) gives its first day to the beginning and its last to the end.
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from agents.rule_judge.times.open_days import edge_of_course
from agents.rule_judge.times.told_days import times_in
from clinical.care_steps import OF_STATUS, Step, segment_around, step_around
from clinical.facts import Fact, TimeSpan
from clinical.sources import SourceRef
from kg.evidence import Evidence

KINDS = frozenset({"procedure", "medication"})
REACH = 45
"""Most characters between a thing and the time of its step."""

APART = re.compile(
    r"[,;:]|\.\s|\d|\b(?:and|but|which|who|that|with|for|because|after|before|until|while|when)\b",
    re.IGNORECASE,
)
"""What parts a thing from a time: the time is then of something else."""

OPENS = re.compile(
    r"(?:^|[.;,:(]|\band\b)\s*(?:(?:on|by|from|at|in|early|late|the|morning|afternoon|evening|night"
    r"|of)\s+)*$",
    re.IGNORECASE,
)
"""What stands before a time that opens a clause: it may be parted from its thing by a comma."""

ORDERED = re.compile(
    r"\b(?:start|begin|stop|resume|restart|hold|remove|place|insert|perform|obtain|continue|repeat"
    r"|recommend\w*|advis\w*|suggest\w*|consider|plan(?:ned|s)?|will|should|to be|if|once|need\w*"
    r"|request\w*|order\w*|scheduled|awaiting|pending)\b",
    re.IGNORECASE,
)
"""Words of an order, a plan or an advice: what they tell of may be done on another day."""

REPORT_SECTIONS = frozenset(
    {"impression", "findings", "indication", "comparison", "technique", "examination"}
)
RANGE_STEPS = frozenset({"begin", "end", None})


class DatedStep(NamedTuple):
    """A step of care on record, with its first and last day (`YYYY-MM-DD`)."""

    step: Step | None
    first: str
    last: str
    item: Item
    written: bool
    """Whether the passage writes a day itself: a later report may tell of the step again."""

    ordered: bool
    """It tells of an order or a plan."""


def can_be(known: DatedStep, step: Step | None, first: str, last: str) -> bool:
    """Say whether a dated mention leaves room for the step on the days that are claimed.

    What goes on may be told on any day from its beginning to its end.
    """
    if step is None and known.step in ("begin", "again"):
        return known.first <= last
    if step is None and known.step == "end":
        return first <= known.last
    if not (known.first <= last and first <= known.last):
        return False
    if known.first != known.last:
        return {"begin": known.first == first, "end": known.last == last}.get(step or "", True)
    ends = {step, known.step}
    return not ("end" in ends and ends & {"begin", "again"})


def is_report(passage: Evidence) -> bool:
    """Say whether a passage stands in the report of a study, whose day is its own."""
    return passage.section is None or passage.section in REPORT_SECTIONS


def next_to(day: str, days: int) -> str:
    """The day so many days away."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


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
    passage = next((p for p in view.passages if holds(p.source, item.fact)), None)
    first, last = exact_days(item.fact, passage)
    edge = open_day(item.fact, passage, view)
    if edge is not None:
        first, last = edge[1], edge[1]
    if not (first and last) or item.fact.assertion != "present":
        return None
    if passage is None:
        status = item.fact.status
        told = edge[0] if edge else OF_STATUS.get(status) if status else None
        return DatedStep(told, first, last, item, written=True, ordered=False)
    offset = passage.source.start or 0
    start, end = (item.fact.source.start or 0) - offset, (item.fact.source.end or 0) - offset
    step = edge[0] if edge else step_around(passage.quote, start, end, item.fact.status)
    written = bool(times_in(passage.quote, view.anchors)) or not is_report(passage)
    ordered = bool(ORDERED.search(segment_around(passage.quote, start, end)))
    return DatedStep(step, first, last, item, written, ordered)


def open_day(fact: Fact, passage: Evidence | None, view: RecordView) -> tuple[Step, str] | None:
    """The first or the last day that a passage writes of a fact: `from 05-03`."""
    time = fact.time
    if time is None or time.precision != "day" or (time.earliest and time.latest):
        return None
    if passage is None:
        return ("end", time.latest[:10]) if time.latest else None
    times = [t for t in times_in(passage.quote, view.anchors) if t.span == time]
    return edge_of_course(passage.quote, times[0]) if times else None


def exact_days(fact: Fact, passage: Evidence | None) -> tuple[str, str]:
    """The days that are written of a fact; `in the ED` is of the day its entry stands under."""
    time, lead = fact.time, passage.time if passage is not None else None
    if time is not None and time.anchor == "absolute":
        return days_of(time)
    if time is None or lead is None or lead.anchor != "absolute" or not time.overlaps(lead):
        return "", ""
    return days_of(lead)


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
