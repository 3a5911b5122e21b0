"""Medications of tables: drug, dose, route, frequency, status and course."""

import pytest

from clinical.facts import Fact
from kg.record import TableRow
from kg.row_facts import read_row


def facts(table: str, time: str | None = None, **fields: str) -> list[Fact]:
    return read_row(TableRow(table=table, id="r1", fields=fields, time=time, encounter="e"))


def only(table: str, time: str | None = None, **fields: str) -> Fact:
    [fact] = facts(table, time, **fields)
    return fact


def test_orders_have_drug_dose_route_and_course() -> None:
    order = only(
        "prescriptions",
        drug="Lasix",
        dose_val_rx="40",
        dose_unit_rx="mg",
        route="IV",
        doses_per_24_hrs="2",
        starttime="2150-01-02 08:00:00",
        stoptime="2150-01-04 08:00:00",
    )
    assert order.concept.id == "drug:furosemide"
    assert order.quantity is not None
    assert (order.quantity.value, order.quantity.unit) == (40.0, "mg")
    assert (order.route, order.frequency, order.status) == ("intravenous", 2.0, None)
    assert order.time is not None
    assert (order.time.earliest, order.time.latest) == (
        "2150-01-02T08:00:00",
        "2150-01-04T08:00:00",
    )


def test_directions_in_words_give_what_no_other_field_says() -> None:
    words = {"dosageInstruction.text": "1000 mg by mouth three times daily"}
    order = only("MedicationRequest", medicationCodeableConcept="Acetaminophen 500 mg", **words)
    assert order.quantity is not None
    assert (order.quantity.value, order.quantity.unit) == (1000.0, "mg")
    assert (order.route, order.frequency) == ("oral", 3.0)
    known = only(
        "MedicationRequest",
        medicationCodeableConcept="Acetaminophen 500 mg",
        **words,
        **{"dosageInstruction.route": "Rectal"},
    )
    assert known.route == "rectal"
    counted = only(
        "MedicationRequest",
        medicationCodeableConcept="Acetaminophen 500 mg",
        **{"dosageInstruction.text": "take 1 tablet daily"},
    )
    assert counted.quantity is not None
    assert (counted.quantity.value, counted.quantity.unit) == (500.0, "mg")


def test_open_and_reversed_courses() -> None:
    open_end = only("prescriptions", drug="Heparin", starttime="2150-01-02 08:00:00").time
    assert open_end is not None
    assert open_end.latest is None
    turned = only(
        "prescriptions",
        drug="Heparin",
        starttime="2150-01-02 20:00:00",
        stoptime="2150-01-02 18:00:00",
    ).time
    assert turned is not None
    assert turned.earliest is not None
    assert turned.latest is not None
    assert turned.earliest < turned.latest


@pytest.mark.parametrize(
    ("table", "fields", "status", "assertion"),
    [
        ("emar", {"medication": "Warfarin", "event_txt": "Administered"}, "given", "present"),
        ("emar", {"medication": "Warfarin", "event_txt": "Not Given"}, "not_given", "absent"),
        ("medrecon", {"name": "warfarin"}, "home", "present"),
        ("MedicationStatement", {"medicationCodeableConcept": "warfarin"}, "home", "present"),
    ],
)
def test_status_of_a_drug_follows_its_table(
    table: str, fields: dict[str, str], status: str, assertion: str
) -> None:
    fact = only(table, **fields)
    assert (fact.concept.id, fact.status, fact.assertion) == ("drug:warfarin", status, assertion)


@pytest.mark.parametrize(
    ("table", "fields"),
    [
        ("medication", {"drugname": "Heparin", "drugordercancelled": "Yes"}),
        ("MedicationRequest", {"medicationCodeableConcept": "Heparin", "status": "cancelled"}),
        ("medications", {"medication": "Heparin", "mar_status": "Cancelled, no dose (HIT)"}),
        ("emar", {"medication": "Heparin", "event_txt": "Not Given"}),
        ("prescriptions", {"drug": "Heparin", "status": "Discontinued, no dose given here"}),
    ],
)
def test_what_was_cancelled_was_not_given(table: str, fields: dict[str, str]) -> None:
    fact = only(table, **fields)
    assert (fact.status, fact.assertion) == ("not_given", "absent")


def test_empty_carriers_are_no_drugs() -> None:
    assert facts("prescriptions", drug="Bag", dose_val_rx="1") == []
