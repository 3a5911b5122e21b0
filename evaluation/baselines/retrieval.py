"""The ways of finding evidence by the name that an evaluation chooses, apart from its judge."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from evaluation.baselines.flat_search import Ranking, by_similarity, by_words, flat_search
from evaluation.baselines.raw_graph import raw_graph_search
from kg.graph import PatientGraph
from kg.record import PatientRecord
from kg.store import Embedder, GraphStore, LocalSearcher

RetrievalName = Literal["graph", "raw_graph", "flat", "bm25"]
"""`graph`: the product's own. `raw_graph`: the same search over a graph without normalized
concepts. `flat`: chunks of the record by embedding (RAGTruth-style). `bm25`: chunks by words."""

RETRIEVALS: tuple[RetrievalName, ...] = get_args(RetrievalName)


@dataclass(frozen=True)
class SearchedRecord:
    """A record whose graph is in the store, and all that another search may be built from."""

    store: GraphStore
    graph: PatientGraph
    view: PatientRecord
    embedder: Embedder


OpenSearch = Callable[[SearchedRecord], LocalSearcher]


def the_graph(record: SearchedRecord) -> LocalSearcher:
    """Search the graph itself."""
    return record.store


def the_raw_graph(record: SearchedRecord) -> LocalSearcher:
    """Search a graph of wordings."""
    return raw_graph_search(record.view, record.graph, record.embedder)


def flat_by_similarity(record: SearchedRecord) -> LocalSearcher:
    """Search chunks by embedding."""
    return _flat(record, by_similarity(record.embedder))


def flat_by_words(record: SearchedRecord) -> LocalSearcher:
    """Search chunks by BM25."""
    return _flat(record, by_words)


def _flat(record: SearchedRecord, ranking: Ranking) -> LocalSearcher:
    notes = {note.id: note.text for note in record.view.notes}
    return flat_search(record.graph, notes, ranking)


SEARCHES: Mapping[RetrievalName, OpenSearch] = {
    "graph": the_graph,
    "raw_graph": the_raw_graph,
    "flat": flat_by_similarity,
    "bm25": flat_by_words,
}
