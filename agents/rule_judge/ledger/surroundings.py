"""The words around a mark: which passage speaks of the same thing, and how surely."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from agents.rule_judge.decisions import is_residual
from agents.rule_judge.ledger.marks import Mark, marks_of
from agents.rule_judge.record_view import RecordView, all_stems
from clinical.clauses import small_clauses
from clinical.content_words import content_words
from clinical.facts import Fact
from clinical.same_meaning import is_meant
from kg.evidence import Evidence

MONTH_DAY = re.compile(r"(?<![\d.])(0?[1-9]|1[0-2])[-/](0?[1-9]|[12]\d|3[01])(?!\d|\.\d)")
"""Two numbers that can be a month and a day, whatever a reader took them for."""

PREFIX, FURTHER = 4, 3
"""Letters of a clipped word (`procal`), and those that its whole word has more."""

REACH = 36
"""Characters after which a word around a mark counts half."""

ACROSS = 0.5
"""What is left of a word's weight for each clause between it and the mark."""


@dataclass(frozen=True)
class Passage:
    """A piece of evidence with what can be compared in it."""

    evidence: Evidence
    concepts: frozenset[str]
    marks: tuple[Mark, ...]
    days: frozenset[str]


@dataclass(frozen=True)
class Word:
    """A content word of a sentence, and the concepts of the claims that it stands in."""

    word: str
    start: int
    end: int
    concepts: frozenset[str]


@dataclass(frozen=True)
class Surroundings:
    """The content words of a sentence, each with how telling it is in this record."""

    words: tuple[Word, ...]
    clauses: tuple[tuple[int, int], ...]
    passages: tuple[Passage, ...]
    told: Mapping[str, frozenset[int]]
    """Word to the indexes of the passages that say it, in its own or in other words."""

    def weights(self, mark: Mark) -> dict[str, float]:
        """Weigh each word by how rare it is in the record and how near it stands to a mark."""
        place = self._clause(mark.start)
        found: dict[str, float] = {}
        for word in self.words:
            if word.start < mark.end and mark.start < word.end:
                continue
            apart = abs(self._clause(word.start) - place)
            near = ACROSS**apart / (1 + abs(word.start - mark.start) / REACH)
            weight = near * self._rarity(word.word)
            found[word.word] = max(found.get(word.word, 0.0), weight)
        return found

    def coverage(self, mark: Mark) -> list[tuple[float, Passage]]:
        """Share of the weight around a mark that each passage says; those that say none leave."""
        weights = self.weights(mark)
        whole = sum(weights.values())
        if not whole:
            return []
        found = []
        for index, passage in enumerate(self.passages):
            said = sum(w for word, w in weights.items() if index in self.told[word])
            if said:
                found.append((said / whole, passage))
        return found

    def _clause(self, place: int) -> int:
        return max((i for i, (start, _) in enumerate(self.clauses) if start <= place), default=0)

    def _rarity(self, word: str) -> float:
        return log((len(self.passages) + 1) / (len(self.told[word]) + 0.5))


def surroundings_of(text: str, claims: Sequence[Fact], view: RecordView) -> Surroundings:
    """Prepare a sentence and the evidence for it."""
    passages = tuple(passage_of(e, view) for e in view.evidence if e.kind != "list")
    words = tuple(
        Word(token.word, token.start, token.end, concepts_at(token.start, claims))
        for token in content_words(text)
    )
    told: dict[str, frozenset[int]] = {}
    for word in words:
        saying = frozenset(
            index
            for index, passage in enumerate(passages)
            if says(word.word, passage.evidence.quote) or word.concepts & passage.concepts
        )
        told[word.word] = told.get(word.word, frozenset()) | saying
    return Surroundings(words, tuple(small_clauses(text)), passages, told)


def concepts_at(place: int, claims: Sequence[Fact]) -> frozenset[str]:
    """The concepts of the typed claims around a place."""
    return frozenset(
        claim.concept.id
        for claim in claims
        if (claim.source.start or 0) <= place < (claim.source.end or 0) and not is_residual(claim)
    )


def passage_of(evidence: Evidence, view: RecordView) -> Passage:
    """Collect the concepts, marks and days of a piece of evidence."""
    marks = marks_of(evidence.quote, view.anchors)
    days = {str(day) for mark in marks if mark.axis == "day" for day in mark.values}
    days |= {
        f"--{int(month):02d}-{int(day):02d}" for month, day in MONTH_DAY.findall(evidence.quote)
    }
    for time in (evidence.time, *(fact.time for fact in evidence.facts)):
        if time is not None and time.precision in ("day", "minute"):
            days |= {moment[:10] for moment in (time.earliest, time.latest) if moment}
    concepts = {fact.concept.id for fact in evidence.facts}
    concepts |= {wider for fact in evidence.facts for wider in fact.concept.broader[:2]}
    return Passage(evidence, frozenset(concepts), marks, frozenset(days))


@lru_cache(maxsize=1 << 18)
def says(word: str, quote: str) -> bool:
    """Say whether a quote says a word, its kin, a synonym, or the whole of a clipped word."""
    held = all_stems(quote)
    if is_meant(word, held):
        return True
    return len(word) >= PREFIX and any(
        other.startswith(word) and len(other) >= len(word) + FURTHER for other in held
    )
