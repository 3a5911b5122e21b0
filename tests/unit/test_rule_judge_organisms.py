"""Germs: grown, another one grown, grown elsewhere, not grown, and what kills them."""

from collections.abc import Callable

import pytest

from agents.rule_judge.findings.organisms import judge_organism
from agents.rule_judge.findings.susceptibilities import judge_susceptibility
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import Grade

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

COLI, KLEBSIELLA = "organism:escherichia_coli", "organism:klebsiella_pneumoniae"
BLOOD, URINE = "study:blood_culture", "study:urine_culture"


def culture(make: Maker, study: str, text: str) -> Fact:
    return make("procedure", study, text=text)


def germ(make: Maker, **fields: object) -> Fact:
    return make(**({"kind": "exam", "concept": COLI} | fields))


@pytest.mark.parametrize(
    ("claim", "record", "grade", "rule"),
    [
        ({}, [{}], "E1", "same_concept"),
        ({"study": URINE}, [{"study": URINE}], "E1", "same_concept"),
        ({}, [{"concept": KLEBSIELLA}], "E4", "other_kind"),
        ({}, [{"concept": "organism:staphylococcus_aureus"}], "E4", "other_organism"),
        ({}, [{"concept": KLEBSIELLA}, {}], "E1", "same_concept"),
        ({"concept": "organism:gram_negative"}, [{}], "E1", "same_concept"),
        ({}, [{"concept": "organism:gram_negative"}], "E2", "wider_concept"),
        ({}, [{"assertion": "possible"}], "E2", "possible_only"),
        ({}, [{"assertion": "absent"}], "E4", "affirmed_but_denied"),
        (
            {},
            [{"concept": KLEBSIELLA, "section": "past_medical_history"}],
            None,
            "not_named",
        ),
        ({}, [{"concept": "organism:influenza", "broader": "organism:virus"}], None, "not_named"),
        ({}, [], None, "not_named"),
        ({"assertion": "absent"}, [{"concept": KLEBSIELLA}], "E2", "denial_not_refuted"),
    ],
)
def test_organisms(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    grade: Grade | None,
    rule: str,
) -> None:
    facts = [germ(fact_of, **fields) for fields in record]
    said = germ(fact_of, **claim)
    decision = judge_organism(said, view_with(facts), f"Cultures grew {said.text}.")
    assert (decision.grade, decision.rule) == (grade, rule)


def test_another_organism_is_corrected(fact_of: Maker, view_with: Arrange) -> None:
    claim = germ(fact_of, text="E. coli")
    view = view_with([germ(fact_of, concept=KLEBSIELLA, text="Klebsiella")])
    decision = judge_organism(claim, view, "The culture grew E. coli.")
    assert decision.correction == ("E. coli", "Klebsiella")
    assert decision.types == ("exam_result_error",)


def test_an_organism_of_another_culture(fact_of: Maker, view_with: Arrange) -> None:
    taken = culture(fact_of, BLOOD, "blood culture, pending")
    view = view_with([germ(fact_of, study=URINE), taken])
    decision = judge_organism(germ(fact_of, study=BLOOD), view, "Blood cultures grew E. coli.")
    assert (decision.grade, decision.rule) == ("E4", "other_specimen")
    never_taken = view_with([germ(fact_of, study=URINE)])
    decision = judge_organism(germ(fact_of, study=BLOOD), never_taken, "Blood grew E. coli.")
    assert decision.rule != "other_specimen"


@pytest.mark.parametrize(
    ("cultures", "grade", "rule"),
    [
        (["blood culture: no growth"], "E4", "sterile_culture"),
        (["blood culture: no growth", "blood culture: sterile"], "E4", "sterile_culture"),
        (["blood culture: no growth", "blood culture: see report"], "E3", "study_without_finding"),
        (["blood culture: pending"], "E3", "study_without_finding"),
    ],
)
def test_a_sterile_culture(
    fact_of: Maker, view_with: Arrange, cultures: list[str], grade: Grade, rule: str
) -> None:
    view = view_with([culture(fact_of, BLOOD, text) for text in cultures])
    decision = judge_organism(germ(fact_of, study=BLOOD), view, "Blood cultures grew E. coli.")
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("claimed", "recorded", "grade", "rule"),
    [
        ("sensitive", ["sensitive"], "E1", "same_susceptibility"),
        ("sensitive", ["resistant"], "E4", "other_susceptibility"),
        ("resistant", ["sensitive"], "E4", "other_susceptibility"),
        ("sensitive", ["resistant", "sensitive"], "E1", "same_susceptibility"),
        ("sensitive", ["intermediate"], None, "not_tested"),
        ("sensitive", [], None, "not_tested"),
    ],
)
def test_susceptibilities(
    fact_of: Maker,
    view_with: Arrange,
    claimed: str,
    recorded: list[str],
    grade: Grade | None,
    rule: str,
) -> None:
    concept = "susceptibility:drug:ceftriaxone"
    facts = [fact_of("exam", concept, result=result) for result in recorded]
    decision = judge_susceptibility(fact_of("exam", concept, result=claimed), view_with(facts))
    assert (decision.grade, decision.rule) == (grade, rule)
