"""Where the patient was treated, by whom, and where the patient went."""

import re
from functools import lru_cache

from clinical.facts import Concept, Fact
from clinical.stay_dates import ADMISSION, DISCHARGE
from clinical.vocabulary import concept, find_terms, lexicon
from kg.row_facts.cells import Cells, concept_in_words
from kg.visits import is_visit

_SERVICES = {
    "CMED": "service:cardiology",
    "CSURG": "service:cardiac_surgery",
    "DENT": "service:oral_surgery",
    "EMER": "service:emergency",
    "ENT": "service:otolaryngology",
    "EYE": "service:ophthalmology",
    "GU": "service:urology",
    "GYN": "service:gynecology",
    "MED": "service:medicine",
    "NMED": "service:neurology",
    "NSURG": "service:neurosurgery",
    "OBS": "service:obstetrics",
    "OMED": "service:oncology",
    "ORTHO": "service:orthopedics",
    "PSURG": "service:plastic_surgery",
    "PSYCH": "service:psychiatry",
    "SURG": "service:general_surgery",
    "TRAUM": "service:trauma",
    "TSURG": "service:thoracic_surgery",
    "VSURG": "service:vascular_surgery",
}
"""Short names of hospital services in MIMIC, and of kinds of encounters in FHIR."""

_DISPOSITIONS = {
    "home health care": "disposition:home_with_services",
    "home": "disposition:home",
    "died": "disposition:expired",
    "death": "disposition:expired",
    "expired": "disposition:expired",
    "rehab": "disposition:rehabilitation",
    "skilled nursing facility": "disposition:skilled_nursing_facility",
    "against advice": "disposition:against_medical_advice",
    "left against medical advice": "disposition:against_medical_advice",
    "chronic/long term acute care": "disposition:long_term_acute_care",
    "acute hospital": "disposition:acute_hospital",
    "psych facility": "disposition:psychiatric_facility",
}
_DEPARTMENTS = (
    "careunit",
    "curr_service",
    "first_careunit",
    "last_careunit",
    "unittype",
    "department",
    "ward",
    "class",
    "encounterclass",
    "type",
    "admission_location",
)
_ONLY_KNOWN = frozenset({"class", "encounterclass", "type", "admission_location"})
"""Columns that say other things besides departments."""

_DESTINATIONS = (
    "discharge_location",
    "hospitaldischargelocation",
    "hospitalization.dischargedisposition",
    "admission.dischargedisposition",
)
COURSES = (
    ("intime", "outtime"),
    ("admittime", "dischtime"),
    ("period.start", "period.end"),
    ("actualperiod.start", "actualperiod.end"),
    ("start", "stop"),
)
"""Columns between which a stay lasts."""

_HOSPITAL_STAYS: dict[str, tuple[tuple[str, str], ...]] = {
    "admissions": (("admittime", "dischtime"),),
    "encounter": (("period.start", "period.end"), ("actualperiod.start", "actualperiod.end")),
    "encounters": (("start", "stop"), ("start_time", "end_time"), ("admittime", "dischtime")),
    "visit_occurrence": (
        ("visit_start_datetime", "visit_end_datetime"),
        ("visit_start_date", "visit_end_date"),
    ),
}
"""Tables with a row for each stay in hospital, and the columns of arrival and departure."""

_SAYS_NOTHING = frozenset({"unknown", "other"})
_DEAD = frozenset({"1", "expired", "true"})
_LEFT = ("dischtime", "outtime", "period.end", "actualperiod.end", "stop")


def read_encounter(cells: Cells) -> list[Fact]:
    """Read departments, services, destination and death from a row about a stay."""
    found = [*_stay(cells), *_departments(cells)]
    if cells.row.table.casefold() == "edstays":
        found.append(_fact(cells, concept("service:emergency"), "emergency department", "intime"))
        if cells.row.encounter is None:
            found += _destination(cells, "disposition")
    for column in _DESTINATIONS:
        found += _destination(cells, column)
    return [*found, *_death(cells)]


def _stay(cells: Cells) -> list[Fact]:
    """The days of arrival and departure; a row of the emergency room dates the arrival alone."""
    facts = []
    for found, column in zip((ADMISSION, DISCHARGE), _ends(cells), strict=True):
        if column:
            fact = _fact(cells, found, found.name, column.casefold())
            facts.append(fact.model_copy(update={"time": cells.moment(column.casefold())}))
    kind = cells.field("admission_type")
    if kind:
        urgency = cells.text("admission_type")
        facts.append(_fact(cells, concept_in_words("admission", urgency), urgency, kind))
    return facts


def _ends(cells: Cells) -> tuple[str | None, str | None]:
    """The columns that date arrival and departure; a visit has neither."""
    table = cells.row.table.casefold()
    if table == "edstays":
        return cells.field("intime"), None
    if is_visit(cells.row.fields):
        return None, None
    for came, left in _HOSPITAL_STAYS.get(table, ()):
        if cells.field(came) or cells.field(left):
            return cells.field(came), cells.field(left)
    return None, None


def _departments(cells: Cells) -> list[Fact]:
    facts: dict[str, Fact] = {}
    for column in _DEPARTMENTS:
        name = cells.text(column)
        if name and name.casefold() not in _SAYS_NOTHING:
            fact = _fact(cells, department_concept(name), name, column)
            if column not in _ONLY_KNOWN or fact.concept.id in _known_services():
                facts.setdefault(fact.concept.id, fact)
    return list(facts.values())


@lru_cache(maxsize=1)
def _known_services() -> frozenset[str]:
    return frozenset(one for one in lexicon().labels if one.startswith("service:"))


@lru_cache(maxsize=4096)
def department_concept(name: str) -> Concept:
    """Find a department or service by its name or its short name."""
    short = _SERVICES.get(name.upper())
    if short is not None:
        return concept(short)
    found = [term for term in find_terms(name) if term.group == "service"]
    if not found:
        return concept_in_words("service", name)
    return concept(max(found, key=lambda term: (term.end - term.start, -term.start)).concept_id)


@lru_cache(maxsize=4096)
def disposition_concept(name: str) -> Concept:
    """Find the place or way of leaving the hospital."""
    known = _DISPOSITIONS.get(name.casefold())
    if known is not None:
        return concept(known)
    plain = re.sub(r"\([^)]*\)|^discharged? to\s+", "", name, flags=re.IGNORECASE)
    found = [term for term in find_terms(plain) if term.group == "disposition"]
    return concept(found[0].concept_id) if found else concept_in_words("disposition", name)


def _destination(cells: Cells, column: str) -> list[Fact]:
    name = cells.text(column)
    if not name or name.casefold() in _SAYS_NOTHING:
        return []
    fact = _fact(cells, disposition_concept(name), name, column)
    return [fact.model_copy(update={"time": cells.moment(*_LEFT) or fact.time})]


def _death(cells: Cells) -> list[Fact]:
    """A death in this stay; the date of a later one stands with the patient."""
    column = cells.field("deathtime")
    if column:
        fact = _fact(cells, concept("disposition:expired"), "deceased", "deathtime")
        return [fact.model_copy(update={"time": cells.moment("deathtime")})]
    for name in ("hospital_expire_flag", "hospitaldischargestatus"):
        if cells.text(name).casefold() in _DEAD:
            return [_fact(cells, concept("disposition:expired"), "deceased", name)]
    return []


def _fact(cells: Cells, found: Concept, text: str, column: str) -> Fact:
    return Fact(
        kind="encounter",
        concept=found,
        text=text,
        source=cells.source(column),
        time=cells.during(*COURSES),
        encounter=cells.row.encounter,
    )
