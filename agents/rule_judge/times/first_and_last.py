"""Rules for the day on which something was seen first, or last: `last bloody stool on 05-06`."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.dated_steps import ORDERED, days_of
from agents.rule_judge.times.told_days import days_told
from clinical.content_words import content_words
from clinical.mentions import TimeMention
from clinical.words import stem
from kg.evidence import Evidence

MARKED = re.compile(
    r"\b(?P<mark>last|final|first)\s+(?P<thing>[^.,;:()\d]{2,45}?)\s*(?:\b(?:was|came|occurred|seen"
    r"|given|noted|drawn|recorded)\b\s*)*(?:\b(?:in|on|at|early|late|AM|PM|the|morning|evening|night|hours|of)\b\s*)*\Z",
    re.IGNORECASE,
)
ON_RECORD = re.compile(
    r"\b(?P<mark>last|final|first)\s+(?P<thing>[^.,;:()\d]{2,45})", re.IGNORECASE
)
MARKS = {"final": "last"}
NO_THINGS = frozenset(
    map(stem, "day days night morning evening week month year time hospital visit dose".split())
)
"""Words that name nothing which is seen on one day alone."""


def judge_first_or_last(text: str, mention: TimeMention, view: RecordView) -> Decision | None:
    """Wrong where the record dates the first or last of the very thing, and never to that day."""
    day, end = days_of(mention.span)
    claimed = MARKED.search(text[: mention.start])
    if claimed is None or not day or day != end:
        return None
    mark, thing = read_mark(claimed)
    if not thing or thing <= NO_THINGS:
        return None
    told = [p for p in view.passages if is_told(p, mark, thing)]
    days = {passage.id: days_told(passage, view.anchors) for passage in told}
    if not told or not all(days.values()) or mention.span is None:
        return None
    if any(mention.span.overlaps(one) for passage in told for one in days[passage.id]):
        return None
    shown = days_of(days[told[0].id][0])[0]
    return contradicted(
        "other_first_or_last",
        [Item(time_claim(mention), passage) for passage in told],
        ("time_error",),
        f"the sentence says {mention.text!r} ({day}), the record {shown}: {told[0].quote!r}",
        "date",
        confidence=0.75,
    )


def read_mark(found: re.Match[str]) -> tuple[str, frozenset[str]]:
    """Whether the first or the last is meant, and the stems of the thing."""
    mark = found["mark"].lower()
    words = frozenset(stem(word.word) for word in content_words(found["thing"]))
    return MARKS.get(mark, mark), words


def is_told(passage: Evidence, mark: str, thing: frozenset[str]) -> bool:
    """Say whether a passage tells of the first or last of all that is claimed; no plan does."""
    if ORDERED.search(passage.quote):
        return False
    read = map(read_mark, ON_RECORD.finditer(passage.quote))
    return any(mark == theirs and thing <= words for theirs, words in read)
