"""The equations of the FAITH paper ("KG traversal and factual evaluation"), without any graph."""

import math
from collections.abc import Sequence

ALPHA = 100.0
"""Weight of PageRank (Eq. 2)."""


def similarity(cosines: Sequence[float]) -> float:
    """Return how alike the relations of a path are to the claimed one (Eq. 1): their mean cosine.

    Args:
        cosines: One cosine a relation of the path, each in [-1, 1].
    """
    return sum(cosines) / len(cosines)


def factuality(
    similar: float, ranks: Sequence[float], meetings: Sequence[float], alpha: float = ALPHA
) -> float:
    """Return the factuality of a claim by one path (Eq. 2), in [-1, 1].

    Args:
        similar: `similarity` of the path, in [-1, 1].
        ranks: PageRank of the nodes between the ends: `e_2` to `e_(k-1)`.
        meetings: `u(r_i, claimed)` of each relation of the path, in (0, 1]; one more than ranks.
        alpha: Weight of PageRank.
    """
    inner = sum(
        math.exp(alpha * rank) / meeting for rank, meeting in zip(ranks, meetings[:-1], strict=True)
    )
    return similar / (inner + 1.0 / meetings[-1])


def response_score(scores: Sequence[float]) -> float | None:
    """Return the score of a text (Eq. 3): the mean over its verifiable claims, None without any."""
    return sum(scores) / len(scores) if scores else None
