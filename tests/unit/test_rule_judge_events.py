"""Clauses that no parser understood, and what is inferred from treatment."""

from collections.abc import Callable

import pytest

from agents.rule_judge.findings.events import judge_event
from agents.rule_judge.findings.inference import causal_cues, judge_by_treatment
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import Assertion, Grade, Kind
from clinical.vocabulary import condition_concept

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]


def clause(make: Maker, text: str, words: str) -> Fact:
    return make("event", f"text:{words}", text=text)


@pytest.mark.parametrize(
    ("passages", "grade", "rule"),
    [
        (["The interpreter explained the lottery of parking."], "E1", "words_found"),
        (["The interpreter came."], "E1", "words_partly_found"),
        (["He ate breakfast."], None, "too_few_words"),
        ([], None, "too_few_words"),
    ],
)
def test_words_of_a_clause(
    fact_of: Maker, view_with: Arrange, passages: list[str], grade: Grade | None, rule: str
) -> None:
    claim = clause(fact_of, "the interpreter explained parking", "interpreter+explained+parking")
    decision = judge_event(claim, view_with([], passages))
    assert (decision.grade, decision.rule) == (grade, rule)


def test_clinical_words_that_are_missing_are_told_apart(fact_of: Maker, view_with: Arrange) -> None:
    claim = clause(fact_of, "renal biopsy", "renal+biopsy")
    decision = judge_event(claim, view_with([], ["He ate breakfast."]))
    assert (decision.grade, decision.rule) == (None, "words_hardly_found")


def test_no_content_is_no_claim(fact_of: Maker, view_with: Arrange) -> None:
    decision = judge_event(clause(fact_of, "", ""), view_with())
    assert decision.rule in ("no_content", "too_few_words")


@pytest.mark.parametrize(
    ("passages", "contradicted"),
    [
        (["The surgical incision looked infected and open."], True),
        (["The surgical incision looked closed and dry."], False),
        (["The surgical incision was open.", "The surgical incision was closed."], False),
        (["The pharmacy is open."], False),
    ],
)
def test_opposite_words(
    fact_of: Maker, view_with: Arrange, passages: list[str], contradicted: bool
) -> None:
    claim = clause(fact_of, "surgical incision closed", "surgical+incision+closed")
    decision = judge_event(claim, view_with([], passages))
    assert (decision.rule == "opposite_word") is contradicted


@pytest.mark.parametrize(
    ("kind", "assertion", "drug", "status", "rule"),
    [
        ("diagnosis", "present", "drug:allopurinol", None, "treated_condition"),
        ("diagnosis", "historical", "drug:allopurinol", "home", "treated_condition"),
        ("diagnosis", "historical", "drug:allopurinol", "started", None),
        ("diagnosis", "absent", "drug:allopurinol", None, None),
        ("procedure", "present", "drug:allopurinol", None, None),
        ("diagnosis", "present", "drug:metformin", None, None),
    ],
)
def test_a_drug_stands_for_its_disease(
    fact_of: Maker,
    view_with: Arrange,
    kind: Kind,
    assertion: Assertion,
    drug: str,
    status: str | None,
    rule: str | None,
) -> None:
    claim = fact_of(kind, condition_concept("gout").id, text="gout", assertion=assertion)
    given = fact_of("medication", drug, status=status)
    decision = judge_by_treatment(claim, view_with([given]))
    assert (decision and decision.rule) == rule
    assert decision is None or decision.grade == "E2"


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("Her fall was due to hypotension.", ["due to"]),
        ("Aspirin was started to prevent stroke.", ["to prevent"]),
        ("She had hypotension.", []),
    ],
)
def test_causes_are_known_by_their_words(text: str, cues: list[str]) -> None:
    assert causal_cues(text) == cues
