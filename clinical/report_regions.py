"""The text that a named report, or a numbered group of it, is made of."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.facts import Fact
from clinical.group_reports import GROUP
from clinical.reading import ReadingContext, read_facts
from clinical.report_scopes import Cell
from clinical.words import stem, tokens

TITLE = re.compile(
    r"\s*(?:primary|secondary|first|second|third)\s+(?:clinical\s+)?"
    r"(?:trial|study|report|audit|survey)\b",
    re.IGNORECASE,
)


class Told(NamedTuple):
    """What a region names: concepts with the wider ones, and the stems of all words."""

    concepts: frozenset[str]
    stems: frozenset[str]

    def tells_of(self, fact: Fact) -> bool:
        """Say whether the region names what a fact is about, or a kind of it."""
        words = frozenset(stem(token.word) for token in tokens(fact.text))
        return fact.concept.id in self.concepts or words <= self.stems


def is_titled_report(text: str) -> bool:
    """Say whether the first line of a note names it as one of several reports."""
    return TITLE.match(text) is not None


def region_of(text: str, cell: Cell) -> str | None:
    """The stretch of a report that a cell means; None where it has no such group."""
    body = text.strip().partition("\n")[2]
    if not cell.group:
        return body
    heads = list(GROUP.finditer(body))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        if head["number"] == cell.group:
            return body[head.end() : following.start() if following else len(body)]
    return None


@lru_cache(maxsize=64)
def told_in(region: str) -> Told:
    """Read a region line by line."""
    concepts: set[str] = set()
    for line in region.splitlines():
        for fact in read_facts(line, ReadingContext(document="report")):
            if fact.assertion != "absent":
                concepts |= {fact.concept.id, *fact.concept.broader}
    return Told(frozenset(concepts), frozenset(stem(token.word) for token in tokens(region)))
