"""The evidence of one graph, found by concept, by section, by words and by similarity."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from itertools import chain

import numpy as np

from clinical.number_tokens import numbers_in
from kg.bm25 import BM25
from kg.evidence import Evidence
from kg.graph_vectors import is_passage, passage_text
from kg.store import LocalQuery, Vectors

_KEPT = 4096
MOST_HOLDERS = 16
"""A number that more texts hold than this, such as 2, tells nothing about a sentence."""

_FUSION = 60
"""The usual constant of reciprocal rank fusion."""


class PassageIndex:
    """Evidence items with the ways to reach them."""

    def __init__(
        self, evidence: tuple[Evidence, ...], texts: tuple[str, ...], vectors: Vectors
    ) -> None:
        self._evidence = evidence
        self._positions = {item.id: position for position, item in enumerate(evidence)}
        self._texts = texts
        self._vectors = vectors
        self._holders: dict[str, list[int]] = defaultdict(list)
        self._by_concept: dict[str, dict[int, None]] = defaultdict(dict)
        self._lists: dict[str, list[int]] = defaultdict(list)
        self._tables: dict[str, list[int]] = defaultdict(list)
        self._held: set[tuple[str, str]] = set()
        self._scored: dict[tuple[int, float], Evidence] = {}
        for position, item in enumerate(evidence):
            if is_passage(item):
                self._holders[passage_text(item)].append(position)
            if item.source.table:
                self._tables[item.source.table.casefold()].append(position)
            if item.kind == "list" and item.section:
                self._lists[item.section].append(position)
        for position in sorted(range(len(evidence)), key=lambda p: (evidence[p].kind == "list", p)):
            self._link(position)

    def _link(self, position: int) -> None:
        """Index an item by concept; a list only for what no line of it holds already."""
        item = self._evidence[position]
        for fact in item.facts:
            key = (str(fact.source), fact.concept.id)
            if item.kind != "list":
                self._held.add(key)
            elif key in self._held:
                continue
            for concept in (fact.concept.id, *fact.concept.broader):
                self._by_concept[concept][position] = None

    def items(self, ids: Iterable[str]) -> tuple[Evidence, ...]:
        """Return evidence by its ids, in the order asked for, as of no rank."""
        return tuple(self._with_score(self._positions[name], 0.0) for name in ids)

    def gather(
        self,
        query: LocalQuery,
        vector: Vectors,
        linked: list[str],
        similar: list[tuple[str, float]],
    ) -> tuple[Evidence, ...]:
        """Return evidence best first: all that is linked, whole lists, passages, then the rest.

        No cap applies to what a concept or a section asks for: a verdict on silence would rest on
        what was cut off.
        """
        certain = {self._positions[item] for item in linked if item in self._positions}
        for concept in query.concepts:
            certain.update(self._by_concept.get(concept, ()))
        found = {position: self._with_score(position, 1.0) for position in sorted(certain)}
        wanted = [self._lists.get(section, []) for section in query.sections]
        wanted += [self._tables.get(table, []) for table in query.tables]
        for position in chain.from_iterable(wanted):
            found.setdefault(position, self._with_score(position, 1.0))
        for position, score in self._passages(query, vector):
            if position not in found:
                found[position] = self._with_score(position, score)
        for number in query.numbers:
            for position in self._by_number.get(number, ()):
                found.setdefault(position, self._with_score(position, 0.0))
        for item, score in similar:
            position = self._positions.get(item, -1)
            if position >= 0 and position not in found:
                found[position] = self._with_score(position, score)
        return tuple(found.values())

    def _with_score(self, position: int, score: float) -> Evidence:
        """Copying is most of a search's work, so copies are kept, with scores of two digits."""
        key = (position, round(score, 2))
        copy = self._scored.get(key)
        if copy is None:
            copy = self._evidence[position].model_copy(update={"score": key[1]})
            if len(self._scored) >= _KEPT:
                self._scored.clear()
            self._scored[key] = copy
        return copy

    @cached_property
    def _rows(self) -> dict[str, int]:
        """The place of each text among the texts."""
        return {text: row for row, text in enumerate(self._texts)}

    @cached_property
    def _words(self) -> BM25:
        return BM25(self._texts)

    @cached_property
    def _by_number(self) -> dict[str, list[int]]:
        """Places of the texts that hold a number, for numbers that few texts hold."""
        held: dict[str, list[str]] = defaultdict(list)
        for text in self._texts:
            for number in dict.fromkeys(numbers_in(text)):
                held[number].append(text)
        return {
            number: [position for text in texts for position in self._holders[text]]
            for number, texts in held.items()
            if len(texts) <= MOST_HOLDERS
        }

    def _passages(self, query: LocalQuery, vector: Vectors) -> list[tuple[int, float]]:
        """Fuse the ranks of full text and similarity; a text at several places gives each place."""
        if not self._texts or query.passages == 0:
            return []
        cosines = np.round(self._vectors @ vector[0], 5)
        words = np.round(self._words.scores(query.text), 5)
        fused = 1.0 / (_FUSION + _ranks(cosines)) + np.where(
            words > 0, 1.0 / (_FUSION + _ranks(words)), 0.0
        )
        best = np.argsort(-fused, kind="stable")[: query.passages]
        found = [
            (position, max(0.0, float(cosines[row])))
            for row in best
            for position in self._holders[self._texts[row]]
        ][: query.passages]
        return found + self._holding(query.words, [position for position, _ in found], cosines)

    def _holding(
        self,
        words: tuple[str, ...],
        found: list[int],
        cosines: np.ndarray[tuple[int], np.dtype[np.float32]],
    ) -> list[tuple[int, float]]:
        """Add a holder of each word that no passage holds yet: what is left out is nowhere."""
        held = {self._rows[passage_text(self._evidence[position])] for position in found}
        added: list[tuple[int, float]] = []
        for word in words:
            holders = self._words.holders(word)
            if holders and held.isdisjoint(holders):
                held.add(holders[0])
                place = self._holders[self._texts[holders[0]]][0]
                added.append((place, max(0.0, float(cosines[holders[0]]))))
        return added


def _ranks(
    scores: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Return the rank of each score, 1 for the highest; of equals the first comes first."""
    order = np.argsort(-scores, kind="stable")
    ranks = np.empty(len(scores), dtype=np.intp)
    ranks[order] = np.arange(1, len(scores) + 1)
    return ranks
