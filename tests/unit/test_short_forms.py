"""Short forms of sites, sides, operations and states; lines of results that end."""

import pytest

from agents.rule_judge.record_view import stems_of
from clinical.assertion import assert_span
from clinical.facts import Anchors
from clinical.laboratory_lines import laboratory_blocks
from clinical.modifiers import laterality_of
from clinical.times import find_times
from clinical.vocabulary import find_terms


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("RUQ tenderness", "right upper quadrant tenderness"),
        ("LLL opacity", "left lower lobe opacity"),
        ("AAOx3", "alert and oriented"),
    ],
)
def test_a_short_form_has_the_words_it_stands_for(short: str, long: str) -> None:
    """Who looks for one finds the other."""
    assert stems_of(short) == stems_of(long)


@pytest.mark.parametrize(
    ("text", "finding", "side"),
    [
        ("mild R hydroureter, L ureter normal", "hydroureter", "right"),
        ("RLE cellulitis", "cellulitis", "right"),
        ("LUL nodule", "nodule", "left"),
        ("BLE edema", "edema", "bilateral"),
        ("K 4.0, L cellulitis", "cellulitis", "left"),
        ("2 L oxygen for pneumonia", "pneumonia", None),
    ],
)
def test_a_letter_names_a_side(text: str, finding: str, side: str | None) -> None:
    """Letters before a finding, and limbs and lobes in capitals, have a side."""
    start = text.index(finding)
    assert laterality_of(text, start, start + len(finding)) == side


def test_one_side_does_not_deny_the_other() -> None:
    """A clot of one arm stays when the other arm is negative."""
    text = "Duplex: RUE thrombosis, LUE negative."
    start = text.index("thrombosis")
    assert assert_span(text, start, start + len("thrombosis")).assertion == "present"


@pytest.mark.parametrize(
    ("written", "concept"),
    [
        ("s/p chole", "procedure:cholecystectomy"),
        ("PSH: TAH-BSO", "procedure:hysterectomy"),
        ("PSH: T&A", "procedure:tonsillectomy"),
        ("s/p R TKR", "procedure:knee_replacement"),
        ("total hip arthroplasty", "procedure:hip_replacement"),
    ],
)
def test_an_operation_is_known_by_its_letters(written: str, concept: str) -> None:
    """The lists of operations that notes keep use letters."""
    assert concept in {term.concept_id for term in find_terms(written)}


def test_a_laboratory_line_ends_before_a_line_with_its_own_day() -> None:
    """A study below the results is no result of them."""
    text = "2163-04-03 05:10AM BLOOD Na-133 K-4.4\nEcho 2163-04-04: LVEF 35%.\n"
    anchors = Anchors(admitted="2163-04-02T00:00:00")
    (block,) = laboratory_blocks(text, find_times(text, anchors))
    assert block.end == text.index("\n")
