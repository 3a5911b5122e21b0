"""The student: a logistic regression over the features, kept as plain numbers in JSON."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ValidationError
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

from evaluation.student.features import Matrix, Row
from kg.errors import BadInputError

STRENGTHS = (0.0003, 0.001, 0.003)
"""Inverse strengths of the penalty that are tried; the features are many and the patients few."""

INNER_FOLDS = 4
MOST_STEPS = 500


class Student(BaseModel, frozen=True):
    """Weights over standardized features; a score at or above the threshold is a flag."""

    weights: tuple[float, ...]
    bias: float
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    threshold: float
    embedder: str
    patients: tuple[str, ...]
    """Pseudonyms of those it has seen, so that nobody tests it on them."""

    def scores(self, rows: Matrix) -> Row:
        """Return the probability that each sentence is wrong."""
        standard = (rows - np.array(self.mean)) / np.array(self.scale)
        return np.asarray(1 / (1 + np.exp(-(standard @ np.array(self.weights) + self.bias))))


def untrained(rows: Matrix, emphasis: Row, embedder: str, seed: int) -> Student:
    """The student before it learns: random weights; it knows the scale of the features alone."""
    mean, scale = _standard(rows, emphasis)
    drawn = np.random.default_rng(seed).normal(size=rows.shape[1]) / np.sqrt(rows.shape[1])
    return Student(
        weights=tuple(drawn.tolist()),
        bias=0.0,
        mean=tuple(mean.tolist()),
        scale=tuple(scale.tolist()),
        threshold=0.5,
        embedder=embedder,
        patients=(),
    )


def trained(
    rows: Matrix, emphasis: Row, wrong: Sequence[bool], patients: Sequence[str], embedder: str
) -> Student:
    """Learn from the rows; penalty and threshold are chosen on patients left out in turn.

    A feature of more emphasis is penalized less.
    """
    mean, scale = _standard(rows, emphasis)
    standard, labels = (rows - mean) / scale, np.array(wrong, dtype=np.float64)
    strength, threshold = _chosen(standard, labels, np.array(patients))
    fitted = _fit(standard, labels, strength)
    return Student(
        weights=tuple(fitted.coef_[0].tolist()),
        bias=float(fitted.intercept_[0]),
        mean=tuple(mean.tolist()),
        scale=tuple(scale.tolist()),
        threshold=threshold,
        embedder=embedder,
        patients=tuple(sorted(set(patients))),
    )


def read_student(path: Path) -> Student:
    """Read a student that `curaview student train` wrote."""
    try:
        return Student.model_validate_json(path.read_text("utf-8"))
    except (ValidationError, OSError, UnicodeDecodeError) as error:
        first = str(error).splitlines()[0]
        raise BadInputError(
            f"{path}: no student; `curaview student train` writes one ({first})"
        ) from error


def best_threshold(scores: Row, wrong: Row) -> float:
    """The score from which on flagging gives the best F1."""
    order = np.argsort(-scores, kind="stable")
    found = np.cumsum(wrong[order])
    f1 = 2 * found / (np.arange(1, len(order) + 1) + wrong.sum())
    return float(scores[order][int(np.argmax(f1))])


def _chosen(rows: Matrix, labels: Row, patients: np.ndarray) -> tuple[float, float]:
    folds = min(INNER_FOLDS, len(set(patients.tolist())))
    if folds < 2:
        raise BadInputError("the training part has one patient; a student needs at least two")
    best = (-1.0, STRENGTHS[0], 0.5)
    for strength in STRENGTHS:
        scores = np.zeros(len(labels))
        for seen, unseen in GroupKFold(folds).split(rows, labels, patients):
            fitted = _fit(rows[seen], labels[seen], strength)
            scores[unseen] = fitted.predict_proba(rows[unseen])[:, 1]
        threshold = best_threshold(scores, labels)
        flagged = scores >= threshold
        f1 = 2 * labels[flagged].sum() / max(1.0, flagged.sum() + labels.sum())
        best = max(best, (float(f1), strength, threshold), key=lambda one: one[0])
    return best[1], best[2]


def _fit(rows: Matrix, labels: Row, strength: float) -> LogisticRegression:
    if len(set(labels.tolist())) < 2:
        raise BadInputError("the training part needs both wrong and right sentences")
    return LogisticRegression(
        C=strength, max_iter=MOST_STEPS, class_weight="balanced", solver="liblinear", random_state=0
    ).fit(rows, labels)


def _standard(rows: Matrix, emphasis: Row) -> tuple[Row, Row]:
    deviation = rows.std(axis=0)
    return rows.mean(axis=0), np.where(deviation > 1e-9, deviation, 1.0) / emphasis
