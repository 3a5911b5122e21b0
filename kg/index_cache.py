"""The graphs that were searched last, kept in memory as long as the store holds the same."""

from collections import OrderedDict

from kg.graph_index import GraphIndex

CACHED_GRAPHS = 64


class IndexCache:
    """A bounded number of graphs, each under the digest of what is stored."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, GraphIndex]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, graph_id: str, digest: str) -> GraphIndex | None:
        """Return a graph unless the store holds another one by now."""
        kept = self._kept.get(graph_id)
        if kept is None or kept[0] != digest:
            return None
        self._kept.move_to_end(graph_id)
        return kept[1]

    def latest(self, graph_id: str) -> GraphIndex | None:
        """Return what was kept last, even if the store holds another graph by now."""
        kept = self._kept.get(graph_id)
        return None if kept is None else kept[1]

    def put(self, graph_id: str, digest: str, index: GraphIndex) -> None:
        """Keep a graph; the one that was not asked for longest gives way."""
        self._kept[graph_id] = (digest, index)
        self._kept.move_to_end(graph_id)
        while len(self._kept) > CACHED_GRAPHS:
            self._kept.popitem(last=False)

    def drop(self, graph_id: str) -> None:
        """Forget a graph."""
        self._kept.pop(graph_id, None)

    def clear(self) -> None:
        """Forget all graphs."""
        self._kept.clear()
