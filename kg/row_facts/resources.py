"""FHIR resources that need more than one field: observations, encounters and reports."""

import re

from clinical.assertion import assert_span
from clinical.facts import Fact
from clinical.vocabulary import concept, condition_concept, find_terms
from kg.row_facts.cells import Cells
from kg.row_facts.encounters import read_encounter
from kg.row_facts.measurements import facts_of
from kg.row_facts.procedures import procedure_concept

_COMPONENT = re.compile(r"(component(?:\[\d+\])?)\.code")
_VALUES = ("valuequantity.value", "valuestring", "valuecodeableconcept", "valueboolean")
_UNUSED = frozenset({"entered-in-error", "cancelled", "unknown"})
_REASON = re.compile(r"reasoncode(?:\[\d+\])?")


def read_observation(cells: Cells) -> list[Fact]:
    """Read the value of an observation and of each of its components."""
    if cells.text("status").casefold() in _UNUSED:
        return []
    parts = [match[1] for name in cells.columns() if (match := _COMPONENT.fullmatch(name))]
    found = []
    for prefix in ("", *(f"{part}." for part in parts)):
        value = cells.field(*(f"{prefix}{name}" for name in _VALUES))
        name = cells.text(f"{prefix}code")
        if value is None or not name:
            continue
        unit = cells.text(f"{prefix}valuequantity.unit")
        comparator = cells.text(f"{prefix}valuequantity.comparator").rstrip("=")
        written = f"{comparator}{cells.text(value.casefold())}"
        is_lab = "laboratory" in cells.text("category").casefold()
        found += facts_of(cells, name, written, unit, value, "lab" if is_lab else "vital")
    return found


def read_fhir_encounter(cells: Cells) -> list[Fact]:
    """Read where an encounter took place, how it ended and what it was for."""
    found = read_encounter(cells)
    for column in cells.columns():
        text = cells.text(column)
        if text and _REASON.fullmatch(column):
            found.append(
                Fact(
                    kind="diagnosis",
                    concept=condition_concept(text),
                    text=text,
                    source=cells.source(column),
                    time=cells.when("period.start", "period.end"),
                    encounter=cells.row.encounter,
                )
            )
    return found


def read_report(cells: Cells) -> list[Fact]:
    """Read which study a report is of, and the findings of its conclusion."""
    column = cells.field("code", "description", "series.modality")
    title = cells.text(column.casefold()) if column else ""
    if column is None:
        return _conclusion(cells, None)
    study = Fact(
        kind="procedure",
        concept=procedure_concept(title),
        text=title,
        source=cells.source(column.casefold()),
        time=cells.when(),
        encounter=cells.row.encounter,
    )
    return [study, *_conclusion(cells, study.concept.id)]


def _conclusion(cells: Cells, study: str | None) -> list[Fact]:
    text = cells.text("conclusion")
    return [
        Fact(
            kind=term.kind,
            concept=concept(term.concept_id),
            text=term.text,
            source=cells.source("conclusion"),
            assertion=assert_span(text, term.start, term.end).assertion,
            study=study,
            time=cells.when(),
            encounter=cells.row.encounter,
        )
        for term in find_terms(text)
    ]
