"""Laboratory values, vital signs and other measurements of tables."""

import re
from functools import lru_cache

from clinical.analytes import ANALYTES, generic_concept
from clinical.facts import Concept, Fact, Quantity
from clinical.labels import Kind
from clinical.laboratory_names import CODE
from clinical.measurement_rows import measurement_from_row
from kg.row_facts.cells import Cells
from kg.row_facts.measured_columns import quantity_of_column

_NAMES = (
    "label",
    "labname",
    "lab_name",
    "result_name",
    "test_name",
    "test",
    "component",
    "component_name",
    "analyte",
    "observation",
    "observation_name",
    "measurement",
    "measurement_name",
    "measurement_concept_name",
    "observation_concept_name",
    "parameter",
    "item_name",
    "name",
)
_PLAIN_NAMES = ("description", "code", "item", "display")
"""Columns that name a quantity where no other column does."""

_VALUES = (
    "valuenum",
    "value",
    "labresulttext",
    "labresult",
    "result_value",
    "valueuom_value",
    "result",
    "result_text",
    "value_as_number",
    "value_as_concept_name",
    "value_text",
    "valuestring",
    "numeric_value",
    "resultvalue",
    "value_source_value",
)
_UNITS = (
    "valueuom",
    "labmeasurenamesystem",
    "labmeasurenameinterface",
    "unit",
    "units",
    "uom",
    "value_unit",
    "result_unit",
    "unit_source_value",
    "unit_concept_name",
)
_CODES = ("loinc", "code.code", "code", "measurement_source_value")
"""Columns that may hold a LOINC code."""

_NUMBER = re.compile(r"\s*([<>~]?)=?\s*([+-]?\d+(?:\.\d+)?)\s*")
_DECIMAL_COMMA = re.compile(r"(?P<before>[<>]?=?\s*[+-]?\d{1,3}),(?P<after>\d{1,2})")
"""A number of two places behind a comma; three digits are thousands."""

_PRESSURE = re.compile(r"\s*(\d{2,3})\s*/\s*(\d{2,3})\s*")
_OUTPUTS = dict.fromkeys(
    ("foley", "void", "condom cath", "straight cath", "suprapubic", "texas condom"),
    "urine output",
)
"""Ways in which urine leaves; the table counts every output in milliliters."""

_LABORATORY_TABLES = frozenset({"labevents", "lab", "labs", "lab_results", "laboratory"})

_FAHRENHEIT_FROM = 60.0
"""No living patient is as warm as this in Celsius."""

_EXAM_PATH = re.compile(r"/Vital Sign and Physiological Data/(?:[^/]+/)*(?P<name>[^/]+) Current$")

Reading = tuple[Concept, Quantity | None, str | None]


def read_measurement(cells: Cells) -> list[Fact]:
    """Read a row that names a quantity and gives its value and unit."""
    named, value_field = cells.field(*_NAMES) or cells.worded(*_PLAIN_NAMES), cells.field(*_VALUES)
    if named is None or value_field is None:
        return []
    name = cells.text(named.casefold())
    value, unit = cells.text(value_field.casefold()), cells.text(*_UNITS)
    if cells.row.table.casefold() == "outputevents":
        name, unit = _OUTPUTS.get(name.casefold(), name), unit or "mL"
    kind: Kind = "lab" if _is_laboratory(cells) else "vital"
    return facts_of(cells, name, value, unit, value_field, kind)


def _is_laboratory(cells: Cells) -> bool:
    category = cells.text("category").casefold()
    return cells.row.table.casefold() in _LABORATORY_TABLES or category == "laboratory"


def read_columns(cells: Cells) -> list[Fact]:
    """Read a row that has a column for each measurement."""
    found: list[Fact] = []
    for column in cells.columns():
        value = cells.text(column)
        if not (_NUMBER.fullmatch(value) or _PRESSURE.fullmatch(value)):
            continue
        named = quantity_of_column(column, cells.row.table)
        if named is not None:
            unit = named.unit or _temperature_unit(named.name, value)
            found += facts_of(
                cells, named.name, value, unit, cells.field(column) or column, "vital"
            )
    return found


def read_examination(cells: Cells) -> list[Fact]:
    """Read a vital sign that stands at the end of a path of an examination form."""
    path = _EXAM_PATH.search(cells.text("physicalexampath"))
    field = cells.field("physicalexamtext")
    if path is None or field is None or not _NUMBER.fullmatch(cells.text(field.casefold())):
        return []
    name = path["name"].replace("(", "").replace(")", "")
    return facts_of(cells, name, cells.text(field.casefold()), "", field, "vital")


def facts_of(cells: Cells, name: str, value: str, unit: str, field: str, kind: Kind) -> list[Fact]:
    """Make the facts of one named value; a blood pressure is two."""
    comma = _DECIMAL_COMMA.fullmatch(value)
    value = f"{comma['before']}.{comma['after']}" if comma else value
    pressure = _PRESSURE.fullmatch(value)
    if pressure and "pressure" in name.casefold():
        return [
            *facts_of(cells, "systolic blood pressure", pressure[1], "mmHg", field, kind),
            *facts_of(cells, "diastolic blood pressure", pressure[2], "mmHg", field, kind),
        ]
    specimen = cells.text("fluid", "specimen")
    concept, quantity, result = _reading(name, value, unit, specimen, kind, _code(cells))
    analyte = ANALYTES.get(concept.id)
    return [
        Fact(
            kind=("lab" if analyte.kind == "lab" else "vital") if analyte else kind,
            concept=concept,
            text=f"{name} {value} {unit}".strip(),
            source=cells.source(field.casefold()),
            quantity=quantity,
            result=result,
            time=cells.when(),
            encounter=cells.row.encounter,
        )
    ]


def _code(cells: Cells) -> str:
    """The LOINC code of a row, where a column holds one."""
    return next((code for name in _CODES if CODE.fullmatch(code := cells.text(name))), "")


@lru_cache(maxsize=65536)
def _reading(
    name: str, value: str, unit: str, specimen: str, kind: Kind, code: str = ""
) -> Reading:
    """Read by the table of analytes, else keep the name, number and unit as they are written."""
    known = measurement_from_row(name, value, unit, specimen, code)
    if known is not None:
        concept = known[0] if known[0].id in ANALYTES or kind == "lab" else None
        return concept or generic_concept(kind, name), known[1], known[2]
    number = _NUMBER.fullmatch(value)
    concept = generic_concept(kind, name)
    if number is None:
        return concept, None, " ".join(value.casefold().split())
    comparator = number[1] if number[1] in ("<", ">", "~") else ""
    decimals = len(number[2].partition(".")[2])
    quantity = Quantity.model_validate(
        {
            "value": float(number[2]),
            "unit": unit,
            "comparator": comparator,
            "tolerance": 0.5 * 10.0**-decimals,
            "written": value.strip(),
        }
    )
    return concept, quantity, None


def _temperature_unit(name: str, value: str) -> str:
    """Tell Fahrenheit from Celsius by the number where the column does not say."""
    number = _NUMBER.fullmatch(value) if name == "temperature" else None
    if number is None:
        return ""
    return "F" if float(number[2]) >= _FAHRENHEIT_FROM else "C"
