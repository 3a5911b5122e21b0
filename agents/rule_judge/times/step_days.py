"""Rules for the day of a step of care: a line placed or removed, a drug begun or ended.

The day of a claim is compared with the days that the record gives to the same step of the same
thing.
"""

import re

from agents.rule_judge.decisions import Decision, contradicted, supported
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import (
    APART,
    KINDS,
    OPENS,
    REACH,
    DatedStep,
    answers,
    can_be,
    dated_step,
    days_of,
    holds,
    is_report,
    items_of,
    meets,
    next_to,
)
from agents.rule_judge.times.open_days import edge_of_course
from agents.rule_judge.times.told_days import is_grid, times_in
from clinical.care_steps import Step, segment_around, segment_bounds, step_around
from clinical.facts import Fact
from clinical.mentions import TimeMention
from kg.evidence import Evidence

MOST_DAYS = 3
"""With more days than these on record, the one that is meant is anybody's guess."""

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

GOES_ON = re.compile(
    r"\s*(?:(?:it|then|later|finally|subsequently|was|were|has|had|been|is)\s+)*"
    r"(?:remain\w*|stay\w*|remov\w*|came|taken|pulled|stop\w*|discontinu\w*|continu\w*|resum\w*"
    r"|restart\w*|d/?c'?e?d|weaned|off|out|complet\w*|finish\w*|end(?:ed|ing))"
    r"(?:\s+(?:in|place|situ|out|off|again|altogether|completely|on|by|until|till|from|at|through|the"
    r"|early|late|evening|morning|afternoon|night|hours|of))*\s*\Z",
    re.IGNORECASE,
)
"""How a clause goes on that has no thing of its own."""

UP_TO = re.compile(r"\b(?:until|till)\s+(?:the\s+)?\Z", re.IGNORECASE)
JOINED = re.compile(r"\b(?:and|but|then)\s*\Z", re.IGNORECASE)
FORM = re.compile(
    r"\b(?:then|po|iv|oral\w*|mouth|tablets?|increas\w*|rais\w*|lower\w*|reduc\w*|mg|dose)\b", re.I
)
"""Between a drug and `from 05-03`: the day is that of another form or dose."""

SINGLE = frozenset({"procedure:surgery", "procedure:cardiac_device", "procedure:revascularization"})
"""What happens once in a stay, so that the day at the head of a sentence is its day."""


def judge_step(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Compare the day of the step that a time governs; None where the record does not tell."""
    if mention.span is None:
        return None
    governed = [c for c in claims if c.kind in KINDS and governs(text, mention, c)]
    governed = governed or continued_subject(text, mention, claims)
    decisions = [d for c in governed if (d := judge_subject(text, c, mention, view)) is not None]
    right = [d for d in decisions if d.grade != "E4"]
    return next(iter(right or decisions), None)


def governs(text: str, mention: TimeMention, claim: Fact) -> bool:
    """Say whether a time dates a claim: nothing but plain words of one clause stand between."""
    start, end = claim.source.start or 0, claim.source.end or 0
    opens = not text[: mention.start].strip(" ,.(-").removesuffix("On").removesuffix("By").strip()
    single = opens and is_single(claim)
    if start < mention.end and mention.start < end:
        return False
    if claim.time != mention.span and not (single and claim.time is None):
        return False
    if mention.start < end:
        between = text[mention.end : start]
        if single:
            return ";" not in between
        if OPENS.search(text[: mention.start]):
            between = between.lstrip(" ,")
        elif len(between) > BESIDE or BELONGS.search(between):
            return False
        return len(between) <= REACH and not APART.search(between)
    between = UP_TO.sub("", text[end : mention.start])
    return len(between) <= REACH and not APART.search(between)


def is_single(claim: Fact) -> bool:
    """Say whether a thing happens once in a stay."""
    return bool({claim.concept.id, *claim.concept.broader} & SINGLE)


def continued_subject(text: str, mention: TimeMention, claims: list[Fact]) -> list[Fact]:
    """The thing that a clause without one goes on about: `... and came out on the 8th`."""
    start, _ = segment_bounds(text, mention.start, mention.end)
    if not GOES_ON.match(text[start : mention.start]) or not JOINED.search(text, 0, start):
        return []
    things = [c for c in claims if c.kind in KINDS and (c.source.start or 0) < mention.start]
    return things if len(things) == 1 and (things[0].source.end or 0) <= start else []


def judge_subject(
    text: str, claim: Fact, mention: TimeMention, view: RecordView
) -> Decision | None:
    """Compare one thing's step on the day named with the same step on record."""
    step, first, last = claimed_step(text, mention, claim)
    if not (first and last) or claim.assertion != "present" or claim.concept.id in REPEATED:
        return None
    if (view.anchors.discharged or "9")[:10] < first and step != "end":
        return None
    items = items_of(claim, view)
    known = [known for item in items if (known := dated_step(item, view))]
    told = [k for k in known if answers(k, step, is_range=first != last)]
    told = [k for k in told if k.written] or told
    if not told or not any(k.step == step or k.first != k.last or step is None for k in told):
        return None
    if any(meets(k, step, first, last) for k in told):
        agreed = [k.item for k in told]
        return supported("same_day_of_step", agreed, "the record dates it so", "date")
    strong = [k for k in told if k.step == step or k.first != k.last]
    undated = step is None and not is_single(claim) and len(known) < len(items)
    if len({(k.first, k.last) for k in strong or told}) > MOST_DAYS or undated:
        return None
    told = [k for k in told if not k.ordered]
    days = with_eve(text, mention, first, last)
    if not told or speaks_for(claim, known, step, days, view):
        return None
    return other_day(mention, first, told)


def claimed_step(text: str, mention: TimeMention, claim: Fact) -> tuple[Step | None, str, str]:
    """The step that is claimed with its days; `from` and `until` name the one of the course."""
    step = step_told(text, mention, claim)
    edge = edge_of_course(text, mention)
    between = text[claim.source.end or 0 : mention.start]
    if edge is not None and edge[0] == "begin" and FORM.search(between):
        return step, "", ""
    if edge is not None and step != "hold":
        return edge[0], edge[1], edge[1]
    return step, *days_of(mention.span)


def with_eve(text: str, mention: TimeMention, first: str, last: str) -> tuple[str, str]:
    """The days claimed, with those beside them where a change or a last day leaves them open."""
    edge = edge_of_course(text, mention)
    ends = edge is not None and edge[0] == "end"
    if ends or SWITCHED.search(segment_around(text, mention.start, mention.end)):
        return next_to(first, -1), next_to(last, 1)
    return first, last


def other_day(mention: TimeMention, first: str, told: list[DatedStep]) -> Decision:
    """Write out the day that the record gives to the step."""
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


def step_told(text: str, mention: TimeMention, claim: Fact) -> Step | None:
    """The step that words tell beside the thing, or beside its time in a clause that goes on."""
    start, end = claim.source.start or 0, claim.source.end or 0
    clause, _ = segment_bounds(text, mention.start, mention.end)
    if end <= clause and GOES_ON.match(text[clause : mention.start]):
        return step_around(text, mention.start, mention.end, None)
    return step_around(text, start, end, claim.status)


def speaks_for(
    claim: Fact,
    known: list[DatedStep],
    step: Step | None,
    days: tuple[str, str],
    view: RecordView,
) -> bool:
    """Say whether anything on record can put the step on the days that are claimed.

    A later report may tell of the step again, so it only counts where nothing else is dated.
    """
    told = [k for k in known if k.written] or known
    if any(can_be(k, step, *days) for k in told):
        return True
    first, last = days
    about = [p for p in view.passages if names_it(p, claim)]
    if any(is_grid(passage.quote) for passage in about):
        return True
    other = any(k.first == first and not can_be(k, step, first, last) for k in told)
    named = [] if other else [edge for p in about for edge in edges_of(p, step, view)]
    leads = [days_of(p.time) for p in about if not is_report(p) and not has_day_of_its_own(p, told)]
    return any(low <= last and first <= high for low, high in (*named, *leads) if low)


def has_day_of_its_own(passage: Evidence, told: list[DatedStep]) -> bool:
    """Say whether a passage writes another day for the thing than the one it stands under."""
    lead = days_of(passage.time)[0]
    inside = [k for k in told if holds(passage.source, k.item.fact)]
    return bool(inside) and all(lead < k.first or k.last < lead for k in inside)


def edges_of(passage: Evidence, step: Step | None, view: RecordView) -> list[tuple[str, str]]:
    """The days that a passage writes, of a run of days the one on which the step can be."""
    edges = []
    for time in times_in(passage.quote, view.anchors):
        first, last = days_of(time.span) if time.kind != "duration" else ("", "")
        edges.append({"begin": (first, first), "end": (last, last)}.get(step or "", (first, last)))
    return edges


def names_it(passage: Evidence, claim: Fact) -> bool:
    """Say whether a passage names the thing of a claim."""
    return any(claim.concept.id in (f.concept.id, *f.concept.broader) for f in passage.facts)
