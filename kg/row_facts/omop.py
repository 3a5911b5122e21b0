"""Rows of the OMOP common data model, read by the readers of the families they belong to."""

from collections.abc import Callable, Mapping

from clinical.facts import Fact
from clinical.labels import Kind
from kg.row_facts.cells import Cells
from kg.row_facts.demographics import read_demographics
from kg.row_facts.diagnoses import read_diagnosis
from kg.row_facts.encounters import read_encounter
from kg.row_facts.measurements import facts_of
from kg.row_facts.medications import read_medication
from kg.row_facts.procedures import read_procedure

_BOUNDS = {"<", ">", "<=", ">="}


def read_omop(cells: Cells) -> list[Fact]:
    """Read a row by its table; the columns of the model stand in for those of other systems."""
    read, names = _TABLES[cells.row.table.casefold()]
    return read(Cells(cells.row, names))


def is_omop_observation(cells: Cells) -> bool:
    """Tell an observation of the model from the resource of the same name."""
    return any(name.startswith("observation_") for name in cells.columns())


def read_omop_value(cells: Cells) -> list[Fact]:
    """Read a measurement or observation: its number with its bound, else its answer in words."""
    table = cells.row.table.casefold()
    name = cells.text(*_said(table))
    if not name:
        return []
    kind: Kind = "lab" if table == "measurement" else "vital"
    unit = cells.text("unit_concept_name", "unit_source_value")
    number = cells.field("value_as_number")
    if number is not None:
        bound = cells.text("operator_concept_name")
        said = f"{bound.rstrip('=') if bound in _BOUNDS else ''}{cells.text('value_as_number')}"
        return facts_of(cells, name, said, unit, number, kind)
    answer = cells.field("value_as_string", "value_as_concept_name", "value_source_value")
    if answer is None:
        return []
    return facts_of(cells, name, cells.text(answer.casefold()), unit, answer, kind)


def _said(stem: str) -> tuple[str, ...]:
    """The columns that name what a row is of: the concept, else the words of the source."""
    return (f"{stem}_concept_name", f"{stem}_source_name", f"{stem}_source_value")


def _from(stem: str) -> tuple[str, ...]:
    return (f"{stem}_start_datetime", f"{stem}_start_date")


def _until(stem: str) -> tuple[str, ...]:
    return (f"{stem}_end_datetime", f"{stem}_end_date")


Names = Mapping[str, tuple[str, ...]]

_TABLES: dict[str, tuple[Callable[[Cells], list[Fact]], Names]] = {
    "condition_occurrence": (
        read_diagnosis,
        {
            "title": _said("condition"),
            "icd_code": ("condition_source_value",),
            "start": _from("condition"),
            "stop": _until("condition"),
        },
    ),
    "drug_exposure": (
        read_medication,
        {
            "drug": _said("drug"),
            "route": ("route_concept_name", "route_source_value"),
            "dose_units": ("dose_unit_source_value",),
            "starttime": _from("drug_exposure"),
            "stoptime": _until("drug_exposure"),
        },
    ),
    "measurement": (read_omop_value, {}),
    "observation": (read_omop_value, {}),
    "person": (
        read_demographics,
        {
            "gender": ("gender_concept_name", "gender_source_value"),
            "race": ("race_concept_name", "race_source_value"),
            "birthdate": ("birth_datetime", "year_of_birth"),
        },
    ),
    "death": (read_demographics, {"dod": ("death_datetime", "death_date")}),
    "procedure_occurrence": (
        read_procedure,
        {
            "procedure_name": _said("procedure"),
            "starttime": ("procedure_datetime", "procedure_date"),
            "endtime": ("procedure_end_datetime", "procedure_end_date"),
        },
    ),
    "visit_detail": (
        read_encounter,
        {
            "careunit": _said("visit_detail"),
            "intime": _from("visit_detail"),
            "outtime": _until("visit_detail"),
        },
    ),
    "visit_occurrence": (
        read_encounter,
        {
            "type": _said("visit"),
            "admission_location": (*_said("admitted_from"), "admitting_source_value"),
            "discharge_location": (*_said("discharged_to"), "discharge_to_source_value"),
        },
    ),
}
"""How the rows of each table are read, and what columns of other systems are called in it."""
