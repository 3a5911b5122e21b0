"""Checks claims against a reference graph: matching, shortest paths, the best of equal paths."""

from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from agents.factcheck.path_scorer import PathScorer
from agents.factcheck.score import ALPHA, response_score
from graph_state.factcheck import CheckedClaim, ClaimStatus, FactcheckReport, MedicalClaim, PathStep
from kg.embedding import WordVectors
from kg.reference.graph import Edge, ReferenceGraph
from kg.reference.page_rank import page_rank
from kg.reference.senses import SENSE_WORDS, Sense
from kg.reference.shortest_paths import LONGEST, ShortestPaths
from kg.store import Embedder

SUPPORTED_FROM = 0.3
CONTRADICTED_TO = -0.1
MOST_READINGS = 32
"""Ways in which one path can be read where several edges join its nodes."""


class ClaimChecker:
    """Holds one reference graph with its ranks; the same claim always gets the same answer."""

    def __init__(
        self,
        graph: ReferenceGraph,
        embedder: Embedder | None = None,
        *,
        alpha: float = ALPHA,
        longest: int = LONGEST,
        by_polarity: bool = True,
    ) -> None:
        self.graph = graph
        ranks = page_rank(graph.adjacency)
        self.paths = ShortestPaths(graph.adjacency, ranks, longest)
        self.scorer = PathScorer(
            graph,
            ranks.tolist(),
            embedder or WordVectors(),
            alpha=alpha,
            by_polarity=by_polarity,
        )

    def check(self, claim: MedicalClaim) -> CheckedClaim:
        """Score one claim by the best of its shortest paths; without a path it is unverifiable."""
        ends = self.graph.find(claim.subject), self.graph.find(claim.object)
        missing = [
            name
            for name, node in zip((claim.subject, claim.object), ends, strict=True)
            if node is None
        ]
        if missing:
            return _unverifiable(claim, f"not in the reference graph: {', '.join(missing)}")
        start, end = (node for node in ends if node is not None)
        if start == end:
            return _unverifiable(claim, "both sides are the same thing in the reference graph")
        found = self._best(_sense(claim), start, end)
        if found is None:
            return _unverifiable(claim, "no short path in the reference graph")
        score, edges = found
        score = round(-score if claim.denied else score, 6)
        steps = tuple(self._step(edge) for edge in edges)
        return CheckedClaim(claim=claim, status=status_of(score), score=score, path=steps)

    def report(self, text: str, claims: Iterable[MedicalClaim]) -> FactcheckReport:
        """Check all claims of a text and fold their scores (Eq. 3), with coverage beside."""
        return self.folded(text, [self.check(claim) for claim in claims])

    def folded(self, text: str, checked: Sequence[CheckedClaim]) -> FactcheckReport:
        """Fold checked claims into the report on their text."""
        scores = [one.score for one in checked if one.score is not None]
        return FactcheckReport(
            text=text,
            claims=tuple(checked),
            score=response_score(scores),
            coverage=len(scores) / len(checked) if checked else 0.0,
            graphs=self.graph.origins,
        )

    def _best(self, claimed: Sense, start: int, end: int) -> tuple[float, Sequence[Edge]] | None:
        """Choose among paths of one length, and among edges between the same nodes.

        A path that proves or refutes wins over one that only connects, then the higher score.
        """
        best: tuple[bool, float, Sequence[Edge]] | None = None
        for nodes in self.paths.between(start, end):
            ways = [self.graph.joining(one, other) for one, other in pairwise(nodes)]
            for read, edges in enumerate(product(*ways)):
                if read == MOST_READINGS:
                    break
                decides = self.scorer.decides(claimed, edges, nodes)
                score = self.scorer.score(claimed, edges, nodes)
                if best is None or (decides, score) > best[:2]:
                    best = decides, score, edges
        return best and best[1:]

    def _step(self, edge: Edge) -> PathStep:
        names = self.graph.names
        return PathStep(
            subject=names[edge.subject],
            relation=edge.relation,
            object=names[edge.object],
            origin=edge.origin,
            severity=edge.severity,
            why=edge.why,
        )


def status_of(score: float) -> ClaimStatus:
    """Say what a score means."""
    if score >= SUPPORTED_FROM:
        return "supported"
    return "contradicted" if score <= CONTRADICTED_TO else "weak"


def _sense(claim: MedicalClaim) -> Sense:
    return next((sense for sense in SENSE_WORDS if sense == claim.relation), "related")


def _unverifiable(claim: MedicalClaim, reason: str) -> CheckedClaim:
    return CheckedClaim(claim=claim, status="unverifiable", reason=reason)
