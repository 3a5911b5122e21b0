"""Yes or no to questions about the height of a value: above 2, high, low, normal."""

import re
from collections.abc import Sequence
from typing import Literal

from agents.ask.patient_facts import Told
from clinical.analytes import ANALYTES

Level = Literal["high", "low", "normal"]

_ABOVE = re.compile(
    r"\b(?:above|over|greater than|more than|higher than|exceed\w*|>)\s*(\d+(?:\.\d+)?)"
)
_BELOW = re.compile(r"\b(?:below|under|less than|lower than|<)\s*(\d+(?:\.\d+)?)")
_LEVELS: dict[Level, re.Pattern[str]] = {
    "high": re.compile(r"\b(?:high|elevated|raised|increased)\b", re.IGNORECASE),
    "low": re.compile(r"\b(?:low|decreased|reduced)\b", re.IGNORECASE),
    "normal": re.compile(r"\bnormal\b", re.IGNORECASE),
}
_SEXES = {"female": "F", "f": "F", "male": "M", "m": "M"}


def level_lead(question: str, told: Sequence[Told], sex: str) -> str:
    """Say yes or no where the values decide it, and nothing where they do not."""
    values = [one for one in told if one.fact.quantity is not None]
    if not values:
        return ""
    for words, above in ((_ABOVE, True), (_BELOW, False)):
        limit = words.search(question)
        if limit is not None:
            bound = float(limit[1])
            met = any((_number(one) > bound) if above else (_number(one) < bound) for one in values)
            return "Yes, at least once:" if met else "No:"
    asked = next((level for level, words in _LEVELS.items() if words.search(question)), None)
    known = [level for one in values if (level := _level(one, sex)) is not None]
    if asked is None or len(known) < len(values):
        return ""
    if asked == "normal":
        return "Yes:" if set(known) == {"normal"} else "No, not always:"
    return "Yes, at least once:" if asked in known else "No:"


def _number(told: Told) -> float:
    return told.fact.quantity.value if told.fact.quantity else 0.0


def _level(told: Told, sex: str) -> Level | None:
    """Compare a value with the usual range; without a known sex, both ranges must agree."""
    analyte = ANALYTES.get(told.fact.concept.id)
    if analyte is None or not analyte.reference:
        return None
    own = _SEXES.get(sex.casefold())
    ranges = [span for name, span in analyte.reference.items() if own in (None, name)]
    levels: set[Level] = {
        "low" if _number(told) < low else "high" if _number(told) > high else "normal"
        for low, high in ranges
    }
    return levels.pop() if len(levels) == 1 else None
