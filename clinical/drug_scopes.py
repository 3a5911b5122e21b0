"""The stretch of text that can belong to each drug of it."""

import re
from typing import NamedTuple

from clinical.drug_lexicon import DrugName, parts_of
from clinical.medication_status import PERIOD

STOP = re.compile(
    PERIOD + r"|;|\n\s*\n|\n(?=\s*(?:\d+[.)]|[-*•#])\s)|\b(?:whereas|while|but)\b"
    r"|\band\s+(?:he|she|they|we|it|his|the)\b",
    re.I,
)
COORDINATOR = re.compile(r",|/|\b(?:and|or|with|to|then|by|plus|for|from|of|instead)\b", re.I)
"""What the words before a drug's own name begin after, when another drug precedes it."""

REACH = 160
"""How far after a name its dose and frequency may stand."""


class DrugScope(NamedTuple):
    """A drug name with the stretch of text that can belong to it."""

    text: str
    name: DrugName
    left: int
    """Where words before the name begin to belong to it."""

    begin: int
    """Where words after the name begin to belong to it: its end, or that of its verb."""

    right: int

    @property
    def combination(self) -> bool:
        """Whether the drug has several ingredients."""
        return len(parts_of(self.name.concept.id)) > 1


def scopes_of(text: str, names: list[DrugName]) -> list[DrugScope]:
    """Share a text out among its drugs."""
    scopes: list[DrugScope] = []
    for index, name in enumerate(names):
        left = scopes[-1].right if scopes else 0
        cuts = list(STOP.finditer(text, left, name.start))
        left = cuts[-1].end() if cuts else left
        following = names[index + 1].start if index + 1 < len(names) else len(text)
        right = _right_end(text, name.end, following, index + 1 < len(names))
        scopes.append(DrugScope(text, name, left, name.end, right))
    return scopes


def _right_end(text: str, end: int, following: int, another: bool) -> int:
    """Find where the words about a drug end: before those that lead to the next one."""
    stop = STOP.search(text, end, min(following, end + REACH))
    if stop:
        return stop.start()
    leads = list(COORDINATOR.finditer(text, end, following)) if another else []
    leads = [
        lead for lead in leads if lead.group().lower() not in ("of", "for", "from", "to")
    ] or leads
    return min(leads[-1].start() if leads else following, end + REACH)
