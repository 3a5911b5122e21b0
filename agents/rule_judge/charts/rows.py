"""The entries of a chart's tables, so that rules can sort, count and compare them."""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import RecordView
from clinical.chart_claims import ChartClaim
from clinical.chart_phrases import Subject
from clinical.chart_scopes import ChartScope, StayScope
from clinical.stay_dates import ADMISSION, DISCHARGE

LABORATORY = ("labevents", "lab", "labs")
HOSPITAL_STAYS = ("admissions", "encounter", "encounters", "visit_occurrence")
"""Tables of stays in hospital; only the first has none but stays."""

STAYS = (*HOSPITAL_STAYS, "icustays")
TABLES: dict[Subject, tuple[str, ...]] = {
    "measurement": (*LABORATORY, "chartevents", "vitals_chartevents", "vitalsign", "omr"),
    "laboratory": LABORATORY,
    "microbiology": ("microbiologyevents",),
    "medication": ("prescriptions", "pharmacy", "medicationrequest"),
    "diagnosis": ("diagnoses_icd", "diagnosis", "diagnoses", "condition", "conditions"),
    "procedure": ("procedures_icd", "procedure", "procedures", "procedureevents", "hcpcsevents"),
    "intake": ("inputevents",),
    "output": ("outputevents",),
    "hospital_stay": (),
    "icu_stay": (),
    "admission": (),
    "discharge": (),
    "emergency": ("edstays", "transfers"),
}
"""The tables that hold each kind of entries, besides those of the stays."""

EMERGENCY = re.compile(r"\bemergency\b", re.IGNORECASE)
OPEN = "9999"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Row(NamedTuple):
    """One entry: what it is called, its number where it has one, and when it was made."""

    label: str
    number: float | None
    unit: str
    start: str
    stop: str
    encounter: str | None
    item: Item


def tables_of(claim: ChartClaim) -> tuple[str, ...]:
    """The tables that have to be searched whole."""
    return (*TABLES[claim.subject], *STAYS)


def rows_of(subject: Subject, view: RecordView) -> list[Row]:
    """Collect the entries of one kind, oldest first; ties by place."""
    if subject in ("hospital_stay", "admission", "discharge"):
        rows = hospital_stays(view)
    elif subject == "icu_stay":
        rows = icu_stays(view)
    else:
        rows = [row for item in view.items if (row := row_of(item, subject)) is not None]
    if subject == "emergency":
        rows = [row for row in rows if EMERGENCY.search(row.label)]
        rows += [row for row in came_from(view) if EMERGENCY.search(row.label)]
    if subject == "discharge":
        rows = [left(row) for row in rows if row.stop < OPEN or not row.start]
    return sorted(rows, key=lambda row: (row.start, str(row.item.fact.source)))


def row_of(item: Item, subject: Subject) -> Row | None:
    """Read an item as an entry of a table; None where it is none of this kind."""
    fact = item.fact
    if fact.source.table.casefold() not in TABLES[subject] or fact.time is None:
        return None
    if fact.concept.id.startswith("susceptibility:"):
        return None
    label, number, unit = fact.text, None, ""
    written = item.evidence.quote.partition("=")[2].strip()
    if fact.kind in ("lab", "vital"):
        label, _, unit = fact.text.rpartition(f" {written}")
        found = NUMBER.fullmatch(written)
        number = float(found[0]) if found else None
    return Row(
        label=label or fact.text,
        number=number,
        unit=unit.strip(),
        start=fact.time.earliest or "",
        stop=fact.time.latest or OPEN,
        encounter=fact.encounter,
        item=item,
    )


def hospital_stays(view: RecordView) -> list[Row]:
    """Every hospital stay with the moments of arrival and departure; an unknown one is empty."""
    came = {i.fact.encounter: i for i in tabled(view, ADMISSION.id) if i.fact.time}
    went = {i.fact.encounter: i for i in tabled(view, DISCHARGE.id) if i.fact.time}
    found: dict[str, Row] = {}
    for item in view.items:
        fact = item.fact
        table = fact.source.table.casefold()
        if table not in HOSPITAL_STAYS:
            continue
        if table != HOSPITAL_STAYS[0] and fact.encounter not in came:
            continue
        shows = came.get(fact.encounter, item)
        start, stop = (earliest(one.get(fact.encounter)) for one in (came, went))
        row = Row("", None, "", start or "", stop or OPEN, fact.encounter, shows)
        found.setdefault(fact.source.row, row)
    return list(found.values())


def left(stay: Row) -> Row:
    """The departure of a stay, at an empty moment where it is unknown."""
    return stay._replace(start=stay.stop if stay.stop < OPEN else "")


def earliest(item: Item | None) -> str | None:
    """The first moment of what an item tells."""
    return item.fact.time.earliest if item is not None and item.fact.time else None


def icu_stays(view: RecordView) -> list[Row]:
    """Every stay in intensive care, once."""
    found: dict[str, Row] = {}
    for item in view.items:
        fact = item.fact
        if fact.source.table.casefold() == "icustays" and fact.time is not None:
            start, stop = fact.time.earliest or "", fact.time.latest or OPEN
            row = Row(fact.text, None, "", start, stop, fact.encounter, item)
            found.setdefault(fact.source.row, row)
    return list(found.values())


def came_from(view: RecordView) -> list[Row]:
    """Where the patient came from, by stay."""
    return [
        Row(fact.text, None, "", fact.time.earliest or "", OPEN, fact.encounter, item)
        for item in view.items
        if (fact := item.fact).source.table.casefold() == "admissions"
        and fact.source.field.casefold() == "admission_location"
        and fact.time is not None
    ]


def kinds_of_admission(view: RecordView) -> dict[str | None, Item]:
    """How urgent each admission was, by stay."""
    return {
        item.fact.encounter: item
        for item in view.items
        if item.fact.source.field.casefold() == "admission_type"
    }


def tabled(view: RecordView, concept_id: str) -> list[Item]:
    """Items of one concept that stand in a table."""
    return [i for i in view.by_concept.get(concept_id, []) if i.fact.source.table]


def readings_of(scope: ChartScope, rows: list[Row], view: RecordView) -> list[list[Row]]:
    """Rows within the limits; more than one list where the words can mean more than one stay."""
    for span in scope.spans:
        low, high = span.earliest or "", span.latest or OPEN
        rows = [row for row in rows if row.start and low <= row.start <= high]
    readings = [rows]
    for stay in scope.stays:
        readings = [
            [row for row in reading if within(row, one)]
            for reading in readings
            for one in stays_meant(stay, view)
        ]
    return readings


def stays_meant(scope: StayScope, view: RecordView) -> list[Row | None]:
    """The stays that the words can mean; `last` is the newest one, or the newest that is over.

    Among stays of which one has no known beginning, none can be called the first or the last:
    the words then mean no stay that could be named, and the list is empty.
    """
    stays = icu_stays(view) if scope.ward == "icu" else hospital_stays(view)
    if scope.order != 0 and any(not row.start for row in stays):
        return []
    stays = sorted(stays, key=lambda row: row.start)
    over = [row for row in stays if row.stop < OPEN]
    if scope.order == 0:
        return [next((row for row in stays if row.stop >= OPEN), None)]
    if scope.order > 0:
        return [stays[scope.order - 1] if len(stays) >= scope.order else None]
    meant = [*over[scope.order :][:1], *stays[scope.order :][:1]]
    return list(dict.fromkeys(meant)) or [None]


def within(row: Row, stay: Row | None) -> bool:
    """Say whether an entry belongs to a stay."""
    if stay is None:
        return False
    meanwhile = bool(stay.start) and stay.start <= row.start <= stay.stop
    if stay.item.fact.source.table.casefold() == "icustays":
        return meanwhile
    same = stay.encounter is not None and row.encounter == stay.encounter
    return same or (row.encounter is None and meanwhile)
