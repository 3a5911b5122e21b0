"""Diseases of relatives: FHIR family histories and tables of them."""

import re

from clinical.facts import Fact
from clinical.vocabulary import condition_concept
from kg.row_facts.cells import Cells
from kg.row_facts.statuses import never_was

SECTION = "family_history"
_CONDITION = re.compile(r"condition(?:\[\d+\])?\.code")
_TITLES = ("condition", "diagnosis", "disease", "problem", "description", "history", "code")


def read_relative(cells: Cells) -> list[Fact]:
    """Read each disease of a relative; a mistaken entry tells of none."""
    if never_was(cells):
        return []
    columns = [name for name in cells.columns() if _CONDITION.fullmatch(name)]
    plain = cells.worded(*_TITLES)
    columns = columns or ([plain.casefold()] if plain else [])
    return [
        Fact(
            kind="diagnosis",
            concept=condition_concept(cells.text(column)),
            text=cells.text(column),
            source=cells.source(column),
            assertion="family",
            time=cells.when(),
            section=SECTION,
            encounter=cells.row.encounter,
        )
        for column in columns
    ]
