"""Lengths of time that passages give, and when two of them can be lengths of one thing."""

from datetime import date
from itertools import combinations

from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.told_days import times_in
from clinical.facts import Fact, Quantity
from clinical.spans import length_in_days
from clinical.time_spans import is_by_day
from kg.evidence import Evidence

MOST_DAYS = 12
"""Days of a passage that are compared with one another."""

SHARE = 0.3
"""Share by which two lengths of one thing may differ, in speech."""


FARTHEST = 14.0
"""Times by which two lengths may differ and still be lengths of one thing."""

MOST_SLACK, SLACK = 0.6, 0.15
"""How far a counted length may be off, in days and as a share, beside half of its unit."""


def slack_of(length: Quantity) -> float:
    """How many days a length on record may be off from the one that is claimed."""
    share = SHARE if length.comparator == "~" else SLACK
    most = SHARE * length.value if length.comparator == "~" else MOST_SLACK
    return length.tolerance + min(most, share * length.value)


def names(fact: Fact, thing: Fact) -> bool:
    """Say whether a fact is of the thing, or of a kind of it."""
    return thing.concept.id in (fact.concept.id, *fact.concept.broader)


def lengths_told(passage: Evidence, view: RecordView) -> list[float]:
    """The lengths in days that a passage states, and those between the days that it names."""
    times = times_in(passage.quote, view.anchors)
    spans = [t.span for t in times if t.span is not None and is_by_day(t.span)]
    days = sorted({date.fromisoformat(str(b)[:10]) for s in spans for b in (s.earliest, s.latest)})
    between = [(later - one).days for one, later in combinations(days[:MOST_DAYS], 2)]
    whole = [float(n) for n in between]
    return [*stated_lengths(passage, view), *whole, *(n + 1.0 for n in whole)]


def stated_lengths(passage: Evidence, view: RecordView) -> list[float]:
    """The lengths in days that a passage writes, as a duration or as a run of days."""
    times = times_in(passage.quote, view.anchors)
    stated = [t.days.value for t in times if t.kind == "duration" and t.days]
    spanned = [length_in_days(t.span) for t in times if t.kind == "range" and t.span]
    return [*stated, *(length for length in spanned if length is not None)]


def too_far(one: float, other: float) -> bool:
    """Say whether two lengths are so far apart that they measure two things."""
    low, high = sorted((one, other))
    return low <= 0 or high / low > FARTHEST
