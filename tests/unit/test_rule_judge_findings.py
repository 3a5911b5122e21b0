"""Diagnoses, symptoms, exam findings and procedures: what the record states, denies or omits."""

from collections.abc import Callable

import pytest

from agents.rule_judge.decisions import Decision
from agents.rule_judge.findings.denials import is_hedged, same_occasion
from agents.rule_judge.findings.finding import judge_finding
from agents.rule_judge.findings.rivals import are_rivals
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import Grade
from clinical.vocabulary import concept, condition_concept

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

DIVERTICULITIS = condition_concept("diverticulitis").id
SARCOIDOSIS = condition_concept("sarcoidosis").id
DENIED_DIVERTICULITIS: Fields = {"text": "diverticulitis", "assertion": "absent"}


def diagnosis(make: Maker, concept_id: str, **fields: object) -> Fact:
    return make(**({"kind": "diagnosis", "concept": concept_id} | fields))


def judged(
    make: Maker, arrange: Arrange, claim: Fields, record: list[Fields], sentence: str = ""
) -> Decision:
    """Judge a claim of diverticulitis, unless it says otherwise, against facts of the record."""
    said = diagnosis(make, DIVERTICULITIS, **claim)
    facts = [diagnosis(make, DIVERTICULITIS, **fields) for fields in record]
    return judge_finding(said, arrange(facts), sentence or f"She had {said.text}.")


@pytest.mark.parametrize(
    ("claim", "record", "grade", "rule"),
    [
        ({}, [{}], "E1", "same_concept"),
        ({}, [{"assertion": "historical"}], "E1", "same_concept"),
        ({}, [DENIED_DIVERTICULITIS], "E4", "affirmed_but_denied"),
        ({}, [DENIED_DIVERTICULITIS, {}], "E1", "same_concept"),
        ({}, [{"assertion": "possible"}], "E2", "possible_only"),
        ({}, [{"assertion": "possible"}, DENIED_DIVERTICULITIS], "E2", "possible_only"),
        ({}, [{"assertion": "family"}], "E3", "only_in_a_relative"),
        ({}, [{"kind": "allergy"}], "E3", "not_on_record"),
        ({}, [], "E3", "not_on_record"),
        ({"concept": SARCOIDOSIS}, [{}], "E3", "not_on_record"),
        ({"kind": "symptom"}, [], None, "not_named"),
    ],
)
def test_what_is_affirmed(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    grade: Grade | None,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, claim, record)
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("claim", "record", "sentence", "grade", "rule"),
    [
        ({}, [{"assertion": "absent"}], "No diverticulitis.", "E1", "denied_in_both"),
        ({}, [{}], "No diverticulitis was seen.", "E4", "denied_but_present"),
        (
            {},
            [{"assertion": "historical"}],
            "No diverticulitis was seen.",
            "E2",
            "denial_not_refuted",
        ),
        (
            {},
            [{"assertion": "historical"}],
            "He has no history of diverticulitis.",
            "E4",
            "denied_but_present",
        ),
        ({}, [], "No diverticulitis.", "E2", "denial_not_refuted"),
        (
            {"day": "2191-03-02"},
            [{"day": "2191-03-05"}],
            "No diverticulitis on 03-02.",
            "E2",
            "denial_not_refuted",
        ),
        (
            {"day": "2191-03-02"},
            [{"day": "2191-03-02"}],
            "No diverticulitis on 03-02.",
            "E4",
            "denied_but_present",
        ),
        (
            {"laterality": "left"},
            [{"laterality": "right"}],
            "No diverticulitis on the left.",
            "E2",
            "denial_not_refuted",
        ),
    ],
)
def test_what_is_denied(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    sentence: str,
    grade: Grade,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, {"assertion": "absent"} | claim, record, sentence)
    assert (decision.grade, decision.rule) == (grade, rule)


def test_a_procedure_that_was_not_done_may_have_been_done_at_another_time(
    fact_of: Maker, view_with: Arrange
) -> None:
    claim = fact_of("procedure", "study:endoscopy", assertion="absent")
    view = view_with([fact_of("procedure", "study:endoscopy")])
    decision = judge_finding(claim, view, "No endoscopy was done.")
    assert (decision.grade, decision.rule) == (None, "done_at_some_time")


@pytest.mark.parametrize(
    ("record", "grade", "rule"),
    [
        ([{"assertion": "family"}], "E1", "family_in_both"),
        ([{}], None, "family_or_patient"),
        ([], "E3", "family_not_stated"),
    ],
)
def test_what_relatives_have(
    fact_of: Maker, view_with: Arrange, record: list[Fields], grade: Grade | None, rule: str
) -> None:
    decision = judged(fact_of, view_with, {"assertion": "family"}, record)
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("record", "grade", "rule"),
    [([{}], "E1", "considered_in_both"), ([], "E2", "consideration")],
)
def test_what_is_only_considered(
    fact_of: Maker, view_with: Arrange, record: list[Fields], grade: Grade, rule: str
) -> None:
    decision = judged(fact_of, view_with, {"assertion": "possible"}, record)
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("passages", "grade", "rule"),
    [
        (["Imaging showed a walled-off fluid pocket."], "E1", "same_words"),
        (["There was no walled-off fluid pocket."], "E4", "affirmed_but_denied"),
        (["The fluid was clear and the pocket guide was lost."], "E2", "related_words"),
        (["She ate a normal diet."], "E3", "not_on_record"),
    ],
)
def test_passages_that_hold_the_words(
    fact_of: Maker, view_with: Arrange, passages: list[str], grade: Grade, rule: str
) -> None:
    claim = fact_of("diagnosis", "condition:unlisted", text="walled-off fluid pocket")
    decision = judge_finding(claim, view_with([], passages), f"She had a {claim.text}.")
    assert (decision.grade, decision.rule) == (grade, rule)


def test_another_kind_of_the_same_condition_contradicts(fact_of: Maker, view_with: Arrange) -> None:
    second = condition_concept("second-degree atrioventricular block").id
    third = condition_concept("third-degree heart block").id
    claim = diagnosis(fact_of, third, text="third-degree heart block")
    record = [diagnosis(fact_of, second, text="second-degree block")]
    decision = judge_finding(claim, view_with(record), "She had third-degree heart block.")
    assert (decision.grade, decision.rule) == ("E4", "other_kind")
    assert decision.correction == ("third-degree heart block", "second-degree block")
    assert not are_rivals(concept(third), concept(SARCOIDOSIS))


def test_a_wider_condition_leaves_the_claim_indirect(fact_of: Maker, view_with: Arrange) -> None:
    wider = concept(DIVERTICULITIS).broader[0]
    claim = diagnosis(fact_of, DIVERTICULITIS, text="diverticulitis")
    view = view_with([diagnosis(fact_of, wider, text="a bowel condition")])
    decision = judge_finding(claim, view, "She had diverticulitis.")
    assert (decision.grade, decision.rule) == ("E2", "wider_concept")


def test_a_denied_special_condition_does_not_deny_the_general_one(
    fact_of: Maker, view_with: Arrange
) -> None:
    wider = concept(DIVERTICULITIS).broader[0]
    denied = diagnosis(fact_of, DIVERTICULITIS, text="diverticulitis", assertion="absent")
    claim = diagnosis(fact_of, wider, text="bowel disorder")
    decision = judge_finding(claim, view_with([denied]), "She had a bowel disorder.")
    assert decision.grade != "E4"


def test_a_study_on_record_without_the_finding_is_silence_about_an_exam(
    fact_of: Maker, view_with: Arrange
) -> None:
    claim = fact_of("exam", "finding:unlisted_nodule", text="spiculated nodule", study="study:ct")
    view = view_with([fact_of("procedure", "study:ct", text="CT of the chest")])
    decision = judge_finding(claim, view, "CT showed a spiculated nodule.")
    assert (decision.grade, decision.rule) == ("E3", "study_without_finding")
    assert decision.types == ("exam_result_error",)
    assert decision.citations


def test_general_studies_are_not_missed(fact_of: Maker, view_with: Arrange) -> None:
    decision = judge_finding(
        fact_of("procedure", "study:imaging"), view_with(), "Imaging was done."
    )
    assert (decision.grade, decision.rule) == ("E2", "common_study")


def test_a_denial_elsewhere_in_the_clause_leaves_the_claim_undecided(
    fact_of: Maker, view_with: Arrange
) -> None:
    decision = judged(
        fact_of, view_with, {}, [DENIED_DIVERTICULITIS], "Diverticulitis was considered unlikely."
    )
    assert (decision.grade, decision.rule) == (None, "hedged")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("diverticulitis was ruled out", True),
        ("diverticulitis was treated", False),
        ("diverticulitis was treated, and no fever was seen.", False),
    ],
)
def test_hedges_count_in_their_own_clause(fact_of: Maker, sentence: str, expected: bool) -> None:
    assert (
        is_hedged(diagnosis(fact_of, DIVERTICULITIS, text="diverticulitis"), sentence) is expected
    )


@pytest.mark.parametrize(
    ("claim", "fact", "expected"),
    [
        ({}, {}, True),
        ({}, {"assertion": "historical"}, False),
        ({}, {"section": "past_medical_history"}, False),
        ({"site": "left leg"}, {"site": "right arm"}, False),
        ({"study": "study:ct"}, {"study": "study:endoscopy"}, False),
        ({"laterality": "left"}, {"laterality": "left"}, True),
    ],
)
def test_what_a_denial_speaks_of(
    fact_of: Maker, claim: Fields, fact: Fields, expected: bool
) -> None:
    said, recorded = (diagnosis(fact_of, DIVERTICULITIS, **fields) for fields in (claim, fact))
    assert same_occasion(said, recorded) is expected


@pytest.mark.parametrize(
    ("recorded", "grade", "rule"),
    [("mass", "E4", "affirmed_but_denied"), ("tumor", None, "hedged")],
)
def test_a_word_for_many_things_is_denied_by_the_same_word_alone(
    fact_of: Maker, view_with: Arrange, recorded: str, grade: Grade | None, rule: str
) -> None:
    claim = fact_of("exam", "finding:mass", text="mass")
    denied = fact_of("exam", "finding:mass", text=recorded, assertion="absent")
    decision = judge_finding(claim, view_with([denied]), "A mass was seen.")
    assert (decision.grade, decision.rule) == (grade, rule)
