"""Rows of tables that nobody described: what can be read from a name, a value and a unit."""

import re

from clinical.drug_lexicon import drug_concept
from clinical.facts import Concept, Fact
from clinical.labels import Kind
from clinical.vocabulary import concept, find_terms
from kg.row_facts.cells import Cells
from kg.row_facts.measurements import facts_of, read_columns

_NAME_ENDINGS = ("name", "title", "display", "label", "description", "term", "test", "string")
_NAMES = ("code", "item", "finding", "event", "drug", "diagnosis", "procedure", "category")
_VALUES = ("value", "valuenum", "result", "result_value", "resultvalue", "amount", "score")
_UNITS = ("unit", "units", "valueuom", "uom", "amountuom")
_WRITTEN_NUMBER = re.compile(r"\s*[<>~]?=?\s*[+-]?\d+(?:\.\d+)?\s*")
_LONGEST_NAME = 12
"""Words. A longer cell is prose, and stays evidence as it is written."""


def read_any(cells: Cells) -> list[Fact]:
    """Read a row by general rules; a row that names nothing is read column by column."""
    return _read_named(cells) or read_columns(cells)


def _read_named(cells: Cells) -> list[Fact]:
    """Read a row that has a column for the name of what it tells."""
    column = _name_column(cells)
    if column is None:
        return []
    name = cells.text(column).rpartition("|")[2].strip()
    value = cells.field(*_VALUES)
    if value and _WRITTEN_NUMBER.fullmatch(cells.text(value.casefold())):
        unit = cells.text(*_UNITS)
        return facts_of(cells, name, cells.text(value.casefold()), unit, value, "vital")
    meaning = _meaning(name)
    if meaning is None:
        return []
    return [
        Fact(
            kind=meaning[0],
            concept=meaning[1],
            text=name,
            source=cells.source(column),
            time=cells.when(),
            encounter=cells.row.encounter,
        )
    ]


def _name_column(cells: Cells) -> str | None:
    named = [name for name in cells.columns() if name.endswith(_NAME_ENDINGS) or name in _NAMES]
    filled = [name for name in named if 0 < len(cells.text(name).split()) <= _LONGEST_NAME]
    return min(filled, key=lambda name: (not name.endswith(_NAME_ENDINGS), name), default=None)


def _meaning(name: str) -> tuple[Kind, Concept] | None:
    drug = drug_concept(name)
    if drug is not None:
        return "medication", drug
    found = find_terms(name)
    if not found:
        return None
    best = max(found, key=lambda term: (term.end - term.start, -term.start))
    return best.kind, concept(best.concept_id)
