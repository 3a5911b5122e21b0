"""Whether a score stays when the same is said otherwise, and sinks when it is made wrong."""

import random
import statistics
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scipy import stats

from evaluation.faith.statements import Score, Statement

FRAMES = (
    "{}",
    "Please note: {}",
    "As your doctor explained, {lower}",
    "It is well known that {lower}",
    "You may have read that {lower}",
    "In general, {lower}",
    "Our pharmacist adds: {}",
    "{} We talked about this.",
    "For your information, {lower}",
    "{} Ask us if anything is unclear.",
)
"""Ten ways to say the same: structure and filling change, medical words do not."""

RESPONSE = 8
"""Statements of one response."""


class Corruption(NamedTuple):
    """One system whose responses hold a share of false statements."""

    share: float
    mean: float
    p_to_next: float | None
    """Of the paired t-test against the next worse system."""


def paraphrases(text: str) -> list[str]:
    """Say a statement in ten ways."""
    lower = text[:1].lower() + text[1:] if text[1:2].islower() else text
    return [frame.format(text, lower=lower) for frame in FRAMES]


def variation(statements: Sequence[Statement], score: Score) -> tuple[float, float]:
    """Return mean and deviation of the coefficient of variation over paraphrased responses."""
    texts = [one.text for one in statements if one.is_true]
    found = []
    for at in range(0, len(texts) - RESPONSE + 1, RESPONSE):
        told = [paraphrases(text) for text in texts[at : at + RESPONSE]]
        scores = [score(" ".join(way)) for way in zip(*told, strict=True)]
        known = [one for one in scores if one is not None]
        if len(known) > 1 and statistics.mean(known):
            found.append(statistics.pstdev(known) / abs(statistics.mean(known)))
    return statistics.mean(found), statistics.pstdev(found)


def graded_corruption(
    statements: Sequence[Statement],
    score: Score,
    shares: Sequence[float] = (0.0, 0.15, 0.3, 0.45, 0.6),
    responses: int = 40,
    seed: int = 5,
) -> list[Corruption]:
    """Score five systems that differ in how many of their statements are false."""
    true = [one.text for one in statements if one.is_true]
    false = [one.text for one in statements if not one.is_true]
    columns: list[list[float]] = []
    for share in shares:
        chance = random.Random(seed)
        column = []
        for _ in range(responses):
            chosen = chance.sample(true, RESPONSE)
            wrong = chance.sample(false, RESPONSE)
            places = chance.sample(range(RESPONSE), round(share * RESPONSE))
            text = " ".join(wrong[i] if i in places else chosen[i] for i in range(RESPONSE))
            column.append(score(text) or 0.0)
        columns.append(column)
    tests = [float(stats.ttest_rel(one, other).pvalue) for one, other in pairwise(columns)]
    return [
        Corruption(share, statistics.mean(column), p)
        for share, column, p in zip(shares, columns, [*tests, None], strict=True)
    ]
