"""What a text says of a person beside age and sex: marital status, language, way of coming."""

import re
from collections.abc import Iterator

from clinical.demographics import DemographicMention
from clinical.facts import Concept

MARITAL_STATUS = Concept(id="demographic:marital_status", name="marital status")
LANGUAGE = Concept(id="demographic:language", name="language")
ARRIVAL = Concept(id="demographic:arrival", name="way of arrival")

_STATUS = r"(?P<said>married|divorced|widowed|separated|single|never married|unmarried)"
_MARITAL = re.compile(
    r"(?:\b(?:he|she|patient|pt)\s+(?:is|was)\s+(?:currently\s+|now\s+|recently\s+)?"
    r"|\bmarital status\s*(?::|is|was)\s*)" + _STATUS + r"(?=\s*(?:[.,;]|and\b|with\b|$))",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"\b(?:primary|preferred|first|native)\s+language\s*(?::|is|was)\s*(?P<said>[A-Z][a-z]+)\b"
    r"|\b(?P<said2>[A-Z][a-z]+)[- ]speaking\b",
)
_ARRIVAL = re.compile(
    r"\b(?:arrived|came|presented|transported|brought(?: in)?|transferred)\b[^.;,]{0,40}?"
    r"\b(?:by|via|per)\s+(?:an?\s+)?(?P<said>ambulance|EMS|helicopter|private (?:car|vehicle))\b"
    r"|\b(?P<said2>BIBA|walked in(?:to)?(?= the (?:ED|emergency)))\b",
    re.IGNORECASE,
)
_SAME = {
    "never married": "single",
    "unmarried": "single",
    "legally separated": "separated",
    "ems": "ambulance",
    "biba": "ambulance",
    "private car": "walk in",
    "private vehicle": "walk in",
    "walked in": "walk in",
    "walked into": "walk in",
}
_MAY_BOTH_BE = frozenset({"single", "divorced", "widowed", "separated"})
"""Words for somebody who is not married; `single` may be said of all of them."""


def find_social_status(text: str) -> list[DemographicMention]:
    """Find what a text says of these, in the order of the text."""
    found = [*_said(_MARITAL, MARITAL_STATUS, text), *_said(_LANGUAGE, LANGUAGE, text)]
    return sorted([*found, *_said(_ARRIVAL, ARRIVAL, text)], key=lambda one: one.start)


def same_status(one: str, other: str) -> bool:
    """Say whether two words tell the same of a person, or may both be true."""
    first, second = plain_status(one), plain_status(other)
    unmarried = "single" in (first, second) and {first, second} <= _MAY_BOTH_BE
    return first == second or unmarried


def plain_status(written: str) -> str:
    """Bring a word for a state of life, a language or a way of coming into its common form."""
    plain = " ".join(written.casefold().split("(")[0].split())
    return _SAME.get(plain, plain)


def _said(pattern: re.Pattern[str], concept: Concept, text: str) -> Iterator[DemographicMention]:
    for match in pattern.finditer(text):
        group = "said" if match["said"] else "said2"
        yield DemographicMention(
            match.start(), match.end(), concept, result=plain_status(match[group])
        )
