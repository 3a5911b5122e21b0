"""What the head of a paragraph, of an item or of a log's entry says for the lines below it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from clinical.facts import TimeSpan
from clinical.log_entries import Entry
from clinical.mentions import TimeMention
from clinical.sentences import Span
from clinical.vocabulary import find_terms

LEAD = re.compile(r"^(?:[^.:;\n]|(?<=\d)[.:](?=\d)|(?<=\b[DM][rs])\.|(?<=\bProf)\.){0,80}:(?!\d)")
"""The head of a paragraph: words, dates and clock times before a colon."""

ITEM = re.compile(r"[-*•+>·#]\s*|\d{1,2}[.)]\s")


class Lead(NamedTuple):
    """The day and the study that hold for what follows."""

    time: TimeSpan | None = None
    study: str | None = None
    alone: bool = True
    """Nothing but the head stands on its line, so that it holds for the items below it too."""


PARTS_OF_ROUND = frozenset(
    {"subjective", "physical_exam", "assessment_and_plan", "vital_signs", "results", "laboratory"}
)
"""Sections that are parts of the note of one round (`S: ... O: ... A/P: ...`)."""


def carried_time(gap: str, section: str, last: TimeSpan | None) -> TimeSpan | None:
    """The day that a part of a round's note takes over from what stands right before it."""
    if last is None or last.anchor != "absolute" or section not in PARTS_OF_ROUND:
        return None
    return None if "\n\n" in gap or gap.count("\n") > 1 else last


class Leads:
    """Follows the heads of one section from sentence to sentence, in the order of the text."""

    def __init__(
        self,
        body: str,
        entries: Sequence[Entry],
        default: Lead,
        carried: TimeSpan | None = None,
    ) -> None:
        self.body = body
        self.entries = entries
        self.starts = [entry.start for entry in entries]
        self.default = default
        self.current = Lead(carried, default.study) if carried else default
        self.previous_end = 0

    def of(self, span: Span, times: list[TimeMention]) -> Lead:
        """The lead of the next sentence; `times` are those inside it, counted from its start."""
        sentence = self.body[span.start : span.end]
        gap = self.body[self.previous_end : span.start]
        itemized = "\n" in gap and ITEM.match(sentence) and not self.current.alone
        if "\n\n" in gap or itemized:
            self.current = self.default
        self.previous_end = span.end
        entry = self.entry_at(span.start)
        if entry is None:
            self.current = new_lead(sentence, times, self.current, self.default)
            return self.current
        base = Lead(entry.time, self.default.study)
        self.current = base if entry.alone else self.default
        return new_lead(sentence, times, base, base)

    def entry_at(self, place: int) -> Entry | None:
        """The entry that holds a place."""
        index = bisect_right(self.starts, place) - 1
        return self.entries[index] if index >= 0 and place < self.entries[index].end else None


def new_lead(sentence: str, times: list[TimeMention], lead: Lead, default: Lead) -> Lead:
    """Take over the day and the study that a line begins with."""
    head = LEAD.match(sentence)
    if head is None:
        return lead
    dated = [t.span for t in times if t.end <= head.end() and t.span is not None]
    studies = [m for m in find_terms(head[0]) if m.group == "study"]
    if not dated and not studies:
        return lead
    alone = not sentence[head.end() :].strip()
    days = {(span.earliest or span.latest or "")[:10] for span in dated}
    if len(days) > 1:
        return Lead(default.time, studies[0].concept_id if studies else default.study, alone)
    return Lead(
        dated[0] if dated else lead.time,
        studies[0].concept_id if studies else (default.study if dated else lead.study),
        alone,
    )
