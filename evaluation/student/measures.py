"""F1 and AUC of scores, with intervals that know sentences of one patient belong together."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel

from evaluation.bootstrap import SEED, Interval, draws
from evaluation.student.features import Row


class Scored(BaseModel, frozen=True):
    """What one student says of one sentence."""

    patient: str
    wrong: bool
    score: float
    flagged: bool


class Figure(BaseModel, frozen=True):
    """A figure with its 95 % interval over resampled patients."""

    value: float
    interval: Interval | None


class Measured(BaseModel, frozen=True):
    """The figures of one student."""

    f1: Figure
    auc: Figure


def measured(scored: Sequence[Scored]) -> Measured:
    """Measure one student."""
    return Measured(f1=_figure(_f1(scored)), auc=_figure(_auc(scored)))


def auc(scored: Sequence[Scored]) -> float:
    """The chance that a wrong sentence scores above a right one, ties counted by half."""
    wrong = np.array([one.score for one in scored if one.wrong])
    right = np.array([one.score for one in scored if not one.wrong])
    pairs = len(wrong) * len(right)
    return _above(wrong, right) / pairs if pairs else float("nan")


def gained(before: Sequence[Scored], after: Sequence[Scored]) -> Measured:
    """Measure what training brought, both students on the same resampled patients."""
    return Measured(f1=_figure(_f1(after) - _f1(before)), auc=_figure(_auc(after) - _auc(before)))


def _figure(values: Row) -> Figure:
    """The first value is that of all patients, the others are of resampled ones."""
    defined = values[1:][~np.isnan(values[1:])]
    if not defined.size:
        return Figure(value=float(values[0]), interval=None)
    low, high = np.percentile(defined, [2.5, 97.5])
    return Figure(value=float(values[0]), interval=(float(low), float(high)))


def _patients(scored: Sequence[Scored]) -> list[list[Scored]]:
    names = sorted({one.patient for one in scored})
    return [[one for one in scored if one.patient == name] for name in names]


def _weights(patients: int) -> np.ndarray:
    """How often each patient is drawn: once each, then as the bootstrap draws them."""
    return np.vstack([np.ones(patients), draws(patients, SEED)])


def _f1(scored: Sequence[Scored]) -> Row:
    groups = _patients(scored)
    cells = np.array([_cells(group) for group in groups])
    hits, flags, wrong = (_weights(len(groups)) @ cells).T
    both = flags + wrong
    return np.asarray(np.divide(2 * hits, both, out=np.full_like(both, np.nan), where=wrong > 0))


def _cells(group: Sequence[Scored]) -> tuple[int, int, int]:
    """Hits, flags and wrong sentences of one patient."""
    hits = sum(one.flagged and one.wrong for one in group)
    return hits, sum(one.flagged for one in group), sum(one.wrong for one in group)


def _auc(scored: Sequence[Scored]) -> Row:
    """The chance that a wrong sentence scores above a right one, ties counted by half.

    Pairs are counted between every two patients once; a resample only weighs the counts.
    """
    groups = _patients(scored)
    wrong = [np.array([o.score for o in g if o.wrong]) for g in groups]
    right = [np.array([o.score for o in g if not o.wrong]) for g in groups]
    above = np.array([[_above(w, r) for r in right] for w in wrong])
    pairs = np.outer([len(w) for w in wrong], [len(r) for r in right])
    weights = _weights(len(groups))
    won = np.einsum("ni,ij,nj->n", weights, above, weights)
    all_pairs = np.einsum("ni,ij,nj->n", weights, pairs, weights)
    return np.asarray(np.divide(won, all_pairs, out=np.full_like(won, np.nan), where=all_pairs > 0))


def _above(wrong: Row, right: Row) -> float:
    difference = wrong[:, None] - right[None, :]
    return float((difference > 0).sum() + 0.5 * (difference == 0).sum())
