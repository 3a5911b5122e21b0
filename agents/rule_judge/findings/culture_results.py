"""What the cultures of each specimen came to in the record."""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from clinical.specimen_words import statement_at

STERILE = re.compile(
    r"(?<![-\w])(?:no (?:significant |bacterial |fungal |aerobic |anaerobic |further )*growth"
    r"|sterile"
    r"|negative|neg|ngtd|ngsf|ng|no organisms?(?! on gram)|nothing grew|did not grow|clean"
    r"|cleared)\b",
    re.IGNORECASE,
)
GROWN = re.compile(
    r"\b(?:grew|growing|grows|positive|isolated|recovered|yielded|(?:heavy|moderate|scant"
    r"|rare|light)"
    r" growth|cfu)\b|\d\s*(?:of|/)\s*\d\s*(?:bottles|sets|tubes)|>\s?\d{2,3},\d{3}",
    re.IGNORECASE,
)
UNTOLD = re.compile(
    r"\b(?:pending|sent|drawn?|collected|ordered|obtained|taken|repeat\w*|follow\w*|await\w*"
    r"|if|plan"
    r"|until|after|before)\b",
    re.IGNORECASE,
)
"""Words for a culture that was only taken or awaited."""

RESULTS = frozenset({"microbiology", "pertinent_results", "results", "labs", None})
"""Sections in which a culture that is named has a result."""

SCREENING = "study:surveillance_swab"


class CultureResults(NamedTuple):
    """The passages that tell of growth in one specimen, of none, and of a result not understood."""

    grown: list[Item]
    sterile: list[Item]
    unclear: list[Item]


def results_of(study: str, view: RecordView) -> CultureResults:
    """Sort what the record tells of the cultures of one specimen; orders and plans tell nothing."""
    grown = [item for item in germs(view) if item.fact.study == study]
    sterile: list[Item] = []
    unclear: list[Item] = []
    for item in view.by_concept.get(study, []):
        if item.fact.concept.id != study or item.fact.section in HISTORY_SECTIONS:
            continue
        told = statement_of(item)
        if STERILE.search(told):
            sterile.append(item)
        elif GROWN.search(told):
            grown.append(item)
        elif UNTOLD.search(told) is None and item.fact.section in RESULTS:
            unclear.append(item)
    return CultureResults(grown, sterile, unclear)


def statement_of(item: Item) -> str:
    """The stretch of a passage that tells of the very culture."""
    quote, offset = item.evidence.quote, item.evidence.source.start or 0
    place = max((item.fact.source.start or 0) - offset, 0)
    if place >= len(quote):
        return quote
    end = statement_at(quote, place + len(item.fact.text))[1]
    return quote[place:end]


def germs(view: RecordView) -> list[Item]:
    """Organisms that the record states to be present in this stay."""
    return [
        item
        for item in view.items
        if item.fact.concept.id.startswith("organism:")
        and item.fact.assertion == "present"
        and item.fact.study != SCREENING
        and item.fact.section not in HISTORY_SECTIONS
    ]
