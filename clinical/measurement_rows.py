"""Measurements in rows: a name, a value and a unit that stand in cells of their own."""

import re

from clinical.analyte_names import ROW_NAMES
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, Alias, Analyte, generic_concept
from clinical.facts import Concept, Quantity
from clinical.laboratory_names import (
    long_name,
    quantity_of_code,
    quantity_of_component,
    quantity_of_plain_component,
)
from clinical.measured_values import Number, measure
from clinical.number_tokens import read_number
from clinical.result_words import result_of, special_result
from clinical.units import unit_of

_SPECIMENS = {
    "cerebrospinal fluid": "csf",
    "csf": "csf",
    "urine": "urine",
    "ascites": "ascites",
    "pleural": "pleural",
    "pleural fluid": "pleural",
    "cerebrospinal fluid (csf)": "csf",
    "ascitic fluid": "ascites",
    "peritoneal": "ascites",
    "peritoneal fluid": "ascites",
    "synovial": "joint fluid",
    "synovial fluid": "joint fluid",
    "joint fluid": "joint fluid",
    "stool": "stool",
    "sputum": "sputum",
    "body fluid": "body fluid",
    "other body fluid": "body fluid",
    "other": "body fluid",
}
_FLUID_LAST = re.compile(
    r"^(?P<name>[^,(]+?)(?:\s*[,;-]\s*|\s*\()(?P<fluid>[A-Za-z ()]+?)\)?"
    r"(?:\s+(?:qual|quant|dipstick|strip|random|spot)\w*)?$",
    re.IGNORECASE,
)
_RESULT_KIND = re.compile(
    r"(?:[,\s]+(?:titer|titre|level|screen|test|qual(?:itative)?|quant(?:itative)?|pcr|naat|ag"
    r"|rapid|serum|plasma|blood|total|assay|result))+$",
    re.IGNORECASE,
)
"""What the name of a test adds about how it was done or how its result is given."""

_QUALIFIED_NAME = re.compile(r"^(?P<name>.*?)\s*(?:\((?P<unit>[^()]*)\)|\[[^\]]*\])\s*$")


RowMeasurement = tuple[Concept, Quantity | None, str | None]


def measurement_from_row(
    name: str, value: str, unit: str | None, specimen: str | None = None, code: str = ""
) -> RowMeasurement | None:
    """Read a table row as a concept with its quantity or its qualitative result.

    `specimen` is the fluid that was examined, where the table says so; blood is assumed. `code`
    is a LOINC code, which decides what was measured. None where the row has no name or no value
    that can be read.
    """
    if not name.strip() or not value.strip():
        return None
    analyte, implied = analyte_of_row(name, specimen, code)
    concept = analyte.concept if analyte else concept_of_name(name, specimen)
    number = None if special_result(value.strip().lower()) else number_of_cell(value)
    if number is None:
        told = result_of(value) or (" ".join(value.casefold().split()) if analyte else None)
        return (concept, None, told) if told else None
    written_unit = unit_of((unit or "").strip()) or unit_of(implied or "")
    number = number if number.unit else number._replace(unit=written_unit)
    if analyte is None:
        return concept, plain_quantity(number, unit), None
    measured = measure(analyte, number, lenient=True) or measure(
        analyte, number._replace(unit=None), lenient=True
    )
    if measured is None:
        return None
    return measured.analyte.concept, measured.quantity, None


def concept_of_name(name: str, specimen: str | None) -> Concept:
    """Name a quantity that the table does not hold, by its test in blood and the fluid."""
    parts = long_name(name)
    if parts is not None:
        return generic_concept("lab", f"{parts.specimen} {parts.component}".strip())
    alias = ROW_NAMES.get(name) if _SPECIMENS.get((specimen or "").strip().lower()) else None
    known = ANALYTES.get(alias.analyte) if alias else None
    return generic_concept("lab", specimen_name(known.concept.name if known else name, specimen))


def specimen_name(name: str, specimen: str | None) -> str:
    """Put the specimen before the name of a test, unless it is blood or is named already."""
    prefix = _SPECIMENS.get((specimen or "").strip().lower(), "")
    return name if not prefix or prefix in name.lower() else f"{prefix} {name}"


def analyte_of_row(
    name: str, specimen: str | None, code: str = ""
) -> tuple[Analyte | None, str | None]:
    """Find the analyte of a row's code or name, and the unit that the name states in brackets."""
    coded = quantity_of_code(code) if code else None
    parts = long_name(name)
    coded = coded or (quantity_of_component(parts) if parts else None)
    if coded:
        return ANALYTES[coded], None
    found, implied = _analyte_of_name(name, specimen)
    if found is not None:
        return found, implied
    name, specimen = plain_order(name, specimen)
    if parts is not None:
        specimen, name = specimen if not parts.specimen else parts.specimen, parts.component
    found, implied = _analyte_of_name(name, specimen)
    if found is None and not _SPECIMENS.get((specimen or "").strip().lower()):
        plain = quantity_of_plain_component(_RESULT_KIND.sub("", name))
        found = ANALYTES[plain] if plain else None
    return found, implied


def plain_order(name: str, specimen: str | None) -> tuple[str, str | None]:
    """Take the fluid and the kind of result off a name: `WBC, urine`, `ANA titer`."""
    fluid = _FLUID_LAST.match(name)
    if fluid and fluid["fluid"].lower() in _SPECIMENS:
        name, specimen = fluid["name"], fluid["fluid"]
    return name, specimen


def _analyte_of_name(name: str, specimen: str | None) -> tuple[Analyte | None, str | None]:
    """Find the analyte of a plain name, by the aliases of the table."""
    full = specimen_name(" ".join(name.split()), specimen)
    alias = ROW_NAMES.get(full)
    implied = None
    bracketed = _QUALIFIED_NAME.match(full)
    if bracketed and (bracketed["unit"] or "").lower() not in _SPECIMENS:
        implied = bracketed["unit"]
        alias = alias or ROW_NAMES.get(bracketed["name"])
    alias = alias or ROW_NAMES.loosely(full) or _named_of_fluid(name, specimen)
    alias = alias or ROW_NAMES.get(_RESULT_KIND.sub("", full))
    if alias is None or alias.analyte == NOT_A_MEASUREMENT or alias.state_word:
        return None, implied
    return ANALYTES[alias.analyte], implied


def _named_of_fluid(name: str, specimen: str | None) -> Alias | None:
    """Find a name that is only used of this fluid, as `Prot/Creat` is of urine."""
    fluid = _SPECIMENS.get((specimen or "").strip().lower())
    alias = ROW_NAMES.get(" ".join(name.split())) if fluid else None
    known = ANALYTES.get(alias.analyte) if alias else None
    return alias if known and fluid and known.concept.name.startswith(f"{fluid} ") else None


def number_of_cell(value: str) -> Number | None:
    """Read a cell that holds a number and perhaps its unit, and nothing else."""
    stripped = value.strip().rstrip("*").strip()
    negative = stripped.startswith("-")
    number = read_number(stripped.lstrip("-"), 0)
    if number is None or number.spelled or number.end < len(stripped.lstrip("-")):
        return None
    return number._replace(value=-number.value, written=stripped) if negative else number


def plain_quantity(number: Number, unit: str | None) -> Quantity:
    """Keep a value of an unknown quantity in the unit it was written in."""
    return Quantity(
        value=number.value,
        unit=number.unit or (unit or "").strip(),
        high=number.high,
        comparator=number.comparator,
        tolerance=number.half_digit,
        written=number.written,
    )
