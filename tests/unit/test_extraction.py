import pytest

from clinical.facts import Anchors, TimeSpan
from kg.evidence import evidence_id
from kg.extraction import RuleExtractor, written_at
from kg.record import Note, TableRow

NOTE = """Allergies:
Penicillins - hives

History of Present Illness:
She takes metformin 500 mg twice daily for type 2 diabetes. No fever.

Brief Hospital Course:
She was given vancomycin for cellulitis.

Discharge Medications:
1. Metformin 1000 mg PO BID
"""

ANCHORS = Anchors(admitted="2180-03-01", discharged="2180-03-05")


def note(hidden: tuple[tuple[int, int], ...] = ()) -> Note:
    return Note(id="n1", category="discharge", text=NOTE, hidden=hidden)


def test_every_quote_stands_at_its_offsets() -> None:
    found = RuleExtractor().note(note(), ANCHORS)
    assert found
    for item in found:
        assert NOTE[item.source.start : item.source.end] == item.quote
        assert item.id == evidence_id(item.source)
        for fact in item.facts:
            assert fact.source.start is not None and fact.source.end is not None
            assert (item.source.start or 0) <= fact.source.start
            assert fact.source.end <= (item.source.end or 0)


def test_lists_that_can_be_searched_as_a_whole_are_items() -> None:
    lists = {e.section: e for e in RuleExtractor().note(note(), ANCHORS) if e.kind == "list"}
    assert {"allergies", "discharge_medications"} <= set(lists)
    assert "Metformin 1000 mg PO BID" in lists["discharge_medications"].quote


def test_hidden_text_is_never_read() -> None:
    start = NOTE.index("She was given vancomycin")
    hidden = ((start, NOTE.index("Discharge Medications")),)
    for item in RuleExtractor().note(note(hidden), ANCHORS):
        assert "vancomycin" not in item.quote
        assert all("vancomycin" not in fact.concept.id for fact in item.facts)


def test_a_row_gives_evidence_by_field() -> None:
    fields = {"label": "Sodium", "valuenum": "131", "valueuom": "mEq/L", "itemid": "50983"}
    row = TableRow(table="labevents", id="7", fields=fields, time="2180-03-01T06:00:00")
    found = RuleExtractor().row(row)
    (fact,) = [fact for item in found for fact in item.facts]
    assert fact.concept.id == "lab:sodium"
    for item in found:
        name, _, value = item.quote.partition("=")
        assert item.source.field == name
        assert fields[name] == value


def test_a_row_without_facts_stays_citable_and_its_keys_do_not() -> None:
    fields = {"caseid": "9", "remark": "seen by chaplain", "at": "2180-03-01 10:00:00"}
    found = RuleExtractor().row(TableRow(table="visits_of_chaplain", id="1", fields=fields))
    assert "remark=seen by chaplain" in {item.quote for item in found}
    assert not any(item.quote.startswith(("caseid=", "at=")) for item in found)


@pytest.mark.parametrize(
    ("time", "earliest", "latest", "precision"),
    [
        ("2180-03-01T06:30:00", "2180-03-01T06:30:00", "2180-03-01T06:30:00", "minute"),
        ("2180-03-01T00:00:00", "2180-03-01T00:00:00", "2180-03-01T23:59:59", "day"),
        ("2180-03-01", "2180-03-01T00:00:00", "2180-03-01T23:59:59", "day"),
    ],
)
def test_when_something_was_written(time: str, earliest: str, latest: str, precision: str) -> None:
    found = written_at(time)
    assert found == TimeSpan.model_validate(
        {"earliest": earliest, "latest": latest, "precision": precision}
    )


def test_an_unknown_time_stays_unknown() -> None:
    assert written_at(None) is None
    assert written_at("") is None
