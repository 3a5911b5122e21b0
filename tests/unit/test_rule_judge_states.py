"""States that a threshold defines: proved, ruled out, denied, and the gray zone between."""

from collections.abc import Callable

import pytest

from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.states import judge_state
from clinical.facts import Fact
from clinical.labels import Assertion, Grade
from clinical.vocabulary import condition_concept

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]

POTASSIUM = {"kind": "lab", "concept": "lab:potassium", "unit": "mmol/L"}


def potassium(make: Maker, values: list[float]) -> list[Fact]:
    return [
        make(**POTASSIUM, value=value, text=f"potassium {value:g}", day=f"2191-03-0{day}")
        for day, value in enumerate(values, 1)
    ]


@pytest.mark.parametrize(
    ("assertion", "values", "grade", "rule"),
    [
        ("present", [4.1, 6.2], "E1", "derived_state"),
        ("present", [4.1, 4.3], "E4", "state_excluded"),
        ("present", [4.1], None, None),
        ("present", [], None, None),
        ("absent", [4.1, 6.2], "E4", "denied_state"),
        ("absent", [4.1, 4.3], "E1", "state_never_reached"),
        ("absent", [], None, None),
    ],
)
def test_hyperkalemia(
    fact_of: Maker,
    view_with: Arrange,
    assertion: Assertion,
    values: list[float],
    grade: Grade | None,
    rule: str | None,
) -> None:
    claim = fact_of("diagnosis", "state:hyperkalemia", text="hyperkalemia", assertion=assertion)
    decision = judge_state(claim, view_with(potassium(fact_of, values)))
    assert (decision and decision.grade, decision and decision.rule) == (grade, rule)


def test_a_state_of_one_day_is_judged_by_the_values_of_that_day(
    fact_of: Maker, view_with: Arrange
) -> None:
    claim = fact_of("diagnosis", "state:hyperkalemia", text="hyperkalemia", day="2191-03-01")
    for values in ([4.1, 6.2], [4.1]):
        excluded = judge_state(claim, view_with(potassium(fact_of, values)))
        assert excluded is not None
        assert (excluded.grade, excluded.types) == ("E4", ("exam_result_error",))


def test_a_time_in_another_clause_does_not_date_a_state(fact_of: Maker, view_with: Arrange) -> None:
    sentence = "She was home by 2191-03-01, whereas the drug was stopped because of hyperkalemia"
    start = sentence.index("hyperkalemia")
    claim = fact_of(
        "diagnosis", "state:hyperkalemia", text="hyperkalemia", day="2191-03-01", start=start
    )
    decision = judge_state(claim, view_with(potassium(fact_of, [4.1, 6.2])), sentence)
    assert decision is not None
    assert decision.rule == "derived_state"


def test_a_state_of_a_vital_sign_is_a_value(fact_of: Maker, view_with: Arrange) -> None:
    day = "2191-03-01"
    pulses = [
        fact_of("vital", "vital:heart_rate", value=v, text=f"HR {v:g}", day=day)
        for v in (72.0, 78.0)
    ]
    claim = fact_of("symptom", "state:tachycardia", text="tachycardic", day=day)
    decision = judge_state(claim, view_with(pulses))
    assert decision is not None
    assert (decision.grade, decision.types) == ("E4", ("value_error",))


def test_a_vital_sign_proves_nothing_of_another_hour(fact_of: Maker, view_with: Arrange) -> None:
    pulses = [fact_of("vital", "vital:heart_rate", value=v, text=f"HR {v:g}") for v in (72.0, 78.0)]
    claim = fact_of("symptom", "state:tachycardia", text="tachycardic")
    assert judge_state(claim, view_with(pulses)) is None


def test_a_state_is_known_by_its_words_as_well(fact_of: Maker, view_with: Arrange) -> None:
    claim = fact_of("diagnosis", "condition:read_otherwise", text="hyperkalemia")
    decision = judge_state(claim, view_with(potassium(fact_of, [6.2])))
    assert decision is not None
    assert decision.rule == "derived_state"


@pytest.mark.parametrize(
    ("values", "assertion", "rule"),
    [
        ([0.9, 1.9], "present", "kdigo"),
        ([0.9, 1.0], "present", None),
        ([], "present", None),
        ([0.9, 1.9], "absent", None),
    ],
)
def test_kidney_injury(
    fact_of: Maker,
    view_with: Arrange,
    values: list[float],
    assertion: Assertion,
    rule: str | None,
) -> None:
    injury = condition_concept("acute kidney injury")
    claim = fact_of("diagnosis", injury.id, text="acute kidney injury", assertion=assertion)
    facts = [
        fact_of("lab", "lab:creatinine", value=v, unit="mg/dL", day=f"2191-03-0{d}", text=f"Cr {v}")
        for d, v in enumerate(values, 1)
    ]
    decision = judge_state(claim, view_with(facts))
    assert (decision and decision.rule) == rule


def test_a_disease_without_a_threshold_is_left_alone(fact_of: Maker, view_with: Arrange) -> None:
    claim = fact_of("diagnosis", condition_concept("sarcoidosis").id, text="sarcoidosis")
    assert judge_state(claim, view_with(potassium(fact_of, [6.2]))) is None
