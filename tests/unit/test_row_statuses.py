"""What was cancelled, not given, entered by mistake or of a relative supports nothing."""

import pytest

from kg.extraction import RuleExtractor
from kg.record import TableRow
from kg.row_facts import read_row
from kg.row_facts.cells import Cells
from kg.row_facts.statuses import is_at_discharge, status_of


def row(table: str, **fields: str) -> TableRow:
    return TableRow(table=table, id="1", fields=fields)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Entered in error", "error"),
        ("entered-in-error", "error"),
        ("Cancelled", "not_done"),
        ("canceled before first dose", "not_done"),
        ("Discontinued, no dose given here", "not_done"),
        ("Given x0", "not_done"),
        ("Refused by patient", "not_done"),
        ("Given x3", "done"),
        ("Given; on discharge prescription", "done"),
        ("Completed", "done"),
        ("Withheld on 12 and 13 SEP", "held"),
        ("on-hold", "held"),
        ("stopped", "stopped"),
        ("Active", "open"),
        ("", None),
    ],
)
def test_a_status_in_any_words_is_one_of_a_few(written: str, expected: str | None) -> None:
    """A mistake and a cancellation count before all else that a status says."""
    assert status_of(Cells(row("orders", status=written))) == expected


def test_a_status_may_put_a_drug_on_the_list_at_discharge() -> None:
    """The same course was given and goes home."""
    cells = Cells(row("medications", medication="nadolol", mar_status="Given; on discharge list"))
    assert is_at_discharge(cells)
    [fact] = read_row(cells.row)
    assert (fact.status, fact.section) == ("given", "discharge_medications")


def test_a_cancelled_order_denies_and_is_no_passage() -> None:
    """Its words cannot carry a sentence; its comment can be cited."""
    order = row(
        "orders",
        order_name="Transfuse platelets 1 unit",
        status="Cancelled",
        comments="count is stable, no bleeding",
    )
    items = RuleExtractor().row(order)
    [ordered] = [i for i in items if i.source.field == "order_name"]
    assert ordered.kind == "fact"
    assert {(f.assertion, f.status) for f in ordered.facts} == {("absent", "not_given")}
    assert [i.source.field for i in items if i.kind == "text"] == ["comments"]


def test_an_unknown_order_that_was_not_done_is_kept_as_not_done() -> None:
    """`Sitter at bedside`, cancelled, is no sitter."""
    [fact] = read_row(row("orders", order_name="Sitter at bedside", status="Cancelled"))
    assert (fact.kind, fact.assertion) == ("event", "absent")


def test_a_done_study_tells_what_its_comment_tells() -> None:
    """The findings of a comment belong to the study that was ordered."""
    facts = read_row(
        row("orders", order="Echocardiogram", status="Completed", comment="LVEF 35%. No thrombus.")
    )
    by_name = {f.concept.name: f for f in facts}
    assert by_name["ejection fraction"].quantity is not None
    assert by_name["ejection fraction"].study == "study:echocardiogram"


def test_a_relative_has_the_disease_and_the_patient_has_not() -> None:
    """Rows of a family history are of its section, whatever their form."""
    fhir = row("FamilyMemberHistory", relationship="mother", **{"condition.code": "Breast cancer"})
    [item] = [i for i in RuleExtractor().row(fhir) if i.facts]
    assert item.section == "family_history"
    assert [f.assertion for f in item.facts] == ["family"]
    wrong = fhir.model_copy(update={"fields": {**fhir.fields, "status": "entered-in-error"}})
    assert read_row(wrong) == []


@pytest.mark.parametrize(
    ("said", "complete"),
    [
        ("complete for the stay", True),
        ("all results, final", True),
        ("selected sets only", False),
        ("infusions", False),
    ],
)
def test_an_extract_tells_which_tables_are_complete(said: str, complete: bool) -> None:
    """Only a table that is called complete proves anything by what it lacks."""
    facts = read_row(row("_extract", table_name="orders", coverage=said))
    assert [f.concept.id for f in facts] == (["coverage:orders"] if complete else [])
