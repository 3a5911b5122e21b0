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
Steps = tuple[Numbers, Numbers]
"""Edges as two arrays of one length: their beginnings and their ends."""

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
        from_near, inner = self._steps(near)
        meets = _among(inner, far)
        if meets.any():
            found = zip(from_near[meets], inner[meets], strict=True)
            return self._fewest([(start, int(a), int(b), end) for a, b in found])
        if self.longest < LONGEST:
            return []
        return self._of_four(start, (from_near, inner), self._steps(far), end)

    def _of_four(self, start: int, left: Steps, right: Steps, end: int) -> list[Nodes]:
        """Join the neighbors of both ends by nodes that both know."""
        middle = self._least(np.intersect1d(left[1], right[1]))
        before, after = _by_end(left, middle), _by_end(right, middle)
        paths: list[Nodes] = [
            (start, a, node, b, end)
            for node in map(int, middle)
            for a in before[node]
            for b in after[node]
        ]
        return self._fewest(paths)

    def _steps(self, nodes: Numbers) -> Steps:
        """Return the edges that leave some nodes: where each begins, and where it ends."""
        rows = self.adjacency[nodes]
        return np.repeat(nodes, np.diff(rows.indptr)), np.asarray(rows.indices)

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


def _among(values: Numbers, known: Numbers) -> npt.NDArray[np.bool_]:
    """Say of each value whether it is among some sorted ones."""
    places = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return np.asarray(known[places] == values)


def _by_end(steps: Steps, ends: Numbers) -> dict[int, list[int]]:
    """Collect where the edges begin that end in some nodes."""
    found: dict[int, list[int]] = {int(node): [] for node in ends}
    wanted = _among(steps[1], np.sort(ends)) if len(ends) else np.zeros(len(steps[1]), dtype=bool)
    for start, end in zip(steps[0][wanted], steps[1][wanted], strict=True):
        found[int(end)].append(int(start))
    return found
