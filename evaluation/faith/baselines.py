"""Path baselines of the FAITH paper on matched claims: KL, KL-REL and TransE."""

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from graph_state.factcheck import MedicalClaim
from kg.reference.cooccurrence import LEAST, cooccurrence
from kg.reference.graph import Integers, ReferenceGraph
from kg.reference.page_rank import page_rank
from kg.reference.senses import sense_of
from kg.reference.shortest_paths import Nodes, ShortestPaths

ScoreClaim = Callable[[MedicalClaim], float | None]
Matrix = npt.NDArray[np.float64]


class PathBaselines:
    """Scores claims by degrees alone (KL) or with the likeness of relations (KL-REL).

    A denied claim counts with the opposite sign, as everywhere.
    """

    def __init__(self, graph: ReferenceGraph) -> None:
        self._graph = graph
        self._degrees = np.asarray(graph.adjacency.sum(axis=1)).ravel()
        self._paths = ShortestPaths(graph.adjacency, page_rank(graph.adjacency))
        self._meeting = cooccurrence(graph)
        self._place = {relation: at for at, relation in enumerate(graph.relations)}

    def kl(self, claim: MedicalClaim) -> float | None:
        """Knowledge linker (Ciampaglia et al. 2015): `1 / (1 + sum of log degree between)`."""
        return self._best(claim, self._generality)

    def kl_rel(self, claim: MedicalClaim) -> float | None:
        """Relational knowledge linker (Shiralkar et al. 2017): log degrees over `u`."""
        return self._best(claim, lambda nodes: self._relational(claim.relation, nodes))

    def _best(self, claim: MedicalClaim, score: Callable[[Nodes], float]) -> float | None:
        ends = self._graph.find(claim.subject), self._graph.find(claim.object)
        if ends[0] is None or ends[1] is None:
            return None
        paths = self._paths.between(ends[0], ends[1])
        best = max(map(score, paths), default=None)
        return None if best is None else -best if claim.denied else best

    def _generality(self, nodes: Nodes) -> float:
        return 1.0 / (1.0 + sum(math.log(self._degrees[node]) for node in nodes[1:-1]))

    def _relational(self, claimed: str, nodes: Nodes) -> float:
        alike = [max(self._alike(e.relation, claimed) for e in self._graph.joining(a, b))
                 for a, b in pairwise(nodes)]  # fmt: skip
        inner = sum(
            math.log(self._degrees[node]) / u for node, u in zip(nodes[1:-1], alike, strict=False)
        )
        return 1.0 / (inner + 1.0 / alike[-1])

    def _alike(self, relation: str, claimed: str) -> float:
        own = [at for name, at in self._place.items() if sense_of(name) == claimed]
        return max((float(self._meeting[self._place[relation], at]) for at in own), default=LEAST)


class TransE:
    """Embeddings in which `head + relation = tail` (Bordes et al. 2013), trained on the graph.

    Seeded, so that it gives the same scores on the same machine.
    """

    def __init__(
        self, graph: ReferenceGraph, size: int = 32, rounds: int = 60, seed: int = 7
    ) -> None:
        self._graph = graph
        self._place = {relation: at for at, relation in enumerate(graph.relations)}
        chance = np.random.default_rng(seed)
        self._nodes = _unit(chance.normal(size=(len(graph.ids), size)))
        self._relations = _unit(chance.normal(size=(len(graph.relations), size)))
        heads, kinds, tails = graph.ends
        for _ in range(rounds):
            order = chance.permutation(len(heads))
            for batch in np.array_split(order, max(1, len(order) // 1024)):
                self._step(chance, heads[batch], kinds[batch], tails[batch])
            self._nodes = _unit(self._nodes)

    def _step(
        self, chance: np.random.Generator, heads: Integers, kinds: Integers, tails: Integers,
        rate: float = 0.05, margin: float = 1.0,
    ) -> None:  # fmt: skip
        wrong = chance.integers(len(self._nodes), size=len(tails))
        true = self._nodes[heads] + self._relations[kinds] - self._nodes[tails]
        false = self._nodes[heads] + self._relations[kinds] - self._nodes[wrong]
        active = margin + (true**2).sum(axis=1) - (false**2).sum(axis=1) > 0
        pull, push = 2 * rate * true[active], 2 * rate * false[active]
        np.add.at(self._nodes, heads[active], push - pull)
        np.add.at(self._relations, kinds[active], (push - pull) / 8)
        np.add.at(self._nodes, tails[active], pull)
        np.add.at(self._nodes, wrong[active], -push)

    def score(self, claim: MedicalClaim) -> float | None:
        """Return minus the distance of a claim, over the graph's relations of the claimed sense."""
        ends = self._graph.find(claim.subject), self._graph.find(claim.object)
        own = [at for name, at in self._place.items() if sense_of(name) == claim.relation]
        if ends[0] is None or ends[1] is None or not own:
            return None
        one, other = self._nodes[ends[0]], self._nodes[ends[1]]
        moves = self._relations[own]
        ways = np.concatenate([one + moves - other, other + moves - one])
        best = -float(np.linalg.norm(ways, axis=1).min())
        return -4.0 - best if claim.denied else best


def _unit(vectors: Matrix) -> Matrix:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
