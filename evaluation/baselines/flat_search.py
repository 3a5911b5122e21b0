"""Retrieval without a graph: chunks of the record, ranked by similarity or by shared words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.baselines.chunks import Chunk, chunks_of
from kg.bm25 import BM25, Scores
from kg.graph import PatientGraph
from kg.store import Embedder, LocalQuery, LocalResult

Score = Callable[[str], Scores]
"""Scores every chunk against a text; what has nothing in common with it scores 0 or less."""

Ranking = Callable[[Sequence[str]], Score]
"""Indexes the texts of all chunks."""


def by_similarity(embedder: Embedder) -> Ranking:
    """Rank by cosine similarity of embeddings, as the RAGTruth-style baseline does."""

    def index(texts: Sequence[str]) -> Score:
        vectors = embedder.embed(list(texts))
        # Rounded, so that the last bit of a sum cannot decide an order.
        return lambda query: np.round(vectors @ embedder.embed([query])[0], 5)

    return index


def by_words(texts: Sequence[str]) -> Score:
    """Rank by BM25."""
    return BM25(texts).scores


@dataclass(frozen=True)
class FlatSearch:
    """Finds the chunks nearest to a sentence: no concept, list or relation leads to any of them."""

    version: str
    chunks: Sequence[Chunk]
    score: Score

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Return as many chunks as the graph search takes passages, best first."""
        scores = self.score(query.text)
        best: list[int] = np.argsort(-scores, kind="stable")[: query.passages].tolist()
        evidence = [
            item.model_copy(update={"score": round(float(scores[place]), 2)})
            for place in best
            if scores[place] > 0
            for item in self.chunks[place].items
        ]
        return LocalResult(
            version=self.version,
            hits=(),
            neighbours=(),
            relations=(),
            communities=(),
            evidence=tuple(evidence),
        )


def flat_search(graph: PatientGraph, notes: Mapping[str, str], ranking: Ranking) -> FlatSearch:
    """Cut what the graph was read from into chunks and index them."""
    chunks = chunks_of(graph.evidence, notes)
    return FlatSearch(graph.version, chunks, ranking([chunk.text for chunk in chunks]))
