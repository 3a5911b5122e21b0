"""FHIR resources that need more than one field: observations, encounters, reports and plans."""

import re
from typing import NamedTuple

from clinical.assertion import assert_span
from clinical.facts import Fact
from clinical.labels import Kind
from clinical.vocabulary import concept, condition_concept, find_terms
from kg.row_facts.cells import Cells
from kg.row_facts.encounters import COURSES, read_encounter
from kg.row_facts.measurements import facts_of
from kg.row_facts.procedures import procedure_concept
from kg.row_facts.statuses import never_was

_COMPONENT = re.compile(r"(component(?:\[\d+\])?)\.code")
_VALUES = (
    "valuequantity.value",
    "valuestring",
    "valuecodeableconcept",
    "valueinteger",
    "valueboolean",
    "valuedatetime",
    "valuetime",
)
_FOUND = {"true": "positive", "false": "negative"}
_UNUSED = frozenset({"unknown", "registered"})
_REASON = re.compile(
    r"(?:reasoncode|reason)(?:\[\d+\])?|reason(?:\[\d+\])?\.value(?:\[\d+\])?|reasondescription"
)
"""Why an encounter took place: in FHIR R4, in R5, and in tables."""

_ACTIVITY = re.compile(r"(activity(?:\[\d+\])?\.detail)\.code")
_NOT_BEGUN = frozenset({"not-started", "scheduled", "cancelled", "stopped", "entered-in-error"})


def read_observation(cells: Cells) -> list[Fact]:
    """Read the value of an observation and of each of its components."""
    if never_was(cells) or cells.text("status").casefold() in _UNUSED:
        return []
    parts = [match[1] for name in cells.columns() if (match := _COMPONENT.fullmatch(name))]
    found = []
    for prefix in ("", *(f"{part}." for part in parts)):
        value = _value(cells, prefix)
        name = cells.text(f"{prefix}code")
        if value is not None and name:
            is_lab = "laboratory" in cells.text("category").casefold()
            kind: Kind = "lab" if is_lab else "vital"
            found += facts_of(cells, name, value.written, value.unit, value.column, kind)
    return found


class _Value(NamedTuple):
    """What an observation says, and the column that its evidence quotes."""

    written: str
    unit: str
    column: str


def _value(cells: Cells, prefix: str) -> _Value | None:
    """Read a value of any type; a range and a ratio are written out of their two numbers."""
    column = cells.field(*(f"{prefix}{name}" for name in _VALUES))
    if column is not None:
        comparator = cells.text(f"{prefix}valuequantity.comparator").rstrip("=")
        unit = cells.text(f"{prefix}valuequantity.unit")
        said = cells.text(column.casefold())
        said = _FOUND.get(said.casefold(), said) if column.casefold().endswith("boolean") else said
        return _Value(f"{comparator}{said}", unit, column)
    return _range(cells, f"{prefix}valuerange.") or _ratio(cells, f"{prefix}valueratio.")


def _range(cells: Cells, prefix: str) -> _Value | None:
    low, high = cells.text(f"{prefix}low.value"), cells.text(f"{prefix}high.value")
    column = cells.field(f"{prefix}low.value", f"{prefix}high.value")
    if column is None:
        return None
    written = f"{low}-{high}" if low and high else f">{low}" if low else f"<{high}"
    return _Value(written, cells.text(f"{prefix}low.unit", f"{prefix}high.unit"), column)


def _ratio(cells: Cells, prefix: str) -> _Value | None:
    """Read a titer (`1:40`), or an amount in one unit of another (`5 mg/mL`)."""
    above, below = cells.text(f"{prefix}numerator.value"), cells.text(f"{prefix}denominator.value")
    column = cells.field(f"{prefix}numerator.value")
    if column is None or not below:
        return None
    units = [cells.text(f"{prefix}{part}.unit") for part in ("numerator", "denominator")]
    if all(units) and float(below) == 1:
        return _Value(above, "/".join(units), column)
    return _Value(f"{above}:{below}", "", column)


def read_care_plan(cells: Cells) -> list[Fact]:
    """Read the activities of a plan of care that are under way or done."""
    found = []
    for column in cells.columns():
        activity = _ACTIVITY.fullmatch(column)
        status = cells.text(f"{activity[1]}.status").casefold() if activity else ""
        title = cells.text(column)
        if activity and title and status not in _NOT_BEGUN:
            found.append(
                Fact(
                    kind="event",
                    concept=procedure_concept(title),
                    text=title,
                    source=cells.source(column),
                    time=cells.during(*COURSES),
                    encounter=cells.row.encounter,
                )
            )
    return found


def read_fhir_encounter(cells: Cells) -> list[Fact]:
    """Read where an encounter took place, how it ended and what it was for."""
    found = read_encounter(cells)
    for column in cells.columns():
        text = cells.text(column)
        if text and not text.isdigit() and _REASON.fullmatch(column):
            found.append(
                Fact(
                    kind="diagnosis",
                    concept=condition_concept(text),
                    text=text,
                    source=cells.source(column),
                    time=cells.during(*COURSES),
                    encounter=cells.row.encounter,
                )
            )
    return found


def read_report(cells: Cells) -> list[Fact]:
    """Read which study a report is of, and the findings of its conclusion."""
    column = cells.worded("code", "description", "series.modality", "modality_description")
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
