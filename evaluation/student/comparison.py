"""The student beside its untrained self, flagging everything, and seeing the sentence alone."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel

from evaluation.student.features import Features, Matrix, emphasis
from evaluation.student.measures import Measured, Scored, auc, gained, measured
from evaluation.student.model import Student, trained, untrained
from evaluation.student.pairs import Pair
from kg.errors import BadInputError
from kg.store import Embedder

UNTRAINED_SEEDS = range(25)
"""Random weights differ much; the untrained student told of is the one with the median AUC."""


class Comparison(BaseModel, frozen=True):
    """Everything measured on sentences of patients that no student here has seen."""

    patients: int
    sentences: int
    wrong: int
    rows: dict[str, Measured]
    gain: Measured


def compared(
    seen: Sequence[Pair], unseen: Sequence[Pair], student: Student | None, embedder: Embedder
) -> tuple[Comparison, Student]:
    """Train on some patients, or take a student, and measure on others."""
    features = Features(embedder)
    scored, student = _scored(features, seen, unseen, student, embedder.name)
    return _compared(scored), student


def cross_validated(pairs: Sequence[Pair], folds: int, embedder: Embedder) -> Comparison:
    """Leave out patients in turn, so that every patient is once among the unseen."""
    patients = sorted({pair.patient for pair in pairs})
    if not 2 <= folds <= len(patients):
        raise BadInputError(f"--folds: {folds} is not between 2 and the {len(patients)} patients")
    place = {patient: number % folds for number, patient in enumerate(patients)}
    features, scored = Features(embedder), dict[str, list[Scored]]()
    for fold in range(folds):
        seen = [pair for pair in pairs if place[pair.patient] != fold]
        unseen = [pair for pair in pairs if place[pair.patient] == fold]
        for name, own in _scored(features, seen, unseen, None, embedder.name)[0].items():
            scored.setdefault(name, []).extend(own)
    return _compared(scored)


TRAINED, UNTRAINED, ALONE, EVERYTHING = (
    "trained", "untrained", "trained, sentence alone", "flag everything",
)  # fmt: skip


def _compared(scored: dict[str, list[Scored]]) -> Comparison:
    own = scored[TRAINED]
    return Comparison(
        patients=len({one.patient for one in own}),
        sentences=len(own),
        wrong=sum(one.wrong for one in own),
        rows={name: measured(each) for name, each in scored.items()},
        gain=gained(scored[UNTRAINED], own),
    )


def _scored(
    features: Features,
    seen: Sequence[Pair],
    unseen: Sequence[Pair],
    student: Student | None,
    embedder: str,
) -> tuple[dict[str, list[Scored]], Student]:
    if not unseen:
        raise BadInputError("there is no patient to test on; give the test part a share in --split")
    rows, test = features.both(seen or unseen), features.both(unseen)
    wrong, patients = [one.label for one in seen], [one.patient for one in seen]
    student = student or trained(rows, emphasis(rows.shape[1]), wrong, patients, embedder)
    scored = {
        UNTRAINED: _median_untrained(rows, test, unseen, embedder),
        EVERYTHING: [_said(pair, 1.0, 0.0) for pair in unseen],
        TRAINED: _all(student, test, unseen),
    }
    if seen:
        vectors = features.sentence_only(seen)
        alone = trained(vectors, np.ones(vectors.shape[1]), wrong, patients, embedder)
        scored[ALONE] = _all(alone, features.sentence_only(unseen), unseen)
    return scored, student


def _median_untrained(
    rows: Matrix, test: Matrix, unseen: Sequence[Pair], embedder: str
) -> list[Scored]:
    tries = [
        _all(untrained(rows, emphasis(rows.shape[1]), embedder, seed), test, unseen)
        for seed in UNTRAINED_SEEDS
    ]
    return sorted(tries, key=auc)[len(tries) // 2]


def _all(student: Student, rows: Matrix, pairs: Sequence[Pair]) -> list[Scored]:
    scores = student.scores(rows).tolist()
    return [
        _said(pair, score, student.threshold) for pair, score in zip(pairs, scores, strict=True)
    ]


def _said(pair: Pair, score: float, threshold: float) -> Scored:
    return Scored(patient=pair.patient, wrong=pair.label, score=score, flagged=score >= threshold)
