"""Rules for the day of an event that has no step of care: passages that tell of it, by words.

Only written days count; a stretch such as `three weeks earlier` is left to other rules.
"""

from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView, all_stems
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.dated_steps import ORDERED
from agents.rule_judge.times.stay import STAY
from agents.rule_judge.times.told_days import edge_of, is_grid, is_told_on, times_in
from clinical.care_steps import segment_bounds
from clinical.clauses import clause_around, main_clauses
from clinical.content_words import is_content
from clinical.facts import Fact, TimeSpan
from clinical.mentions import TimeMention
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
SHORTEST = 4
"""Letters of a word that can name an event of a day."""


class Event(NamedTuple):
    """What a time of the sentence is about."""

    time: TimeMention
    words: frozenset[str]
    concepts: frozenset[str]
    near: frozenset[str]
    """The words of the stretch that the time itself stands in."""


class Telling(NamedTuple):
    """A passage that tells of the event, with how much it shares."""

    passage: Evidence
    score: float
    times: tuple[TimeMention, ...]


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
    close = segment_bounds(text, mention.start, mention.end)
    if sum(start <= t.start < end and is_exact(t) for t in times) > 1:
        start, end = close
    inside = [c for c in claims if start <= (c.source.start or 0) < end]
    if any(c.concept.id in STAY and gap(c, mention)[0] == 0 for c in inside):
        return None
    closest = min(inside, key=lambda c: gap(c, mention), default=None)
    if closest is not None and closest.kind in ("lab", "vital"):
        return None
    words = words_of(text, start, end, times)
    concepts = frozenset(c.concept.id for c in inside if c.concept.id.startswith(EVENT_PREFIXES))
    near = frozenset(word for word in words_of(text, *close, times) if len(word) >= SHORTEST)
    return Event(mention, words, concepts, near) if words or concepts else None


def words_of(text: str, start: int, end: int, times: list[TimeMention]) -> frozenset[str]:
    """The steps and the stems of the content words of a stretch, without its times."""
    return frozenset(
        step_of(stem(word.word))
        for word in tokens(text[start:end])
        if (word.word in SAME_STEP or is_content(word.word))
        and not any(t.start <= word.start + start < t.end for t in times)
    )


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
        if is_grid(passage.quote):
            continue
        ids = {i for f in passage.facts for i in (f.concept.id, *f.concept.broader)}
        shared = len(event.words & {step_of(word) for word in all_stems(passage.quote)})
        score = shared + sum(map(weight_of, event.concepts & ids))
        whole = len(event.words) + sum(map(weight_of, event.concepts))
        once = any(weight_of(identity) == SINGLE_WEIGHT for identity in event.concepts & ids)
        if score >= FEWEST_SHARED and (once or score >= SHARE_OF_CLAUSE * whole):
            found.append(Telling(passage, score, times_in(passage.quote, view.anchors)))
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
    own = [(t, [*days, *lead_days(t)]) for t in told if (days := written_days(t))]
    return own or [(telling, days) for telling in told if (days := lead_days(telling))]


def judge_day(event: Event, view: RecordView) -> Decision | None:
    """A day is wrong when passages date the event, and none of them to that day."""
    told = dated([t for t in tellings(event, view) if not ORDERED.search(t.passage.quote)])
    span = event.time.span
    if not told or span is None or is_planned(span, view):
        return None
    if any(span.overlaps(d) for _, days in told for d in days):
        return None
    if is_told_on(edge_of(span), event.concepts, event.near, view):
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
