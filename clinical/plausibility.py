"""Which values a quantity can take: what is usual, and what is possible at all."""

from clinical.analytes import ANALYTES, Range


def plausible_range(concept: str) -> Range | None:
    """Return the widest range seen in living patients, in the canonical unit, if known."""
    analyte = ANALYTES.get(concept)
    return analyte.plausible if analyte else None


def is_plausible(concept: str, value: float) -> bool:
    """Say whether a value in the canonical unit can be true; unknown quantities always can."""
    bounds = plausible_range(concept)
    return bounds is None or bounds[0] <= value <= bounds[1]


def reference_range(concept: str, sex: str | None = None) -> Range | None:
    """Return the usual range; without a sex, the widest that holds for either."""
    analyte = ANALYTES.get(concept)
    if analyte is None or not analyte.reference:
        return None
    if sex in analyte.reference:
        return analyte.reference[sex]
    lows, highs = zip(*analyte.reference.values(), strict=True)
    return min(lows), max(highs)


def level_of(concept: str, value: float, sex: str | None = None) -> str | None:
    """Call a value `low`, `normal` or `high` by its reference range, if there is one."""
    bounds = reference_range(concept, sex)
    if bounds is None:
        return None
    if value < bounds[0]:
        return "low"
    return "high" if value > bounds[1] else "normal"
