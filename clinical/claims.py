"""Claims of a summary sentence: its facts, and whatever words no fact accounts for."""

from clinical.clauses import main_clauses
from clinical.content_words import content_words
from clinical.facts import Anchors, Concept, Fact
from clinical.reading import ReadingContext, facts_of, find_mentions, overlaps
from clinical.sources import in_note

SUMMARY = "summary"
"""The document that claims refer to; their offsets count from the start of the sentence."""


def read_claims(text: str, heading: str, before: str, anchors: Anchors) -> list[Fact]:
    """Read the claims of one sentence, in the order of the text.

    Typed facts come from the parsers. The content words of each clause that no fact covers
    become a claim of kind `event`, so that what was not understood is still looked for.
    `heading` and `before` are kept for words that refer back; they make no claims themselves.
    """
    mentions = find_mentions(text, anchors)
    facts = facts_of(text, mentions, ReadingContext(document=SUMMARY, anchors=anchors))
    covered = mentions.covered()
    events = [
        event
        for clause in main_clauses(text)
        if (event := event_claim(text, clause, covered)) is not None
    ]
    return sorted([*facts, *events], key=lambda fact: (fact.source.start or 0, fact.kind))


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
