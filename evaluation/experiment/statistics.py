"""The formulas of the tables that are not counts of right and wrong."""

from collections.abc import Hashable, Sequence
from math import sqrt

from pydantic import BaseModel
from scipy.stats import pearsonr, spearmanr

from graph_state.scoring import ratio

NORMAL_975 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

FEWEST_PAIRS = 3


class Correlation(BaseModel, frozen=True):
    """A coefficient with its two-sided p value."""

    coefficient: float
    p: float


def pearson(x: Sequence[float], y: Sequence[float]) -> Correlation | None:
    """Return the linear correlation, or None where one side never varies or pairs are too few."""
    if not _vary(x, y):
        return None
    found = pearsonr(list(x), list(y))
    return Correlation(coefficient=float(found.statistic), p=float(found.pvalue))


def spearman(x: Sequence[float], y: Sequence[float]) -> Correlation | None:
    """Return the correlation of ranks, or None where one side never varies or pairs are too few."""
    if not _vary(x, y):
        return None
    found = spearmanr(list(x), list(y))
    return Correlation(coefficient=float(found.statistic), p=float(found.pvalue))


def _vary(x: Sequence[float], y: Sequence[float]) -> bool:
    return len(x) >= FEWEST_PAIRS and len(set(x)) > 1 and len(set(y)) > 1


def relative_change(value: float | None, base: float | None) -> float | None:
    """Return (F1 - F1 of the base) / F1 of the base (CuraView paper, section 6.3.1)."""
    if value is None or base is None:
        return None
    return ratio(value - base, base)


def ceiling_gain(value: float | None, base: float | None) -> float | None:
    """Return (F1 - F1 of the base) / (1 - F1 of the base) (CuraView paper, section 6.3.2).

    It is the share of what could be gained; where the base is perfect nothing could.
    """
    if value is None or base is None or base == 1:
        return None
    return (value - base) / (1 - base)


def wilson_interval(successes: int, trials: int) -> tuple[float, float] | None:
    """Return the 95 % Wilson score interval of a share, or None without a trial."""
    if not trials:
        return None
    share, z2 = successes / trials, NORMAL_975**2
    center = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    half = NORMAL_975 * spread / (1 + z2 / trials)
    return max(0.0, center - half), min(1.0, center + half)


def cohens_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Return the agreement of two raters beyond chance; None where chance alone explains all."""
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return None
    observed = sum(a == b for a, b in pairs) / len(pairs)
    labels = set(first) | set(second)
    expected = (
        sum(list(first).count(label) * list(second).count(label) for label in labels)
        / len(pairs) ** 2
    )
    return None if expected == 1 else (observed - expected) / (1 - expected)
