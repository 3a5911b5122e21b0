"""Medications of tables: orders, doses given, home lists and FHIR medication resources."""

import re
from functools import lru_cache

from clinical import sig
from clinical.drug_lexicon import drug_concept, find_drug_names
from clinical.facts import Concept, Fact, Quantity, TimeSpan
from clinical.labels import MedicationStatus
from kg.row_facts.cells import Cells, in_own_words
from kg.row_facts.statuses import RowStatus, is_at_discharge, status_of

_NAMES = (
    "drug",
    "medication",
    "drugname",
    "medicationcodeableconcept",
    "medicationreference",
    "medicationreference.display",
    "drug_name",
    "medication_name",
    "name",
    "label",
    "med_name",
    "med",
    "generic_name",
    "item",
    "drug_source_value",
    "drug_concept_name",
    "description",
)
_DOSES = ("dose_val_rx", "dose_val", "dose_given", "amount", "dosage", "dose")
_DOSE_UNITS = ("dose_unit_rx", "dose_unit", "dose_given_unit", "amountuom", "dose_units", "unit")
_FHIR_DOSES = ("dosageinstruction.doseandrate.dosequantity", "dosage.dose", "dosage.doseandrate")
_ROUTES = ("route", "routeadmin", "dosageinstruction.route", "dosage.route")
_DIRECTIONS = ("dosageinstruction.text", "dosage.text", "sig")
"""How to take a drug in words; read for what the fields of their own leave out."""

_STATUS_OF_TABLE: dict[str, MedicationStatus] = {
    "medrecon": "home",
    "medicationstatement": "home",
    "admissiondrug": "home",
    "emar": "given",
    "infusiondrug": "given",
    "pyxis": "given",
    "inputevents": "given",
    "medicationadministration": "given",
}
_INFUSED = re.compile(r"(?i)\b(?:infusion|drip|gtt)\b|/\s*(?:h|hr|hour|min|kg)\b")
_ONCE_A_DAY = frozenset({"od", "o.d."})
"""Once a day in British charts, where a cell says nothing else; elsewhere it is the right eye."""

_CARRIERS = frozenset({"bag", "solution", "piggyback", "vial", "syringe", "carrier", "flush"})
"""What a drug is given in; a row with nothing else names no drug."""

_GIVEN: dict[RowStatus, MedicationStatus] = {
    "error": "not_given",
    "not_done": "not_given",
    "held": "held",
}
_DISCHARGE_LIST = "discharge_medications"


def read_medication(cells: Cells) -> list[Fact]:
    """Read the drug of a row with its dose, route, frequency, status and course.

    A row that was cancelled, not given or entered by mistake says that the drug was not given.
    """
    field = cells.field(*_NAMES)
    if field is None:
        return []
    name = cells.text(field.casefold())
    if name.casefold() in _CARRIERS:
        return []
    status = _status(cells)
    return [
        Fact(
            kind="medication",
            concept=medication_concept(name),
            text=name,
            source=cells.source(field.casefold()),
            assertion="absent" if status == "not_given" else "present",
            quantity=_dose(cells, name),
            frequency=_frequency(cells),
            route=_route(cells),
            status=status,
            time=_course(cells),
            section=_DISCHARGE_LIST if is_at_discharge(cells) else None,
            encounter=cells.row.encounter,
        )
    ]


@lru_cache(maxsize=16384)
def medication_concept(name: str) -> Concept:
    """Find the drug of an order text, else keep the words of the text."""
    whole = drug_concept(name)
    if whole is not None:
        return whole
    found = find_drug_names(name)
    return found[0].concept if found else in_own_words(name)


def _status(cells: Cells) -> MedicationStatus | None:
    """Say what was done; an order alone leaves open whether the drug was given."""
    table = cells.row.table.casefold()
    told = status_of(cells)
    if told in _GIVEN:
        return _GIVEN[told]
    administered = _STATUS_OF_TABLE.get(table) == "given"
    if told == "stopped" and administered and table != "inputevents":
        return "stopped"
    if told == "done" and cells.field("mar_status", "administration_status"):
        return "given"
    return _STATUS_OF_TABLE.get(table)


def _dose(cells: Cells, name: str) -> Quantity | None:
    for prefix in _FHIR_DOSES:
        value = cells.text(f"{prefix}.value", f"{prefix}.dosequantity.value")
        unit = cells.text(f"{prefix}.unit", f"{prefix}.dosequantity.unit")
        if value and unit:
            return _read_dose(f"{value} {unit}")
    value = cells.text(*_DOSES)
    directed = None if value else _read_dose(cells.text(*_DIRECTIONS))
    if directed is not None and directed.unit not in sig.COUNTED:
        return directed
    if not value:
        strength = _read_dose(name)
        return strength if strength is not None and strength.unit in sig.STRENGTH_UNITS else None
    return _read_dose(f"{value} {cells.text(*_DOSE_UNITS)}".strip())


@lru_cache(maxsize=16384)
def _read_dose(text: str) -> Quantity | None:
    return sig.one_dose(sig.doses(text, 0, len(text)), text)


def _frequency(cells: Cells) -> float | None:
    """Return doses a day."""
    counted = cells.text("doses_per_24_hrs")
    if counted.replace(".", "", 1).isdigit():
        return float(counted)
    repeat = "dosageinstruction.timing.repeat"
    times, unit = cells.text(f"{repeat}.frequency"), cells.text(f"{repeat}.periodunit")
    period = cells.text(f"{repeat}.period")
    if times.isdigit() and period.replace(".", "", 1).isdigit() and unit in sig.HOURS:
        hours = float(period) * sig.HOURS[unit]
        return round(float(times) * 24.0 / hours, 4) if hours else None
    text = cells.text("frequency", *_DIRECTIONS)
    if text.strip().casefold() in _ONCE_A_DAY:
        return 1.0
    found = sig.frequency(text, 0, len(text))
    return found.value if found else None


def _route(cells: Cells) -> str | None:
    text = cells.text(*_ROUTES).strip(".")
    if not text:
        directions = cells.text(*_DIRECTIONS)
        said = sig.route(directions, 0, len(directions))
        return said.value if said else _by_vein(cells)
    found = sig.route(text, 0, len(text))
    return found.value if found else text.casefold()


def _by_vein(cells: Cells) -> str | None:
    """What runs at a rate or is called an infusion in a table of what went in, ran into a vein."""
    if cells.row.table.casefold() != "inputevents":
        return None
    told = " ".join((cells.text(*_NAMES), cells.text("rate", "rate_or_volume", "rateuom")))
    return "intravenous" if _INFUSED.search(told) else None


def _course(cells: Cells) -> TimeSpan | None:
    return cells.during(
        ("starttime", "stoptime"),
        ("starttime", "endtime"),
        ("effectiveperiod.start", "effectiveperiod.end"),
        ("start", "stop"),
    )
