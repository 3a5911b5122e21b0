"""What a threshold on the score does: answers kept back, or looked up again in the graph."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scipy import stats

from evaluation.faith.statements import Score, Scored
from kg.errors import BadInputError

PERCENTILES = (0, 5, 10, 20, 30, 40, 50)


class Kept(NamedTuple):
    """What remains when the lowest share of the answers is rejected."""

    rejected: float
    right: float
    """Share of true statements among those kept (1 - risk)."""

    threshold: float
    """Score below which an answer is rejected, or looked up again."""


def reject_to_answer(results: Sequence[Scored]) -> list[Kept]:
    """Reject the lowest percentiles; what could not be verified is rejected first."""
    order = sorted(results, key=lambda r: (r.score is not None, r.score or 0.0))
    found = []
    for percent in PERCENTILES:
        kept = order[round(len(order) * percent / 100) :]
        right = sum(one.statement.is_true for one in kept) / len(kept)
        lowest = next((one.score for one in kept if one.score is not None), None)
        found.append(Kept(percent / 100, right, -1.0 if lowest is None else lowest))
    return found


class Agreement(NamedTuple):
    """How scores go with the ratings of experts."""

    texts: int
    pearson: float
    spearman: float
    coverage: float


def agreement(path: Path, score: Score) -> Agreement:
    """Correlate scores with ratings: a `.csv` with the columns `text` and `rating`."""
    ratings: list[float] = []
    scores: list[float] = []
    count = 0
    with path.open(encoding="utf-8", newline="") as stream:
        for number, row in enumerate(csv.DictReader(stream), 2):
            try:
                text, rating = row["text"], float(row["rating"])
            except (KeyError, TypeError, ValueError) as error:
                raise BadInputError(
                    f"{path}, line {number}: needs the columns text and rating (a number)"
                ) from error
            count += 1
            found = score(text)
            if found is not None:
                ratings.append(rating)
                scores.append(found)
    if len(set(ratings)) < 2 or len(set(scores)) < 2:
        raise BadInputError(f"{path}: {len(scores)} texts with a score; ratings must differ")
    return Agreement(
        count,
        float(stats.pearsonr(ratings, scores).statistic),
        float(stats.spearmanr(ratings, scores).statistic),
        len(scores) / count,
    )
