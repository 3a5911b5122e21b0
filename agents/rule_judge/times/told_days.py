"""Passages that put a thing on a day: what speaks for a day that a sentence names.

Before a day or a length is called wrong, the record must be silent about the thing on that day.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from agents.rule_judge.record_view import RecordView, all_stems
from clinical.facts import Anchors, Fact, TimeSpan
from clinical.mentions import TimeMention
from clinical.time_spans import is_by_day
from clinical.times import find_times
from kg.evidence import Evidence

DAY_KINDS = frozenset(
    {"date", "range", "relative", "hospital_day", "postoperative_day", "duration"}
)


GRID_CELL = re.compile(
    r"(?<=\s)(?:-|–|—|✓|[GXxHR]|HELD|GIVEN|PRN|PO|IV|\d+(?:\s?(?:mg|mEq|g|units|mL))?)(?=\s{2,}|\s*(?:\n|\Z))"
)
GRID_CELLS = 4


def is_grid(quote: str) -> bool:
    """Say whether a passage is made of rows of a table, whose days stand in another line."""
    return len(GRID_CELL.findall(quote)) >= GRID_CELLS


@lru_cache(maxsize=8192)
def times_in(quote: str, anchors: Anchors) -> tuple[TimeMention, ...]:
    """The time expressions that a passage writes itself."""
    return tuple(find_times(quote, anchors))


def days_told(passage: Evidence, anchors: Anchors) -> list[TimeSpan]:
    """Every time by the day that a passage names or stands under."""
    own = [t.span for t in times_in(passage.quote, anchors) if t.kind in DAY_KINDS]
    facts = [fact.time for fact in passage.facts]
    return [span for span in (*own, *facts, passage.time) if span is not None and is_by_day(span)]


def edge_of(span: TimeSpan) -> TimeSpan:
    """The day that is named where a time is open to one side (`until 03/05`)."""
    bound = span.latest or span.earliest
    if (span.earliest and span.latest) or not bound:
        return span
    day = bound[:10]
    return span.model_copy(update={"earliest": f"{day}T00:00:00", "latest": f"{day}T23:59:59"})


def is_told_on(
    span: TimeSpan, concepts: Iterable[str], stems: Iterable[str], view: RecordView
) -> bool:
    """Say whether a fact or a passage has one of the concepts, or of the words, on that day."""
    ids, words = frozenset(concepts), frozenset(stems)
    for identity in ids:
        if any(on_day(item.fact, span) for item in view.by_concept.get(identity, ())):
            return True
    for passage in view.passages:
        named = ids & {f.concept.id for f in passage.facts} or words & all_stems(passage.quote)
        if named and any(span.overlaps(told) for told in days_told(passage, view.anchors)):
            return True
    return False


def on_day(fact: Fact, span: TimeSpan) -> bool:
    """Say whether a fact is dated by the day, and to that time."""
    return fact.time is not None and is_by_day(fact.time) and span.overlaps(fact.time)
