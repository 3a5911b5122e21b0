"""Values of a patient at which a drug is dangerous, and the most of it that is taken in a day."""

import re
from functools import cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of

COMPARISON = re.compile(r"([<>]) ([\d.]+)")


class ValueLimit(NamedTuple):
    """A value beyond which a drug or class is dangerous, in the canonical unit of the analyte."""

    drug: str
    """Id of a drug or class."""

    analyte: str
    above: bool
    """Dangerous above the limit; below it otherwise."""

    limit: float
    severity: str
    why: str

    def is_crossed(self, value: float) -> bool:
        """Say whether a value is on the dangerous side."""
        return value > self.limit if self.above else value < self.limit


@cache
def value_limits() -> tuple[ValueLimit, ...]:
    """Read all limits; `drug` is the name of a drug or class as the lexicon of drugs has it."""
    heading, *rows = rows_of("value_limits.tsv")
    found = []
    for drug, analyte, limit, severity, why in rows:
        told = COMPARISON.fullmatch(limit)
        if told is None:
            raise ValueError(f"value_limits.tsv: {limit!r} is no {heading[2]}")
        found.append(ValueLimit(drug, analyte, told[1] == ">", float(told[2]), severity, why))
    return tuple(found)


@cache
def daily_maximum(drug_id: str) -> float | None:
    """Return the most of a drug in mg that an adult usually takes by mouth in a day, if known."""
    return _maxima().get(drug_id.partition(":")[2])


@cache
def _maxima() -> dict[str, float]:
    _, *rows = rows_of("daily_maximum.tsv")
    return {drug: float(amount) for drug, amount in rows}
