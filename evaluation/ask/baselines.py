"""What the graph is compared with: passages found by words and likeness, and no source at all."""

from graph_state.asking import CitedFact, GraphAnswer, GraphFact
from kg.bm25 import BM25
from kg.evidence import Evidence
from kg.store import Embedder

PASSAGES = 5
BEARING = 0.3
"""Cosine from which on a passage counts as an answer."""


class FlatSearch:
    """Standard retrieval: the best passages of the same sources, whatever they say."""

    def __init__(self, evidence: list[Evidence], embedder: Embedder) -> None:
        self._evidence = evidence
        self._embedder = embedder
        self._bm25 = BM25([item.quote for item in evidence])
        self._vectors = embedder.embed([item.quote for item in evidence])

    def answer(self, question: str, graph_id: str) -> GraphAnswer:
        """Answer with the passages that fit best, or not where none does."""
        cosines = self._vectors @ self._embedder.embed([question])[0]
        lexical = self._bm25.scores(question)
        order = sorted(
            range(len(self._evidence)), key=lambda at: (-float(cosines[at]) - lexical[at], at)
        )[:PASSAGES]
        found = [self._evidence[at] for at in order]
        status = "answered" if order and float(cosines[order].max()) >= BEARING else "unknown"
        return GraphAnswer(
            question=question,
            graph_id=graph_id,
            status="answered" if status == "answered" else "unknown",
            text=" ".join(item.quote for item in found) if status == "answered" else "unknown",
            facts=tuple(
                CitedFact(fact=GraphFact(text=item.quote, evidence=(item.id,)), numbers=(at,))
                for at, item in enumerate(found, 1)
            ),
            evidence=tuple(found),
        )


def no_source(question: str, graph_id: str) -> GraphAnswer:
    """Answer without any source: with no model, nothing can be said."""
    return GraphAnswer(question=question, graph_id=graph_id, status="unknown", text="no source")
