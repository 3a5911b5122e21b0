"""Whether confidences mean what they say: Brier score, calibration error, reliability bins."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel

BINS = 10


class Bin(BaseModel, frozen=True):
    """The verdicts of one range of confidence."""

    low: float
    high: float
    count: int
    confidence: float
    """Mean confidence."""

    right: float
    """Share that was right."""


class Reliability(BaseModel, frozen=True):
    """Confidences against outcomes; undefined figures are None."""

    count: int
    brier: float | None
    ece: float | None
    """Expected calibration error over ten bins of equal width."""

    bins: tuple[Bin, ...]


def reliability(pairs: Sequence[tuple[float, bool]]) -> Reliability:
    """Compare confidences with whether they were right; empty bins are left out."""
    if not pairs:
        return Reliability(count=0, brier=None, ece=None, bins=())
    stated = np.array([confidence for confidence, _ in pairs], dtype=np.float64)
    right = np.array([one for _, one in pairs], dtype=np.float64)
    places = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    bins = tuple(
        Bin(
            low=place / BINS,
            high=(place + 1) / BINS,
            count=int(inside.sum()),
            confidence=float(stated[inside].mean()),
            right=float(right[inside].mean()),
        )
        for place in range(BINS)
        if (inside := places == place).any()
    )
    gaps = sum(one.count * abs(one.confidence - one.right) for one in bins)
    return Reliability(
        count=len(pairs),
        brier=float(np.mean((stated - right) ** 2)),
        ece=gaps / len(pairs),
        bins=bins,
    )
