"""Whether a text says that a drug was taken as prescribed before the stay, or was missed."""

import re
from typing import Literal

from clinical.drug_lexicon import DrugName

Adherence = Literal["taken", "missed"]
MISSED = re.compile(
    r"\b(?:miss(?:ed|ing|es)|skipp(?:ed|ing)|r[au]n(?:ning)? out of|(?:had |has )?stopped taking"
    r"|(?:not|n't) (?:been )?taking|not taken|non-?adheren\w+ (?:to|with)|non-?complian\w+ with"
    r"|forgot(?:ten)?(?: to take)?|failed to take)\s+"
    r"(?:(?!and\b|but\b)[\w-]+\s+){0,6}(?:of\s+)?$",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:not|never|no|denie[sd]|without|n't)\s+(?:(?:having|been|any|a|single|ever)\s+)*$",
    re.IGNORECASE,
)
TAKEN = re.compile(
    r"\b(?:tak(?:es|ing)|took|adheren\w+ (?:to|with)|complian\w+ with)\s+"
    r"(?:(?:all|of|his|her|their|the|both|home)\s+){0,3}$",
    re.IGNORECASE,
)
FAITHFULLY = re.compile(
    r"[^.;,]{0,25}?\b(?:as (?:prescribed|directed|instructed)|regularly|faithfully|reliably"
    r"|without (?:missing|fail)|every day)\b",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[.;:]\s|\bbut\b|\n\s*\n")
REACH = 80


def adherence_of(text: str, name: DrugName) -> Adherence | None:
    """Say whether a text tells that the drug at a place was taken as prescribed, or missed."""
    lead = CLAUSE.split(text[max(0, name.start - REACH) : name.start])[-1]
    missed = MISSED.search(lead)
    if missed is not None:
        return "taken" if DENIED.search(lead, 0, missed.start()) else "missed"
    if TAKEN.search(lead) and FAITHFULLY.match(text, name.end):
        return "taken"
    return None
