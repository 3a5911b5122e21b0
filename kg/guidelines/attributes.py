"""What a sentence says of a recommendation: its dose, its strength, and when it holds."""

import re

from kg.guidelines.knowledge import Attributes

_DOSE = re.compile(
    r"\b\d+(?:[.,]\d+)?(?:\s?[-/]\s?\d+(?:\.\d+)?)?\s?(?:mg|g|mcg|mL|units?|IU|%)"
    r"(?:/(?:kg|L|m2|hour|day|\d+\s?mg))*",
)
_ROUTES = {
    "orally": "oral",
    "by mouth": "oral",
    "oral": "oral",
    "intravenously": "intravenous",
    "intravenous": "intravenous",
    "subcutaneously": "subcutaneous",
    "subcutaneous": "subcutaneous",
    "intramuscularly": "intramuscular",
    "rectally": "rectal",
    "topically": "topical",
}
_ROUTE = re.compile(r"\b(" + "|".join(_ROUTES) + r")\b", re.IGNORECASE)
_FREQUENCY = re.compile(
    r"\b((?:once|twice|three times|four times)(?: (?:daily|weekly|a day|a week|monthly))?"
    r"|every \d+ (?:hours?|days?|weeks?|months?)|daily|weekly|monthly)\b",
    re.IGNORECASE,
)
_STRENGTH = re.compile(r"\b(strong|conditional|weak) recommendation\b", re.IGNORECASE)
_EVIDENCE = re.compile(
    r"\b(high|moderate|low|very low)[- ]quality evidence\b|\blevel ([ABC123])\b", re.IGNORECASE
)
_APPROVAL = re.compile(r"\b(approved|off-label|not approved|investigational)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|when|unless|provided that|in patients (?:with|who|whose|after)|for patients who"
    r"|during|after|before|within|until|as (?:maintenance|second line|first line|prophylaxis"
    r"|routine treatment|a routine follow-up)|because|outside of|above|on day \d+)\b[^.();]*",
    re.IGNORECASE,
)
_OF_LEVEL = {"a": "high", "b": "moderate", "c": "low", "1": "high", "2": "moderate", "3": "low"}
_WEIGHT_OF_STRENGTH = {"strong": 1.0, "conditional": 0.6}
_WEIGHT_OF_EVIDENCE = {"high": 1.0, "moderate": 0.75, "low": 0.5, "very low": 0.25}
_UNTOLD = 0.5
"""Weight of a part that a sentence does not tell."""


def condition_of(text: str) -> re.Match[str] | None:
    """Find the words that say when a statement holds."""
    return _CONDITION.search(text)


def attributes_of(text: str) -> Attributes:
    """Read the attributes that a sentence states."""
    strength = _STRENGTH.search(text)
    evidence = _EVIDENCE.search(text)
    condition = condition_of(text)
    dose, route = _DOSE.search(text), _ROUTE.search(text)
    frequency, approval = _FREQUENCY.search(text), _APPROVAL.search(text)
    level = (evidence[1] or _OF_LEVEL[evidence[2].lower()]) if evidence else ""
    return Attributes(
        condition=" ".join(condition[0].split()).strip(" ,") if condition else "",
        evidence_level=level.lower(),
        strength=strength[1].lower().replace("weak", "conditional") if strength else "",
        approval=approval[1].lower() if approval else "",
        dosage=" ".join(dose[0].split()) if dose else "",
        route=_ROUTES[route[1].lower()] if route else "",
        frequency=frequency[1].lower() if frequency else "",
    )


def weight_of(attributes: Attributes) -> float:
    """Weigh a statement from 0 to 1: the mean of its strength and of its evidence."""
    strength = _WEIGHT_OF_STRENGTH.get(attributes.strength, _UNTOLD)
    return (strength + _WEIGHT_OF_EVIDENCE.get(attributes.evidence_level, _UNTOLD)) / 2
