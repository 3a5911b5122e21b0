"""Confidence intervals that know sentences of one patient belong together."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from graph_state.scoring import Counts

RESAMPLES = 2000
SEED = 20240229

Column = np.ndarray[tuple[int], np.dtype[np.float64]]
Statistic = Callable[[Column, Column, Column, Column], Column]
"""From true positives, false positives, false negatives and true negatives, one resample an
element; undefined is NaN."""

Interval = tuple[float, float]


def interval(
    clusters: Mapping[str, Counts], statistic: Statistic, seed: int = SEED
) -> Interval | None:
    """Return the 95 % percentile interval over resampled clusters, or None where undefined."""
    if len(clusters) < 2:
        return None
    cells = np.array([_cells(clusters[name]) for name in sorted(clusters)], dtype=np.float64)
    drawn = draws(len(clusters), seed) @ cells
    values = statistic(drawn[:, 0], drawn[:, 1], drawn[:, 2], drawn[:, 3])
    defined = values[~np.isnan(values)]
    if not defined.size:
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return float(low), float(high)


def paired_interval(
    first: Mapping[str, Counts],
    second: Mapping[str, Counts],
    statistic: Statistic,
    seed: int = SEED,
) -> Interval | None:
    """Return the 95 % interval of the difference of a statistic over the same clusters.

    Each resample draws the same clusters for both, so what they share cancels out.
    """
    names = sorted(set(first) & set(second))
    if len(names) < 2:
        return None
    drawn = draws(len(names), seed)
    values = []
    for side in (first, second):
        cells = np.array([_cells(side[name]) for name in names], dtype=np.float64)
        summed = drawn @ cells
        values.append(statistic(summed[:, 0], summed[:, 1], summed[:, 2], summed[:, 3]))
    differences = values[0] - values[1]
    defined = differences[~np.isnan(differences)]
    if not defined.size:
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return float(low), float(high)


def mean_interval(values: Sequence[float], seed: int = SEED) -> Interval | None:
    """Return the 95 % percentile interval of a mean, one value a cluster."""
    if len(values) < 2:
        return None
    means = draws(len(values), seed) @ np.array(values, dtype=np.float64) / len(values)
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def precision(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Share of the flags that are right."""
    return _divide(tp, tp + fp)


def recall(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Share of the positives that were found."""
    return _divide(tp, tp + fn)


def f1(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Harmonic mean of precision and recall, undefined without a positive."""
    return np.where(tp + fn > 0, _divide(2 * tp, 2 * tp + fp + fn), np.nan)


def false_alarm_rate(tp: Column, fp: Column, fn: Column, tn: Column) -> Column:
    """Share of the negatives that were flagged."""
    return _divide(fp, fp + tn)


def draws(clusters: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Say how often each resample draws each cluster, shape (RESAMPLES, clusters)."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(clusters, [1 / clusters] * clusters, size=RESAMPLES)


def _cells(counts: Counts) -> tuple[int, int, int, int]:
    return (
        counts.true_positive,
        counts.false_positive,
        counts.false_negative,
        counts.true_negative,
    )


def _divide(part: Column, whole: Column) -> Column:
    return np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)
