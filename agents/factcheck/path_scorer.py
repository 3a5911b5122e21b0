"""Scores a path for a claim, with the direction of kinds and the polarity of relations."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from agents.factcheck.score import ALPHA, factuality, similarity
from kg.reference.cooccurrence import cooccurrence
from kg.reference.graph import Edge, ReferenceGraph
from kg.reference.senses import SENSE_WORDS, Sense, polarity, relation_words, sense_of
from kg.store import Embedder, Vectors

STRUCTURAL: frozenset[Sense] = frozenset({"is_a", "opposite"})
"""Relations that carry a statement on to a kind or to the opposite of a thing."""

UNPROVEN = 0.5
"""What remains of a likeness where several relations that each say something follow each other:
that one thing causes two others does not make these cause one another."""

KIN = 0.5
"""Likeness of a relation that proves or refutes another of a different sense, at the least."""


class PathScorer:
    """Knows the relations of one graph: their likeness and how often they meet.

    `by_polarity=False` leaves the cosines of the paper alone.
    """

    def __init__(
        self,
        graph: ReferenceGraph,
        ranks: Sequence[float],
        embedder: Embedder,
        *,
        alpha: float = ALPHA,
        by_polarity: bool = True,
    ) -> None:
        self._graph = graph
        self._ranks = ranks
        self._alpha = alpha
        self._by_polarity = by_polarity
        self._place = {relation: at for at, relation in enumerate(graph.relations)}
        self._claimed = {sense: at for at, sense in enumerate(SENSE_WORDS)}
        told = embedder.embed([relation_words(relation) for relation in graph.relations])
        claimed = embedder.embed(list(SENSE_WORDS.values()))
        self._cosines = self._clipped(told, claimed)

    @staticmethod
    def _clipped(told: Vectors, claimed: Vectors) -> list[list[float]]:
        """Return cosines, relations x senses; unlike words count as unrelated, not as opposed."""
        return [[float(x) for x in row] for row in np.clip(told @ claimed.T, 0.0, 1.0)]

    @cached_property
    def _meetings(self) -> list[list[float]]:
        """Return `u`, relations x senses: the mean over the graph's relations of that sense.

        Of a sense that no relation of the graph has nothing is known, so it takes nothing away.
        """
        likeness = cooccurrence(self._graph)
        table = np.ones((len(self._place), len(self._claimed)))
        for sense, column in self._claimed.items():
            own = [at for name, at in self._place.items() if sense_of(name) == sense]
            if own:
                table[:, column] = likeness[:, own].mean(axis=1)
                table[own, column] = 1.0
        return [[float(x) for x in row] for row in table]

    def score(self, claimed: Sense, edges: Sequence[Edge], nodes: Sequence[int]) -> float:
        """Return the factuality of a claimed relation between the ends of a path (Eq. 2).

        Args:
            claimed: What is claimed of the first and the last node.
            edges: One edge for each two nodes that follow each other.
            nodes: All nodes of the path.
        """
        column = self._claimed[claimed]
        meetings = [self._meetings[self._place[edge.relation]][column] for edge in edges]
        inner = [self._ranks[node] for node in nodes[1:-1]]
        return factuality(self._similarity(claimed, edges, nodes), inner, meetings, self._alpha)

    def decides(self, claimed: Sense, edges: Sequence[Edge], nodes: Sequence[int]) -> bool:
        """Say whether a path proves or refutes a claim, and does not only connect its ends."""
        senses = [sense_of(edge.relation) for edge in edges]
        telling = [sense for sense in senses if sense not in STRUCTURAL]
        if claimed == "is_a":
            return not telling and _climbs(edges, nodes)
        known = len(telling) == 1 and polarity(claimed, telling[0]) is not None
        return known and _one_way(edges, nodes)

    def _similarity(self, claimed: Sense, edges: Sequence[Edge], nodes: Sequence[int]) -> float:
        column = self._claimed[claimed]
        plain = [self._cosines[self._place[edge.relation]][column] for edge in edges]
        senses = [sense_of(edge.relation) for edge in edges]
        telling = [sense for sense in senses if sense not in STRUCTURAL]
        if not self._by_polarity:
            return similarity(plain)
        if claimed == "is_a":
            return similarity(plain) * (1 if _climbs(edges, nodes) else -1)
        if len(telling) != 1:
            chained = claimed == "causes" and _forward(edges, nodes)
            return similarity(plain) * (1.0 if chained else UNPROVEN)
        sign = polarity(claimed, telling[0])
        if sign is None:
            return similarity(plain)
        carried = [
            1.0
            if sense == claimed or (sense in STRUCTURAL and _one_way(edges, nodes))
            else max(cosine, KIN if sense in telling else 0.0)
            for sense, cosine in zip(senses, plain, strict=True)
        ]
        turned = sum(sense == "opposite" for sense in senses) % 2 == 1
        return similarity(carried) * (-sign if turned else sign)


def _climbs(edges: Sequence[Edge], nodes: Sequence[int]) -> bool:
    """Say whether each step leads from a thing to what it is a kind of."""
    return all(
        sense_of(edge.relation) == "is_a" and edge.subject == node
        for edge, node in zip(edges, nodes, strict=False)
    )


def _forward(edges: Sequence[Edge], nodes: Sequence[int]) -> bool:
    """Say whether a chain of causes leads from the first node to the last."""
    return all(
        sense_of(edge.relation) == "causes" and edge.subject == node
        for edge, node in zip(edges, nodes, strict=False)
    )


def _one_way(edges: Sequence[Edge], nodes: Sequence[int]) -> bool:
    """Say whether kinds are only climbed from the ends: no step down to a sibling."""
    ups = [
        edge.subject == node
        for edge, node in zip(edges, nodes, strict=False)
        if sense_of(edge.relation) == "is_a"
    ]
    return len(set(ups)) <= 1
