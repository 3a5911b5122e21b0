"""Results that put a patient in danger, by quantity.

The table `lexicons/critical_results.tsv` holds the limits, for a clinician to review.
"""

import re
from functools import lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple

Side = Literal["low", "high"]


class CriticalLimits(NamedTuple):
    """The limits of one quantity, in its canonical unit."""

    analyte: str
    low: float | None
    high: float | None
    told_by: re.Pattern[str]
    """Words that tell of a dangerous result without naming the quantity."""

    source: str

    def side(self, value: float) -> Side | None:
        """Say on which side a value is dangerous, or return None where it is not."""
        if self.low is not None and value <= self.low:
            return "low"
        if self.high is not None and value >= self.high:
            return "high"
        return None


@lru_cache(maxsize=1)
def critical_limits() -> dict[str, CriticalLimits]:
    """Read the table, by concept id."""
    text = files("clinical.lexicons").joinpath("critical_results.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines()[3:]]
    return {row[0]: _limits(row) for row in rows}


def _limits(cells: list[str]) -> CriticalLimits:
    analyte, low, high, told_by, source = cells
    return CriticalLimits(
        analyte=analyte,
        low=float(low) if low else None,
        high=float(high) if high else None,
        told_by=re.compile(told_by, re.IGNORECASE),
        source=source,
    )
