"""Rules for the year or month of what happened before the stay: `a bleed two years ago`."""

from datetime import timedelta

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView, all_stems
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.told_days import times_in
from clinical.care_steps import segment_bounds
from clinical.content_words import content_words
from clinical.facts import TimeSpan
from clinical.mentions import TimeMention
from clinical.time_spans import parse_day
from clinical.words import stem
from kg.evidence import Evidence

COARSE = frozenset({"month", "year"})
LONG_AGO = 120
"""Days before admission from which on an event belongs to the past history."""

SHARE = 0.5
"""Share of the words around a time that must be the record's."""

ROUNDING = {"month": 45, "year": 400}
"""Days by which a counted distance (`two years ago`) may be off."""

REACH = 60
MOST_TIMES = 3
"""With more times than these for one thing, the one that is meant is anybody's guess."""

VAGUE_HEADS = frozenset(
    map(
        stem,
        "history admission admitted hospitalization diagnosis diagnosed started stopped seen last"
        " episode visit treated known chronic past prior previous status years months disease"
        " therapy treatment surgery home".split(),
    )
)
"""Words that do not name one event."""


def judge_past_event(text: str, mention: TimeMention, view: RecordView) -> Decision | None:
    """Wrong where the record gives the very thing other years only."""
    claimed = past_time(mention, view)
    if claimed is None:
        return None
    words = words_before(text, mention)
    if not words or words[-1] in VAGUE_HEADS:
        return None
    told = [
        (passage, time)
        for passage in view.passages
        if words[-1] in all_stems(passage.quote)
        for time in times_in(passage.quote, view.anchors)
        if past_time(time, view, exact=True) is not None and is_near(passage, time, words[-1])
    ]
    if not told or any(meets(mention, time) for _, time in told):
        return None
    named = [(passage, time) for passage, time in told if is_about(passage, time, words)]
    years = {(time.span.earliest or "")[:4] for _, time in named if time.span}
    if not named or len(years) > MOST_TIMES:
        return None
    shown = named[0][1]
    return contradicted(
        "other_past_time",
        [Item(time_claim(mention), passage) for passage, _ in named],
        ("time_error",),
        f"the sentence says {mention.text!r}, the record {shown.text!r}",
        "date",
        confidence=0.7,
    )


def past_time(mention: TimeMention, view: RecordView, exact: bool = False) -> TimeSpan | None:
    """The time of an event long before the stay; `exact` takes times by the day too."""
    span, admitted = mention.span, parse_day(view.anchors.admitted)
    if span is None or admitted is None or mention.kind not in ("date", "relative"):
        return None
    if not exact and span.precision not in COARSE:
        return None
    latest = parse_day(span.latest)
    if latest is None or not span.earliest or latest > admitted - timedelta(days=LONG_AGO):
        return None
    return span


def words_before(text: str, mention: TimeMention) -> list[str]:
    """Stems of the content words right before a time, in its own segment."""
    start, _ = segment_bounds(text, mention.start, mention.end)
    return [stem(word.word) for word in content_words(text[start : mention.start])][-4:]


def is_near(passage: Evidence, time: TimeMention, head: str) -> bool:
    """Say whether the thing stands so near to a time that it can be its time."""
    around = passage.quote[max(0, time.start - REACH) : time.end + REACH]
    return head in all_stems(around)


def is_about(passage: Evidence, time: TimeMention, words: list[str]) -> bool:
    """Say whether the words right around a time of the record are those of the claim."""
    start, end = segment_bounds(passage.quote, time.start, time.end)
    near = {stem(w.word) for w in content_words(passage.quote[max(0, start - 30) : end])}
    shared = sum(word in near for word in words)
    return words[-1] in near and shared >= SHARE * len(words)


def meets(claimed: TimeMention, told: TimeMention) -> bool:
    """Say whether two times can be one, with the rounding of what is counted back."""
    mine, theirs = claimed.span, told.span
    if mine is None or theirs is None:
        return True
    slack = max(
        (
            ROUNDING.get(m.span.precision, 0)
            for m in (claimed, told)
            if m.span and m.days is not None
        ),
        default=0,
    )
    low, high = parse_day(mine.earliest), parse_day(mine.latest)
    first, last = parse_day(theirs.earliest), parse_day(theirs.latest)
    if None in (low, high, first, last):
        return True
    assert low and high and first and last
    return low - timedelta(days=slack) <= last and first <= high + timedelta(days=slack)
