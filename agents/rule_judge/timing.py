"""Rules for when something happened, and for how long.

A time in a sentence is compared with the times of the passages that tell of the same thing:
those that share its concepts and content words. Only written days count; a stretch such as
`three weeks earlier` or a value's own time is left to other rules.
"""

from typing import NamedTuple

from agents.rule_judge.dated_steps import judge_step
from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.durations import judge_course_length, judge_length_of
from agents.rule_judge.event_order import judge_order
from agents.rule_judge.record_view import RecordView, all_stems
from agents.rule_judge.stay import STAY
from agents.rule_judge.time_claims import time_claim
from clinical.clauses import clause_around, main_clauses
from clinical.content_words import is_content
from clinical.facts import Fact, TimeSpan
from clinical.mentions import TimeMention
from clinical.spans import length_in_days
from clinical.times import find_times
from clinical.vocabulary import concept
from clinical.words import stem, tokens
from kg.evidence import Evidence

EXACT_KINDS = frozenset({"date", "hospital_day", "postoperative_day", "range"})
EVENT_PREFIXES = ("procedure:", "drug:", "organism:", "drugclass:", "study:")
FEWEST_SHARED = 2.5
CONCEPT_WEIGHT = 1.5
SINGLE_WEIGHT = 2.5
"""A concept that happens once in a stay (an operation, an endoscopy) tells of the event alone."""

SINGLE = frozenset(
    {
        "procedure:surgery",
        "procedure:cardiac_device",
        "procedure:revascularization",
        "study:endoscopy",
        "study:cardiac_catheterization",
    }
)
SAME_STEP = {
    word: step
    for step, words in {
        "remove": "remove pull withdraw discontinue extract out extubate decannulate",
        "insert": "insert place implant put pass introduce intubate",
    }.items()
    for word in map(stem, words.split())
}
"""Words for one step of care, by stem."""

SHARE_OF_CLAUSE = 0.5
DURATION_SHARE = 0.2


BEGUN = frozenset({"started", "given", "changed", None})


class Event(NamedTuple):
    """What a time of the sentence is about."""

    time: TimeMention
    words: frozenset[str]
    concepts: frozenset[str]


class Telling(NamedTuple):
    """A passage that tells of the event, with how much it shares."""

    passage: Evidence
    score: float
    times: tuple[TimeMention, ...]


def judge_times(text: str, claims: list[Fact], view: RecordView) -> list[tuple[Fact, Decision]]:
    """Contradictions in day or duration, one for each time of the sentence that is wrong."""
    times = find_times(text, view.anchors)
    found = [(c, started) for c in claims if (started := judge_start(c, view)) is not None]
    found += [(c, course) for c in claims if (course := judge_course_length(c, view)) is not None]
    found += judge_order(text, claims, view)
    for mention in times:
        decision = judge_mention(text, mention, times, claims, view)
        if decision is not None and decision.grade == "E4":
            found.append((time_claim(mention), decision))
    return found


def judge_mention(
    text: str,
    mention: TimeMention,
    times: list[TimeMention],
    claims: list[Fact],
    view: RecordView,
) -> Decision | None:
    """Judge one time: by the dated steps of what it governs, else by passages about the event."""
    if is_exact(mention):
        step = judge_step(text, mention, claims, view)
        if step is not None:
            return step
    elif mention.kind == "duration":
        length = judge_length_of(text, mention, times, view)
        if length is not None:
            return length
    event = event_of(text, mention, times, claims)
    if event is None:
        return None
    return judge_day(event, view) if is_exact(mention) else judge_length(event, view)


def is_exact(mention: TimeMention) -> bool:
    """Say whether a time names one day or a bounded run of days."""
    span = mention.span
    if mention.kind not in EXACT_KINDS or span is None or mention.days is not None:
        return False
    return span.precision in ("minute", "day") and bool(span.earliest or span.latest)


def event_of(
    text: str, mention: TimeMention, times: list[TimeMention], claims: list[Fact]
) -> Event | None:
    """Gather what is said to have happened then; None where the time belongs to a value."""
    if mention.kind in ("age", "frequency"):
        return None
    start, end = clause_around(main_clauses(text), mention.start)
    inside = [c for c in claims if start <= (c.source.start or 0) < end]
    if any(c.concept.id in STAY and gap(c, mention)[0] == 0 for c in inside):
        return None
    closest = min(inside, key=lambda c: gap(c, mention), default=None)
    if closest is not None and closest.kind in ("lab", "vital"):
        return None
    words = frozenset(
        step_of(stem(word.word))
        for word in tokens(text[start:end])
        if (word.word in SAME_STEP or is_content(word.word))
        and not any(t.start <= word.start + start < t.end for t in times)
    )
    concepts = frozenset(c.concept.id for c in inside if c.concept.id.startswith(EVENT_PREFIXES))
    return Event(mention, words, concepts) if words or concepts else None


def gap(claim: Fact, mention: TimeMention) -> tuple[int, int]:
    """Characters between a claim and a time; a claim before the time is nearer on a tie."""
    start, end = claim.source.start or 0, claim.source.end or 0
    if end <= mention.start:
        return mention.start - end, 0
    return max(0, start - mention.end), 1


def tellings(event: Event, view: RecordView) -> list[Telling]:
    """Passages with times of their own that tell of the event, best first."""
    found = []
    for passage in view.passages:
        ids = {i for f in passage.facts for i in (f.concept.id, *f.concept.broader)}
        shared = len(event.words & {step_of(word) for word in all_stems(passage.quote)})
        score = shared + sum(map(weight_of, event.concepts & ids))
        whole = len(event.words) + sum(map(weight_of, event.concepts))
        once = any(weight_of(identity) == SINGLE_WEIGHT for identity in event.concepts & ids)
        if score >= FEWEST_SHARED and (once or score >= SHARE_OF_CLAUSE * whole):
            times = tuple(find_times(passage.quote, view.anchors))
            found.append(Telling(passage, score, times))
    return sorted(found, key=lambda telling: (-telling.score, str(telling.passage.source)))


def step_of(word: str) -> str:
    """The step of care that a stem names, or the stem itself."""
    return SAME_STEP.get(word, word)


def weight_of(identity: str) -> float:
    """How much a shared concept says that two texts tell of one event."""
    single = identity in SINGLE or bool(SINGLE & set(concept(identity).broader))
    return SINGLE_WEIGHT if single else CONCEPT_WEIGHT


def written_days(telling: Telling) -> list[TimeSpan]:
    """The days that a passage writes itself."""
    return [t.span for t in telling.times if is_exact(t) and t.span is not None]


def lead_days(telling: Telling) -> list[TimeSpan]:
    """The day that the paragraph of a passage is headed with."""
    lead = telling.passage.time
    return [lead] if lead is not None and lead.anchor == "absolute" and lead.earliest else []


def dated(told: list[Telling]) -> list[tuple[Telling, list[TimeSpan]]]:
    """Passages with their days; a day written beside the event outranks the head of a report.

    A later report may speak of the event again (`interval removal of the drain`).
    """
    own = [(telling, days) for telling in told if (days := written_days(telling))]
    return own or [(telling, days) for telling in told if (days := lead_days(telling))]


def judge_day(event: Event, view: RecordView) -> Decision | None:
    """A day is wrong when passages date the event, and none of them to that day."""
    told = dated(tellings(event, view))
    span = event.time.span
    if (
        not told
        or span is None
        or is_planned(span, view)
        or any(span.overlaps(d) for _, days in told for d in days)
    ):
        return None
    best = told[0][0].score
    nearest = [(telling, days) for telling, days in told if telling.score >= best]
    days = nearest[0][1]
    return contradicted(
        "other_day",
        [Item(time_claim(event.time), telling.passage) for telling, _ in nearest],
        ("time_error",),
        f"the sentence says {event.time.text!r} ({day(span)}), the record {day(days[0])}",
        "date",
        confidence=0.7,
    )


def is_planned(span: TimeSpan, view: RecordView) -> bool:
    """Say whether a time lies after the stay: an appointment, not an event."""
    left = (view.anchors.discharged or "")[:10]
    return bool(left) and day(span) > left


def day(span: TimeSpan) -> str:
    """The day of a time, or the day up to which it runs."""
    return (span.earliest or span.latest or "")[:10]


def judge_length(event: Event, view: RecordView) -> Decision | None:
    """A duration is wrong when passages about the event give other durations only."""
    claimed = event.time.days
    if event.time.kind != "duration" or claimed is None:
        return None
    told = [(t, lengths) for t in tellings(event, view) if (lengths := lengths_of(t))]
    slack = DURATION_SHARE * claimed.value + claimed.tolerance + 0.5
    if not told or any(abs(n - claimed.value) <= slack for _, found in told for n in found):
        return None
    telling, lengths = told[0]
    return contradicted(
        "other_duration",
        [Item(time_claim(event.time), telling.passage)],
        ("time_error",),
        f"the sentence says {event.time.text!r}, the record {lengths[0]:g} days",
        "duration",
        confidence=0.7,
    )


def lengths_of(telling: Telling) -> list[float]:
    """Durations in days that a passage states, or that its ranges of days span."""
    stated = [t.days.value for t in telling.times if t.kind == "duration" and t.days]
    spanned = [length_in_days(t.span) for t in telling.times if t.kind == "range" and t.span]
    return [*stated, *(length for length in spanned if length is not None)]


def judge_start(claim: Fact, view: RecordView) -> Decision | None:
    """A drug begun on one written day is wrong when the record begins it on other days only."""
    day_claimed = single_day(claim.time)
    if claim.kind != "medication" or claim.status != "started" or day_claimed is None:
        return None
    items = [
        i
        for i in view.same(claim.concept)
        if i.fact.status in BEGUN and i.fact.time and i.fact.time.anchor == "absolute"
    ]
    starts = {day(i.fact.time): i for i in items if i.fact.time and i.fact.time.earliest}
    if not starts or day_claimed in starts:
        return None
    return contradicted(
        "other_start",
        list(starts.values()),
        ("time_error",),
        f"the sentence begins it on {day_claimed}, the record on {min(starts)}",
        "date",
        confidence=0.7,
    )


def single_day(time: TimeSpan | None) -> str | None:
    """The one day of a time that names one."""
    if time is None or not time.earliest or not time.latest:
        return None
    return time.earliest[:10] if time.earliest[:10] == time.latest[:10] else None
