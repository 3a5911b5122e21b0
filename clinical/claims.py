"""Claims of a summary sentence: its facts, and whatever words no fact accounts for."""

import re

from clinical.assertion import assert_span
from clinical.assertion_scopes import scopes_of
from clinical.clauses import main_clauses
from clinical.content_words import content_words
from clinical.facts import Anchors, Concept, Fact
from clinical.named_quantities import NamedQuantity, find_named_quantities
from clinical.reading import ReadingContext, facts_of, find_mentions, overlaps
from clinical.sources import in_note

ORGAN_LABEL = re.compile(
    r"\W*(?:neuro(?:logic(?:al)?)?|psych|cv|cards?|cardiac|cardiovascular|pulm(?:onary)?"
    r"|resp(?:iratory)?|gi|abd|gu|renal|fen|f/e/n|id|heme|hematology|onc|endo|msk|derm|skin|ppx"
    r"|prophylaxis|dispo|disposition|pain|nutrition|access|code(?: status)?|contact|lines)"
    r"\s*(?:/\s*\w+\s*)?:",
    re.IGNORECASE,
)
"""A label of an organ system before a sentence; it claims nothing itself."""

SUMMARY = "summary"
"""The document that claims refer to; their offsets count from the start of the sentence."""


def read_claims(text: str, heading: str, before: str, anchors: Anchors) -> list[Fact]:
    """Read the claims of one sentence, in the order of the text.

    Typed facts come from the parsers. The content words of each clause that no fact covers
    become a claim of kind `event`, so that what was not understood is still looked for.
    `heading` and `before` are kept for words that refer back; they make no claims themselves.
    """
    mentions = find_mentions(text, anchors, heading=heading)
    label = ORGAN_LABEL.match(text)
    body = label.end() if label else 0
    facts = [
        fact
        for fact in facts_of(text, mentions, ReadingContext(document=SUMMARY, anchors=anchors))
        if (fact.source.start or 0) >= body
    ]
    facts += [
        quantity_claim(text, named)
        for named in find_named_quantities(text)
        if not overlaps((named.start, named.end), [*mentions.covered(), (0, body)])
    ]
    covered = [*spans_of(facts), *mentions.covered(), *governing_cues(text, facts), (0, body)]
    events = [
        event
        for clause in main_clauses(text)
        if (event := event_claim(text, clause, covered)) is not None
    ]
    return sorted([*facts, *events], key=lambda fact: (fact.source.start or 0, fact.kind))


def quantity_claim(text: str, named: NamedQuantity) -> Fact:
    """A quantity named without a value: that it was measured, or which way it went."""
    return Fact(
        kind="lab" if named.kind == "lab" else "vital",
        concept=named.concept,
        text=text[named.start : named.end],
        source=in_note(SUMMARY, named.start, named.end),
        assertion=assert_span(text, named.start, named.end).assertion,
    )


def spans_of(facts: list[Fact]) -> list[tuple[int, int]]:
    """The places of facts in their sentence."""
    return [(fact.source.start or 0, fact.source.end or 0) for fact in facts]


def governing_cues(text: str, facts: list[Fact]) -> list[tuple[int, int]]:
    """List the words (`denied`, `free of`, `concern for`) that a fact's assertion accounts for."""
    spans = spans_of(facts)
    return [
        (scope.cue_start, scope.cue_end)
        for scope in scopes_of(text)
        if any(scope.start <= start and end <= scope.end for start, end in spans)
    ]


def event_claim(text: str, clause: tuple[int, int], covered: list[tuple[int, int]]) -> Fact | None:
    """Gather the uncovered content words of a clause, or return None where there are none."""
    start, end = clause
    words = [
        word
        for word in content_words(text[start:end], start)
        if not overlaps((word.start, word.end), covered)
    ]
    if not words:
        return None
    first, last = words[0].start, words[-1].end
    return Fact(
        kind="event",
        concept=Concept(
            id="text:" + "+".join(sorted({w.word for w in words})), name=text[first:last]
        ),
        text=text[first:last],
        source=in_note(SUMMARY, first, last),
    )
