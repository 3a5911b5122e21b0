"""What is said of a finding that is there: side, severity, stage and year."""

from collections.abc import Callable

import pytest

from agents.rule_judge.decisions import Decision
from agents.rule_judge.findings.details import compatible, same_step
from agents.rule_judge.findings.finding import judge_finding
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import Grade
from clinical.vocabulary import condition_concept

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

DIVERTICULITIS = condition_concept("diverticulitis").id
SARCOIDOSIS = condition_concept("sarcoidosis").id


def diagnosis(make: Maker, concept_id: str, **fields: object) -> Fact:
    return make(**({"kind": "diagnosis", "concept": concept_id} | fields))


def judged(
    make: Maker, arrange: Arrange, claim: Fields, record: list[Fields], sentence: str = ""
) -> Decision:
    """Judge a claim of diverticulitis, unless it says otherwise, against facts of the record."""
    said = diagnosis(make, DIVERTICULITIS, **claim)
    facts = [diagnosis(make, DIVERTICULITIS, **fields) for fields in record]
    return judge_finding(said, arrange(facts), sentence or f"She had {said.text}.")


FRACTURE = condition_concept("hip fracture").id


@pytest.mark.parametrize(
    ("claim", "record", "grade", "rule"),
    [
        ({"laterality": "left"}, [{"laterality": "left"}], "E1", "same_concept"),
        ({"laterality": "left"}, [{"laterality": "bilateral"}], "E1", "same_concept"),
        ({"laterality": "left"}, [{}], "E1", "same_concept"),
        ({"laterality": "left"}, [{"laterality": "right"}], "E4", "other_side"),
        (
            {"laterality": "left"},
            [{"laterality": "right"}, {"laterality": "left"}],
            "E1",
            "same_concept",
        ),
        ({"severity": "severe"}, [{"severity": "severe"}], "E1", "same_concept"),
        ({"severity": "severe"}, [{"severity": "moderate"}], "E1", "same_concept"),
        ({"severity": "severe"}, [{"severity": "mild"}], "E4", "other_severity"),
        ({"severity": "complete"}, [{"severity": "partial"}], "E4", "other_severity"),
    ],
)
def test_side_and_severity(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    grade: Grade,
    rule: str,
) -> None:
    common: Fields = {"concept": FRACTURE, "site": "hip"}
    facts = [common | fields for fields in record]
    decision = judged(fact_of, view_with, common | claim, facts)
    assert (decision.grade, decision.rule) == (grade, rule)
    if decision.grade == "E4":
        assert decision.correction is not None


def test_a_severity_that_the_record_does_not_give_is_called_unverified(
    fact_of: Maker, view_with: Arrange
) -> None:
    decision = judged(fact_of, view_with, {"severity": "severe"}, [{}])
    assert decision.grade == "E1"
    assert "'severe' is unverified" in decision.explanation


@pytest.mark.parametrize(
    ("sentence", "recorded", "grade", "rule"),
    [
        ("She has a stage 3 pressure ulcer.", "stage 2 pressure ulcer", "E4", "other_stage"),
        ("She has a stage 3 pressure ulcer.", "stage III pressure ulcer", "E1", "same_concept"),
        ("She has a stage 3 pressure ulcer.", "stage 3b pressure ulcer", "E1", "same_concept"),
        ("She has a stage 3 pressure ulcer.", "pressure ulcer", "E1", "same_concept"),
    ],
)
def test_stages(
    fact_of: Maker,
    view_with: Arrange,
    sentence: str,
    recorded: str,
    grade: Grade,
    rule: str,
) -> None:
    ulcer = condition_concept("pressure ulcer").id
    claim = diagnosis(fact_of, ulcer, text="pressure ulcer", start=sentence.index("pressure"))
    view = view_with([diagnosis(fact_of, ulcer, text=recorded)])
    decision = judge_finding(claim, view, sentence)
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("recorded", "grade", "rule"),
    [("2180", "E4", "other_year"), ("2185", "E1", "same_concept"), (None, "E1", "same_concept")],
)
def test_the_year_of_a_past_event(
    fact_of: Maker, view_with: Arrange, recorded: str | None, grade: Grade, rule: str
) -> None:
    def in_year(year: str | None) -> Fields:
        span = {"earliest": f"{year}-01-01", "latest": f"{year}-12-31", "precision": "year"}
        return {"assertion": "historical", "time": span if year else None}

    decision = judged(fact_of, view_with, in_year("2185"), [in_year(recorded)])
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("mild", "moderate", True),
        ("mild", "severe", False),
        ("severe", None, True),
        ("complete", "partial", False),
        ("mild", "chronic", True),
    ],
)
def test_steps_of_severity(one: str | None, other: str | None, expected: bool) -> None:
    assert compatible(one, other) is expected
    assert compatible(other, one) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("3", "3b", True), ("3a", "3", True), ("3a", "3b", False), ("2", "3", False)],
)
def test_steps_with_a_letter(one: str, other: str, expected: bool) -> None:
    assert same_step(one, other) is expected
    assert same_step(other, one) is expected
