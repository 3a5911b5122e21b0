"""Days, durations and starts: a time is wrong where passages date the same event otherwise."""

from collections.abc import Callable

import pytest

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.stay import judge_stay_date
from agents.rule_judge.times.timing import judge_times
from clinical.facts import Anchors, Fact
from clinical.labels import Grade
from clinical.stay_dates import ADMISSION

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

STAY = Anchors(admitted="2191-03-01T10:00:00", discharged="2191-03-09T12:00:00")


def told(arrange: Arrange, sentence: str, *passages: str) -> list[Decision]:
    """Judge the times of a sentence in which no claim was read."""
    decided = judge_times(sentence, [], arrange([], passages, anchors=STAY))
    return [decision for _, decision in decided]


@pytest.mark.parametrize(
    ("sentence", "passage", "rule"),
    [
        (
            "The chest drain was removed on 2191-03-04.",
            "2191-03-04: the chest drain was removed.",
            None,
        ),
        (
            "The chest drain was removed on 2191-03-04.",
            "2191-03-06: the chest drain was removed.",
            "other_day",
        ),
        (
            "The chest drain was pulled on 2191-03-04.",
            "2191-03-06: the chest drain was removed.",
            "other_day",
        ),
        (
            "The chest drain was removed on hospital day 4.",
            "2191-03-06: the chest drain was removed.",
            "other_day",
        ),
        ("The chest drain was removed on 2191-03-04.", "The chest drain was removed.", None),
        ("The chest drain was removed on 2191-03-04.", "2191-03-06: he ate breakfast.", None),
        (
            "The chest drain will be checked in clinic on 2191-03-20.",
            "2191-03-06: the chest drain was checked in clinic.",
            None,
        ),
        (
            "He was treated with bowel rest and fluids for 3 days.",
            "Bowel rest and fluids were given for 3 days.",
            None,
        ),
        (
            "He was treated with bowel rest and fluids for 3 days.",
            "Bowel rest and fluids were given for 7 days.",
            "other_length",
        ),
        (
            "He was treated with bowel rest and fluids for 3 days.",
            "Bowel rest and fluids were given.",
            None,
        ),
    ],
)
def test_times_of_an_event(
    view_with: Arrange, sentence: str, passage: str, rule: str | None
) -> None:
    decisions = told(view_with, sentence, passage)
    assert [decision.rule for decision in decisions] == ([rule] if rule else [])
    assert all(decision.types == ("time_error",) for decision in decisions)


def test_one_passage_with_the_same_day_is_enough(view_with: Arrange) -> None:
    sentence = "The chest drain was removed on 2191-03-04."
    passages = ("2191-03-06: the chest drain was removed.", "Chest drain removed 2191-03-04.")
    assert told(view_with, sentence, *passages) == []


def test_the_claim_of_a_wrong_time_is_the_time(view_with: Arrange) -> None:
    sentence = "The chest drain was removed on 2191-03-04."
    view = view_with([], ["2191-03-06: the chest drain was removed."], anchors=STAY)
    ((claim, decision),) = judge_times(sentence, [], view)
    assert sentence[claim.source.start : claim.source.end] == claim.text
    assert "2191-03-04" in claim.text
    assert decision.grade == "E4"
    assert "2191-03-06" in decision.explanation


def test_the_time_of_a_value_is_left_to_the_rule_of_values(
    fact_of: Maker, view_with: Arrange
) -> None:
    sentence = "The drain put out 40 mL on 2191-03-04."
    view = view_with([], ["2191-03-06: the drain put out 40 mL."], anchors=STAY)
    output = fact_of("vital", "vital:drain_output", text="40 mL", start=sentence.index("40"))
    assert judge_times(sentence, [output], view) == []


@pytest.mark.parametrize(
    ("status", "recorded", "rule"),
    [
        ("started", [("started", "2191-03-04")], None),
        ("started", [("started", "2191-03-06")], "other_day_of_step"),
        ("started", [("given", "2191-03-06")], None),
        ("started", [("given", "2191-03-06"), ("given", "2191-03-04")], None),
        ("started", [("stopped", "2191-03-06")], None),
        ("started", [], None),
        ("given", [("started", "2191-03-06")], "other_day_of_step"),
        ("given", [("started", "2191-03-02")], None),
    ],
)
def test_when_a_drug_was_begun(
    fact_of: Maker,
    view_with: Arrange,
    status: str,
    recorded: list[tuple[str, str]],
    rule: str | None,
) -> None:
    heparin: Fields = {"kind": "medication", "concept": "drug:heparin", "broader": ""}
    claim = fact_of(**heparin, text="Heparin", status=status, day="2191-03-04")
    facts = [fact_of(**heparin, status=known, day=day) for known, day in recorded]
    decided = judge_times(
        f"Heparin was {status} on 2191-03-04.", [claim], view_with(facts, anchors=STAY)
    )
    assert [decision.rule for _, decision in decided] == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("claimed", "recorded", "grade", "rule"),
    [
        ("2191-03-01", ["2191-03-01"], "E1", "same_day"),
        ("2191-03-02", ["2191-03-01"], "E4", "other_stay_date"),
        ("2191-03-02", ["2191-03-01", "2191-03-02"], "E1", "same_day"),
        ("2191-03-02", [], None, "stay_not_dated"),
        ("", ["2191-03-01"], None, "stay_not_dated"),
    ],
)
def test_the_days_of_the_stay(
    fact_of: Maker,
    view_with: Arrange,
    claimed: str,
    recorded: list[str],
    grade: Grade | None,
    rule: str,
) -> None:
    facts = [fact_of("encounter", ADMISSION.id, day=day) for day in recorded]
    decision = judge_stay_date(fact_of("encounter", ADMISSION.id, day=claimed), view_with(facts))
    assert (decision.grade, decision.rule) == (grade, rule)
