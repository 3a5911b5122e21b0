"""Rules for the day of a step of care: a line placed or removed, a drug begun or ended.

The day of a claim is compared with the days that the record gives to the same step of the same
thing. A course (`11-02 to 11-05`) gives its first day to the beginning and its last to the end.
"""

import re
from datetime import date, timedelta
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from agents.rule_judge.times.told_days import is_grid, times_in
from clinical.care_steps import OF_STATUS, Step, segment_around, step_around
from clinical.facts import Fact, TimeSpan
from clinical.mentions import TimeMention
from clinical.sources import SourceRef
from kg.evidence import Evidence

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

BESIDE = 24
BELONGS = re.compile(r"\b(?:of|in|despite|by|at|from|due|to|as|on|given)\b", re.IGNORECASE)
"""A time inside a clause dates what stands before it, and what is right beside it."""

SWITCHED = re.compile(
    r"\b(?:switch\w*|chang\w*|replac\w*|transition\w*|convert\w*|narrow\w*|broaden\w*|swap\w*"
    r"|gave way|step(?:ped)?[ -]down)\b",
    re.IGNORECASE,
)
"""At a change one thing may end on the day before the other begins."""

REPEATED = frozenset(
    "study:imaging study:ultrasound study:ct study:mri study:radiograph study:chest_radiograph"
    " study:echocardiogram study:culture study:pathology study:electrocardiogram study:urinalysis"
    " study:telemetry study:angiography study:venous_ultrasound study:ct_head".split()
)
"""Studies that are done again and again, of one place or another."""

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
        if OPENS.search(text[: mention.start]):
            between = between.lstrip(" ,")
        elif len(between) > BESIDE or BELONGS.search(between):
            return False
        return len(between) <= REACH and not APART.search(between)
    between = text[end : mention.start]
    return len(between) <= REACH and not APART.search(between)


def judge_subject(
    text: str, claim: Fact, mention: TimeMention, view: RecordView
) -> Decision | None:
    """Compare one thing's step on the day named with the same step on record."""
    first, last = days_of(mention.span)
    if not (first and last) or claim.assertion != "present" or claim.concept.id in REPEATED:
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
    told = [k for k in told if not k.ordered]
    if SWITCHED.search(segment_around(text, mention.start, mention.end)):
        first, last = next_to(first, -1), next_to(last, 1)
    if not told or speaks_for(claim, step, (first, last), view):
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


def speaks_for(claim: Fact, step: Step | None, days: tuple[str, str], view: RecordView) -> bool:
    """Say whether anything on record can put the step on the days that are claimed.

    A later report may tell of the step again, so it only counts where nothing else is dated.
    """
    told = [k for item in items_of(claim, view) if (k := dated_step(item, view)) is not None]
    told = [k for k in told if k.written] or told
    if any(can_be(k, step, *days) for k in told):
        return True
    first, last = days
    about = [p for p in view.passages if names_it(p, claim)]
    if any(is_grid(passage.quote) for passage in about):
        return True
    other = any(k.first == first and not can_be(k, step, first, last) for k in told)
    named = [] if other else [edge for p in about for edge in edges_of(p, step, view)]
    leads = [days_of(passage.time) for passage in about if not is_report(passage)]
    return any(low <= last and first <= high for low, high in (*named, *leads) if low)


def edges_of(passage: Evidence, step: Step | None, view: RecordView) -> list[tuple[str, str]]:
    """The days that a passage writes, of a run of days the one on which the step can be."""
    edges = []
    for time in times_in(passage.quote, view.anchors):
        first, last = days_of(time.span) if time.kind != "duration" else ("", "")
        edges.append({"begin": (first, first), "end": (last, last)}.get(step or "", (first, last)))
    return edges


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


def names_it(passage: Evidence, claim: Fact) -> bool:
    """Say whether a passage names the thing of a claim."""
    return any(claim.concept.id in (f.concept.id, *f.concept.broader) for f in passage.facts)


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
    first, last = days_of(item.fact.time)
    exact = item.fact.time is not None and item.fact.time.anchor == "absolute"
    if not exact or not (first and last) or item.fact.assertion != "present":
        return None
    passage = next((p for p in view.passages if holds(p.source, item.fact)), None)
    if passage is None:
        told = OF_STATUS.get(item.fact.status) if item.fact.status else None
        return DatedStep(told, first, last, item, written=True, ordered=False)
    offset = passage.source.start or 0
    start, end = (item.fact.source.start or 0) - offset, (item.fact.source.end or 0) - offset
    step = step_around(passage.quote, start, end, item.fact.status)
    written = bool(times_in(passage.quote, view.anchors)) or not is_report(passage)
    ordered = bool(ORDERED.search(segment_around(passage.quote, start, end)))
    return DatedStep(step, first, last, item, written, ordered)


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
