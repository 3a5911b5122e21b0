"""How often two relations meet at a node: the contracted line graph (Shiralkar et al. 2017).

In the line graph every edge is a node and edges that share an end are joined; contracted by
relation it counts, for two relations, the pairs of edges that meet. The counts are damped and
weighted as term frequencies are, `log(1 + count) * log(1 + relations / relations met)`, and `u` is
the cosine of two rows, so that it lies in [0, 1] and `u(r, r) = 1`.
"""

import numpy as np
import numpy.typing as npt
from scipy import sparse

from kg.reference.graph import ReferenceGraph

LEAST = 0.01
"""Relations that never meet the same third ones still leave a path a score."""


def meeting_counts(graph: ReferenceGraph) -> npt.NDArray[np.float64]:
    """Count, for two relations, the pairs of different edges that share a node.

    Returns:
        Relations x relations, symmetric, in the order of `graph.relations`.
    """
    subjects, kinds, objects = graph.ends
    ends = np.concatenate([subjects, objects])
    shape = (len(graph.ids), len(graph.relations))
    at_node = sparse.coo_matrix(
        (np.ones(len(ends)), (ends, np.concatenate([kinds, kinds]))), shape=shape
    ).tocsr()
    pairs = np.asarray((at_node.T @ at_node).todense(), dtype=np.float64)
    own = np.asarray(at_node.sum(axis=0)).ravel()
    np.fill_diagonal(pairs, (np.diag(pairs) - own) / 2)
    return pairs


def cooccurrence(graph: ReferenceGraph) -> npt.NDArray[np.float64]:
    """Return `u` for every two relations, at least `LEAST`."""
    counts = meeting_counts(graph)
    met = np.maximum((counts > 0).sum(axis=1), 1)
    weighted = np.log1p(counts) * np.log1p(len(met) / met)[np.newaxis, :]
    lengths = np.linalg.norm(weighted, axis=1, keepdims=True)
    rows = weighted / np.where(lengths > 0, lengths, 1)
    likeness = np.clip(rows @ rows.T, LEAST, 1.0)
    np.fill_diagonal(likeness, 1.0)
    return np.asarray(likeness)
