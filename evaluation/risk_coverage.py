"""How many errors remain when only the surest verdicts are kept."""

from collections.abc import Sequence
from itertools import groupby

from pydantic import BaseModel

from evaluation.outcomes import RowOutcome

POINTS = 20
"""At most so many points of the curve are written out."""


class CoveragePoint(BaseModel, frozen=True):
    """The verdicts of at least one confidence: how many there are, and how often they are wrong."""

    confidence: float
    coverage: float
    risk: float


class RiskCoverage(BaseModel, frozen=True):
    """The curve from the surest verdicts to all of them, and the area under it."""

    points: tuple[CoveragePoint, ...]
    area: float | None
    """Mean risk over the coverage that was reached; None without a graded row."""


def risk_coverage(rows: Sequence[RowOutcome]) -> RiskCoverage:
    """Order the graded rows by confidence; rows without a grade only lower the coverage.

    Rows of one confidence come in together, so their order never matters.
    """
    graded = sorted((r for r in rows if r.graded), key=lambda row: -row.confidence)
    points: list[CoveragePoint] = []
    kept = wrong = 0
    area = 0.0
    for confidence, group in groupby(graded, key=lambda row: row.confidence):
        agreed = [row.agreed for row in group]
        kept += len(agreed)
        wrong += agreed.count(False)
        area += len(agreed) * wrong / kept
        points.append(
            CoveragePoint(confidence=confidence, coverage=kept / len(rows), risk=wrong / kept)
        )
    return RiskCoverage(points=thinned(points), area=area / kept if kept else None)


def thinned(points: list[CoveragePoint]) -> tuple[CoveragePoint, ...]:
    """Keep a number of points spread over the curve, the last one always."""
    if len(points) <= POINTS:
        return tuple(points)
    step = (len(points) - 1) / (POINTS - 1)
    return tuple(points[round(index * step)] for index in range(POINTS))
