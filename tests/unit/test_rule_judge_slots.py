"""Questions with one answer, and who the patient is."""

from collections.abc import Callable

import pytest

from agents.rule_judge.findings.demographics import judge_demographic
from agents.rule_judge.findings.slots import judge_slot
from agents.rule_judge.record_view import RecordView
from clinical.facts import Anchors, Fact
from clinical.labels import Grade

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

HOME, SERVICES = "disposition:home", "disposition:home_with_services"
NURSING = "disposition:skilled_nursing_facility"
FULL, NO_RESUSCITATION = "event:code_status_full", "event:code_status_dnr"


@pytest.mark.parametrize(
    ("claim", "record", "rule"),
    [
        (HOME, [(HOME, "present")], None),
        (HOME, [(NURSING, "present")], "other_answer"),
        (HOME, [(NURSING, "present"), (HOME, "present")], None),
        (HOME, [(SERVICES, "present")], None),
        (SERVICES, [(HOME, "present")], None),
        (NURSING, [("disposition:facility", "present")], None),
        (HOME, [(NURSING, "possible")], None),
        (HOME, [(NO_RESUSCITATION, "present")], None),
        (HOME, [], None),
        (FULL, [(NO_RESUSCITATION, "present")], "other_answer"),
        (FULL, [(FULL, "present")], None),
        ("event:transfusion", [("event:consult", "present")], None),
    ],
)
def test_one_answer(
    fact_of: Maker,
    view_with: Arrange,
    claim: str,
    record: list[tuple[str, str]],
    rule: str | None,
) -> None:
    facts = [fact_of("event", concept, assertion=assertion) for concept, assertion in record]
    decision = judge_slot(fact_of("event", claim), view_with(facts))
    assert (decision.rule if decision else None) == rule
    assert decision is None or (decision.grade, decision.types) == ("E4", ("diagnosis_error",))


def test_an_answer_that_is_denied_is_not_compared(fact_of: Maker, view_with: Arrange) -> None:
    denied = fact_of("event", HOME, assertion="absent")
    assert judge_slot(denied, view_with([fact_of("event", NURSING)])) is None


@pytest.mark.parametrize(
    ("claimed", "recorded", "grade", "rule"),
    [
        (64.0, [64.0], "E1", "same_person"),
        (64.0, [65.0], "E1", "same_person"),
        (64.0, [46.0], "E4", "other_person"),
        (64.0, [46.0, 64.0], "E1", "same_person"),
        (64.0, [], "E2", "person_not_described"),
    ],
)
def test_age(
    fact_of: Maker,
    view_with: Arrange,
    claimed: float,
    recorded: list[float],
    grade: Grade,
    rule: str,
) -> None:
    age: Fields = {"kind": "demographic", "concept": "demographic:age", "unit": "years"}
    facts = [fact_of(**age, value=value, text=f"{value:g} years old") for value in recorded]
    decision = judge_demographic(fact_of(**age, value=claimed), view_with(facts))
    assert (decision.grade, decision.rule) == (grade, rule)
    assert decision.correction == (("64", "46") if grade == "E4" else None)


@pytest.mark.parametrize(
    ("told", "day", "claimed", "grade"),
    [
        ({"value": 0.0, "result": "born"}, "1950-06-01", 64.0, "E1"),
        ({"value": 0.0, "result": "born"}, "1950-06-01", 46.0, "E4"),
        ({"value": 0.0, "result": "born"}, "1950-06-01", 1.0, "E4"),
        ({"value": 60.0}, "2010-01-01", 64.0, "E1"),
        ({"value": 60.0}, "2010-01-01", 60.0, "E1"),
        ({"value": 60.0}, "2010-01-01", 67.0, "E4"),
        ({"value": 64.0}, "", 64.0, "E1"),
    ],
)
def test_an_age_is_that_of_the_stay(
    fact_of: Maker, view_with: Arrange, told: Fields, day: str, claimed: float, grade: Grade
) -> None:
    age: Fields = {"kind": "demographic", "concept": "demographic:age", "unit": "years"}
    anchors = Anchors(admitted="2014-09-03", discharged="2014-09-09")
    view = view_with([fact_of(**age, **told, day=day)], anchors=anchors)
    decision = judge_demographic(fact_of(**age, value=claimed), view)
    assert decision.grade == grade
    assert decision.correction is None or decision.correction[1] == "64"


@pytest.mark.parametrize(
    ("claimed", "recorded", "grade"),
    [("male", "male", "E1"), ("male", "M", "E1"), ("male", "female", "E4")],
)
def test_sex(fact_of: Maker, view_with: Arrange, claimed: str, recorded: str, grade: Grade) -> None:
    sex: Fields = {"kind": "demographic", "concept": "demographic:sex"}
    view = view_with([fact_of(**sex, result=recorded)])
    decision = judge_demographic(fact_of(**sex, result=claimed), view)
    assert (decision.grade, decision.correction) == (grade, None)
