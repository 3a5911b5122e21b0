"""PageRank of the nodes (Brin and Page 1998): the more a node is named, the less a path by it says.

The walk follows edges in both directions, as paths do. Damping .85; the ranks of all nodes sum
to one.
"""

import numpy as np
import numpy.typing as npt
from scipy import sparse

DAMPING = 0.85
MOST_ROUNDS = 200
TOLERANCE = 1e-12


def page_rank(adjacency: sparse.csr_matrix, damping: float = DAMPING) -> npt.NDArray[np.float64]:
    """Return one rank a node.

    Args:
        adjacency: Nodes x nodes, symmetric, without an edge of a node to itself.
        damping: Share of the steps that follow an edge; the others jump anywhere.
    """
    size = adjacency.shape[0]
    degrees = np.asarray(adjacency.sum(axis=1), dtype=np.float64).ravel()
    shares = np.divide(1.0, degrees, out=np.zeros(size), where=degrees > 0)
    step = adjacency.T.astype(np.float64) @ sparse.diags(shares)
    ranks = np.full(size, 1.0 / size)
    for _ in range(MOST_ROUNDS):
        lost = ranks[degrees == 0].sum()
        following = damping * (step @ ranks + lost / size) + (1 - damping) / size
        if np.abs(following - ranks).sum() < TOLERANCE:
            return np.asarray(following)
        ranks = following
    return np.asarray(ranks)
