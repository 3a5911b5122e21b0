"""Every comparable word of a sentence is found, with its value, and nothing else is."""

import pytest

from agents.rule_judge.ledger.marks import marks_of
from clinical.facts import Anchors

STAY = Anchors(admitted="2187-05-02", discharged="2187-05-12")


def found(text: str) -> set[tuple[str, str, tuple[str, ...]]]:
    return {
        (mark.name, mark.axis, tuple(sorted(map(str, mark.values))))
        for mark in marks_of(text, STAY)
    }


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Furosemide 40 mg was given.", ("dose", "mass", ("40.0",))),
        ("Levothyroxine 75 mcg was given.", ("dose", "mass", ("0.075",))),
        ("The drain gave 1.2 L.", ("number", "volume", ("1200.0",))),
        ("He had three sets of cultures.", ("count", "number", ("3.0",))),
        ("She was treated for two weeks.", ("duration", "days", ("14.0",))),
        ("It was removed on 05-07.", ("date", "day", ("2187-05-07",))),
        ("It was given through 05-07.", ("date", "day", ("2187-05-07",))),
        ("It stopped three days later.", ("interval", "days", ("3.0",))),
        ("Pressure was 136/84.", ("number", "pair", ("136:84",))),
        ("The left arm was weak.", ("side", "side", ("left",))),
        ("Apixaban was discontinued.", ("change", "course", ("stopped",))),
        ("Creatinine fell.", ("change", "direction", ("decreased",))),
        ("It began after the operation.", ("order", "order", ("after",))),
        ("There was no leak.", ("polarity", "polarity", ("denied",))),
    ],
)
def test_a_comparable_word_has_its_value(text: str, mark: tuple[str, str, tuple[str, ...]]) -> None:
    assert mark in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "#3 Anemia",
        "2. Fever",
        "Delirium 2/2 infection.",
        "Pulses were in the 120s.",
        "One unit was given.",
        "He was afebrile on the 24th.",
        "Type 2 diabetes.",
    ],
)
def test_a_number_that_counts_nothing_is_no_number(text: str) -> None:
    assert not {name for name, _, _ in found(text)} & {"number", "count", "dose"}


def test_a_denied_quality_is_not_compared_as_if_it_were_stated() -> None:
    assert not [mark for mark in found("It was not purulent.") if mark[0] == "severity"]


def test_marks_stand_at_their_words() -> None:
    text = "Ceftriaxone 2 g was stopped on 05-07."
    words = {text[mark.start : mark.end] for mark in marks_of(text, STAY)}
    assert words == {"2", "stopped", "05-07"}
