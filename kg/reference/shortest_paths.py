"""All shortest paths between two nodes, in either direction of the edges, up to four edges long.

Rows of the sparse adjacency matrix are the neighbors; where two neighborhoods meet, paths of two,
three and four edges are found without looking at the rest of the graph.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

Nodes = tuple[int, ...]
Numbers = npt.NDArray[np.int64]
LONGEST = 4
MOST_TIES = 64
"""Of more paths of one length those over the least named nodes are kept."""


@dataclass(frozen=True)
class ShortestPaths:
    """Finds the shortest paths of one graph."""

    adjacency: sparse.csr_matrix
    """Nodes x nodes, symmetric, with sorted indices."""

    ranks: npt.NDArray[np.float64]
    """How much each node is named: breaks ties."""

    longest: int = LONGEST

    def between(self, start: int, end: int) -> list[Nodes]:
        """Return every shortest path as its nodes, in a fixed order; none where none is short.

        A node has no path to itself.
        """
        if start == end:
            return []
        near, far = self._neighbors(start), self._neighbors(end)
        if self.longest >= 1 and _holds(near, end):
            return [(start, end)]
        middle = np.intersect1d(near, far, assume_unique=True)
        if self.longest >= 2 and len(middle):
            return self._fewest([(start, int(m), end) for m in self._least(middle)])
        if self.longest < 3 or not len(near) or not len(far):
            return []
        rows = self.adjacency[near]
        pairs = rows[:, far].tocoo()
        if pairs.nnz:
            found = zip(near[pairs.row], far[pairs.col], strict=True)
            return self._fewest([(start, int(a), int(b), end) for a, b in found])
        return self._of_four(start, near, rows, far, end) if self.longest >= LONGEST else []

    def _of_four(
        self, start: int, near: Numbers, rows: sparse.csr_matrix, far: Numbers, end: int
    ) -> list[Nodes]:
        """Join the neighbors of both ends by nodes that both know."""
        others = self.adjacency[far]
        middle = np.intersect1d(np.unique(rows.indices), np.unique(others.indices))
        if not len(middle):
            return []
        paths: list[Nodes] = []
        left, right = rows.tocsc(), others.tocsc()
        for node in self._least(middle):
            for a in near[left.indices[left.indptr[node] : left.indptr[node + 1]]]:
                for b in far[right.indices[right.indptr[node] : right.indptr[node + 1]]]:
                    paths.append((start, int(a), int(node), int(b), end))
        return self._fewest(paths)

    def _neighbors(self, node: int) -> Numbers:
        bounds = self.adjacency.indptr
        return np.asarray(self.adjacency.indices[bounds[node] : bounds[node + 1]])

    def _least(self, nodes: Numbers) -> Numbers:
        """Keep the least named of many nodes."""
        order = np.lexsort((nodes, self.ranks[nodes]))
        return np.asarray(nodes[order[:MOST_TIES]])

    def _fewest(self, paths: list[Nodes]) -> list[Nodes]:
        """Keep the paths over the least named nodes."""
        if len(paths) > MOST_TIES:
            inner = np.array([path[1:-1] for path in paths])
            order = np.lexsort((*inner.T[::-1], self.ranks[inner].sum(axis=1)))
            paths = [paths[at] for at in order[:MOST_TIES]]
        return sorted(paths)


def _holds(indices: Numbers, node: int) -> bool:
    at = int(np.searchsorted(indices, node))
    return at < len(indices) and int(indices[at]) == node
