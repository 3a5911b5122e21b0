"""Every place where the record tells of the thing that a claim names."""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import RecordView
from clinical.assertion import assert_span
from clinical.exclusive_words import Mark, marks_in
from clinical.facts import Fact
from clinical.noun_phrases import parts_around, phrase_around
from clinical.words import stem, tokens

STATED = frozenset({"present", "historical"})
NOT_A_FINDING = frozenset({"medication", "allergy", "demographic"})
DENIED = re.compile(r"\b(?:not|nor|never|no longer)\s+\Z", re.IGNORECASE)
"""Words that deny the quality behind them: `bilious but not purulent`."""

SPREAD = 2
"""Words that may stand between the words of one name."""

ELSEWHERE = frozenset({"family_history", "indication"})
"""Sections that do not tell what this patient has."""


class Instance(NamedTuple):
    """One place of the record: what is said of the thing there, and in the whole passage."""

    item: Item
    marks: tuple[Mark, ...]
    around: tuple[Mark, ...]


def instances_of(claim: Fact, core: frozenset[str], view: RecordView) -> list[Instance]:
    """Find a thing by its concept, and by the stems of the words that name it."""
    found: dict[tuple[str, int], Instance] = {}
    for item in [*view.narrower(claim.concept), *view.kindred(claim.concept)]:
        place = place_of(item)
        if place is not None and is_stated(item):
            found.setdefault((item.evidence.id, place[1]), instance(item, *place))
    for passage in view.passages:
        if passage.section in ELSEWHERE:
            continue
        for start, end in named_at(passage.quote, core):
            asserted = assert_span(passage.quote, start, end, passage.section).assertion
            if asserted in STATED:
                item = Item(claim, passage)
                found.setdefault((passage.id, end), instance(item, start, end))
    return [found[key] for key in sorted(found)]


def instance(item: Item, start: int, end: int) -> Instance:
    """Gather the marks of one place."""
    quote = item.evidence.quote
    low, high = parts_around(quote, start, end)
    around = tuple(mark for mark in marks_in(quote) if low <= mark.start and mark.end <= high)
    return Instance(item, marks_of(quote, start, end), around)


def marks_of(text: str, start: int, end: int) -> tuple[Mark, ...]:
    """The marks in the noun phrase of a name."""
    low, high = phrase_around(text, start, end)
    return tuple(
        mark
        for mark in marks_in(text)
        if low <= mark.start and mark.end <= high and not DENIED.search(text, 0, mark.start)
    )


def is_stated(item: Item) -> bool:
    """Say whether an item tells what the patient has or had."""
    fact = item.fact
    stated = fact.assertion in STATED and fact.section not in ELSEWHERE
    return stated and fact.kind not in NOT_A_FINDING


def place_of(item: Item) -> tuple[int, int] | None:
    """Where a fact stands in the quote of its evidence."""
    fact, source = item.fact, item.evidence.source
    if source.start is not None and fact.source.start is not None and fact.source.end is not None:
        start, end = fact.source.start - source.start, fact.source.end - source.start
        return (start, end) if 0 <= start < end <= len(item.evidence.quote) else None
    start = item.evidence.quote.find(fact.text)
    return (start, start + len(fact.text)) if start >= 0 else None


def named_at(quote: str, core: frozenset[str]) -> list[tuple[int, int]]:
    """Find the stretches of a passage that hold all stems of a name close together."""
    if not core:
        return []
    words = [(stem(token.word), token) for token in tokens(quote)]
    reach = len(core) + SPREAD
    found: list[tuple[int, int]] = []
    for position, (word, token) in enumerate(words):
        if word not in core:
            continue
        ahead = words[position : position + reach]
        missing = set(core)
        for other, last in ahead:
            missing.discard(other)
            if not missing:
                found.append((token.start, last.end))
                break
    return found


def core_of(text: str) -> frozenset[str]:
    """Stems of the words of a name that are no marks themselves."""
    taken = [(mark.start, mark.end) for mark in marks_in(text) if not mark.axis.startswith("non-")]
    return frozenset(
        stem(token.word)
        for token in tokens(text)
        if len(token.word) > 2 and not any(s < token.end and token.start < e for s, e in taken)
    )
