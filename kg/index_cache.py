"""The graphs that were searched last, kept in memory as long as the store holds the same."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from kg.graph import PatientGraph
from kg.graph_index import GraphIndex
from kg.graph_vectors import GraphTexts, GraphVectors, Vector, vectors_by_text

CACHED_GRAPHS = 64


@dataclass(frozen=True)
class CachedGraph:
    """A graph in memory and what it was made from; only a search needs it indexed."""

    digest: str
    """Of what the store holds."""

    graph: PatientGraph
    texts: GraphTexts
    vectors: GraphVectors

    @cached_property
    def index(self) -> GraphIndex:
        """The graph ready to be searched."""
        return GraphIndex(self.graph, self.texts, self.vectors)


class IndexCache:
    """A bounded number of graphs."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, CachedGraph] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, graph_id: str) -> bool:
        return graph_id in self._kept

    def get(self, graph_id: str, digest: str) -> CachedGraph | None:
        """Return a graph unless the store holds another one by now."""
        kept = self._kept.get(graph_id)
        if kept is None or kept.digest != digest:
            return None
        self._kept.move_to_end(graph_id)
        return kept

    def known_vectors(self, graph_id: str) -> dict[str, Vector]:
        """Return the vectors of the graph as it was kept last, by text."""
        kept = self._kept.get(graph_id)
        return {} if kept is None else vectors_by_text(kept.texts, kept.vectors)

    def put(self, graph_id: str, graph: CachedGraph) -> None:
        """Keep a graph; the one that was not asked for longest gives way."""
        self._kept[graph_id] = graph
        self._kept.move_to_end(graph_id)
        while len(self._kept) > CACHED_GRAPHS:
            self._kept.popitem(last=False)

    def drop(self, graph_id: str) -> None:
        """Forget a graph."""
        self._kept.pop(graph_id, None)

    def clear(self) -> None:
        """Forget all graphs."""
        self._kept.clear()
