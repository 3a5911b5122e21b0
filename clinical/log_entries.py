"""Entries of a log: stretches of a note that stand under the day they open with."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from clinical.facts import TimeSpan
from clinical.mentions import TimeMention
from clinical.sentences import blocks_of
from clinical.time_spans import is_by_day

OPENING = re.compile(
    r"(?:[-*•+>·]\s*|\d{1,2}[.)]\s+)?[\[(]?(?:(?:mon|tues?|wed|thu|fri|sat|sun)\w*,?\s+)?",
    re.IGNORECASE,
)
"""What may stand before the day: a bullet, the day of the week."""

DAYS = frozenset({"date", "range", "hospital_day", "postoperative_day"})


class Entry(NamedTuple):
    """A stretch of a text with the day at its head."""

    start: int
    end: int
    time: TimeSpan
    alone: bool
    """Only the day stands there; what it holds for follows on lines of its own."""


def entries_of(text: str, times: Sequence[TimeMention]) -> list[Entry]:
    """Find the lines, with their wrapped rest, that open with a day; in the order of the text."""
    by_start = {time.start: time for time in times if time.kind in DAYS and is_by_day(time.span)}
    found = []
    for start, end in blocks_of(text):
        opening = OPENING.match(text, start, end)
        time = by_start.get(opening.end() if opening else start)
        if time is None or time.span is None or time.end > end:
            continue
        alone = all(not text[s:e].strip(" :.,;()[]–—-\n\t") for s, e in gaps(time, times, end))
        span = time.span.model_copy(update={"anchor": "absolute"})
        found.append(Entry(start, end, span, alone))
    return found


def gaps(first: TimeMention, times: Sequence[TimeMention], end: int) -> list[tuple[int, int]]:
    """The stretches of a line that no time of it covers, behind its first one."""
    inside = [time for time in times if first.end <= time.start and time.end <= end]
    starts = [first.end, *(time.end for time in inside)]
    stops = [*(time.start for time in inside), end]
    return list(zip(starts, stops, strict=True))
