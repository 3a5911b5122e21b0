"""Drugs: on which list they stand, how they are taken and what happened to them."""

from collections.abc import Callable

import pytest

from agents.rule_judge.decisions import Decision
from agents.rule_judge.medications.medication import judge_medication
from agents.rule_judge.medications.regimens import is_amount, same_dose
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import Grade
from graph_state.context import Context

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

STATIN = "drugclass:statin drugclass:lipid-lowering"
HOME: Fields = {"section": "admission_medications", "status": "home"}
LEAVING: Fields = {"section": "discharge_medications", "status": "discharge"}
LISTS = {"admission_medications": "home list", "discharge_medications": "list on leaving"}


def atorvastatin(make: Maker, **fields: object) -> Fact:
    common: Fields = {
        "kind": "medication",
        "concept": "drug:atorvastatin",
        "broader": STATIN,
        "unit": "mg",
        "text": f"atorvastatin {fields.get('value', '')}".strip(),
    }
    return make(**(common | fields))


def judged(
    make: Maker,
    arrange: Arrange,
    claim: Fields,
    record: list[Fields],
    lists: dict[str, str] | None = None,
    context: Context | None = None,
) -> Decision:
    view = arrange([atorvastatin(make, **fields) for fields in record], lists=lists)
    return judge_medication(atorvastatin(make, **claim), view, context or Context())


@pytest.mark.parametrize(
    ("claim", "record", "grade", "rule"),
    [
        ({}, [{"value": 40.0}], "E1", "same_drug"),
        ({"value": 40.0}, [{"value": 40.0}], "E1", "same_drug"),
        ({"value": 80.0}, [{"value": 40.0}], "E4", "other_dose"),
        ({"value": 80.0}, [{"value": 40.0}, {"value": 80.0}], "E1", "same_drug"),
        ({"value": 80.0}, [{"value": 40.0, "frequency": 2.0}], "E1", "same_drug"),
        ({"value": 80.0}, [{}], "E1", "same_drug"),
        (
            {"value": 40.0, "frequency": 1.0},
            [{"value": 40.0, "frequency": 1.0}],
            "E1",
            "same_drug",
        ),
        (
            {"value": 40.0, "frequency": 2.0},
            [{"value": 40.0, "frequency": 1.0}],
            "E4",
            "other_frequency",
        ),
        ({"route": "PO"}, [{"route": "PO"}], "E1", "same_drug"),
        ({"route": "IV"}, [{"route": "PO"}], "E4", "other_route"),
        ({"route": "IV"}, [{"route": "PO"}, {"route": "IV"}], "E1", "same_drug"),
        ({}, [{"assertion": "hypothetical"}], "E2", "implied_by_orders"),
        ({"status": "given"}, [{"status": "not_given"}], "E4", "given_but_not"),
        ({"status": "not_given"}, [{"status": "held"}], "E1", "not_given_in_both"),
        ({"status": "not_given"}, [{"status": "given"}], "E4", "denied_but_given"),
        ({"status": "not_given"}, [{}], None, "listed_but_denied"),
        ({"assertion": "absent"}, [{"assertion": "absent"}], "E1", "not_given_in_both"),
    ],
)
def test_presence_and_regimen(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    grade: Grade | None,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, claim, record)
    assert (decision.grade, decision.rule) == (grade, rule)


def test_a_wrong_dose_is_corrected(fact_of: Maker, view_with: Arrange) -> None:
    decision = judged(fact_of, view_with, {"value": 80.0}, [{"value": 40.0}])
    assert decision.correction == ("80", "40")
    assert decision.types == ("medication_error",)


@pytest.mark.parametrize(
    ("claim", "record", "grade", "rule"),
    [
        ({"status": "continued"}, [HOME, LEAVING], "E1", "on_discharge_list"),
        ({"status": "continued"}, [HOME], "E4", "not_on_discharge_list"),
        ({"status": "discharge"}, [LEAVING | {"status": "held"}], "E4", "not_on_discharge_list"),
        ({"status": "resumed"}, [{"status": "resumed"}], "E1", "same_drug"),
        ({"status": "stopped"}, [HOME], "E1", "off_the_list"),
        ({"status": "stopped"}, [HOME, LEAVING], "E4", "ended_but_listed"),
        ({"status": "stopped"}, [HOME, LEAVING, {"status": "stopped"}], "E1", "ended_in_both"),
        ({"status": "held"}, [LEAVING], "E1", "same_drug"),
        ({"status": "started"}, [LEAVING, {"status": "started"}], "E1", "same_status"),
        (
            {"status": "increased"},
            [HOME | {"value": 20.0}, LEAVING | {"value": 40.0}],
            "E1",
            "dose_changed",
        ),
        (
            {"status": "increased"},
            [HOME | {"value": 40.0}, LEAVING | {"value": 20.0}],
            "E4",
            "other_direction",
        ),
        (
            {"status": "decreased"},
            [HOME | {"value": 40.0}, LEAVING | {"value": 20.0}],
            "E1",
            "dose_changed",
        ),
        (
            {"status": "decreased"},
            [HOME | {"value": 40.0}, LEAVING | {"value": 40.0}],
            "E4",
            "other_direction",
        ),
        ({"status": "decreased"}, [HOME, LEAVING], "E1", "same_drug"),
        (
            {"status": "discharge", "value": 80.0},
            [HOME | {"value": 80.0}, LEAVING | {"value": 40.0}],
            "E4",
            "other_dose",
        ),
    ],
)
def test_what_happened_is_compared_with_both_lists(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    grade: Grade,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, claim, record, LISTS)
    assert (decision.grade, decision.rule) == (grade, rule)


def test_without_lists_a_status_is_not_refuted(fact_of: Maker, view_with: Arrange) -> None:
    decision = judged(fact_of, view_with, {"status": "continued"}, [HOME])
    assert (decision.grade, decision.rule) == ("E1", "same_drug")


@pytest.mark.parametrize(
    ("claim", "grade", "rule"),
    [
        ({}, "E3", "drug_not_on_record"),
        ({"assertion": "absent"}, "E2", "drug_not_on_record"),
        ({"assertion": "possible"}, "E2", "consideration"),
        ({"status": "discharge"}, "E4", "closed_discharge_medications"),
        ({"status": "given"}, "E3", "drug_not_on_record"),
        (
            {"concept": "drugclass:antibiotic", "broader": "", "text": "antibiotics"},
            None,
            "class_not_found",
        ),
    ],
)
def test_a_drug_that_nothing_names(
    fact_of: Maker, view_with: Arrange, claim: Fields, grade: Grade | None, rule: str
) -> None:
    decision = judged(fact_of, view_with, claim, [], LISTS)
    assert (decision.grade, decision.rule) == (grade, rule)


def test_the_closed_list_can_be_switched_off(fact_of: Maker, view_with: Arrange) -> None:
    context = Context(closed_discharge_medications=False)
    decision = judged(fact_of, view_with, {"status": "discharge"}, [], LISTS, context)
    assert decision.grade == "E3"


def test_another_drug_of_the_class_holds_its_place(fact_of: Maker, view_with: Arrange) -> None:
    other: Fields = {"concept": "drug:rosuvastatin", "text": "rosuvastatin 10 mg"}
    decision = judged(fact_of, view_with, {}, [other])
    assert (decision.grade, decision.rule) == ("E4", "other_drug")
    assert decision.correction == ("atorvastatin", "rosuvastatin")


def test_a_class_is_carried_by_its_drug(fact_of: Maker, view_with: Arrange) -> None:
    claim: Fields = {"concept": "drugclass:statin", "broader": "", "text": "a statin"}
    decision = judged(fact_of, view_with, claim, [{"value": 40.0}])
    assert (decision.grade, decision.rule) == ("E1", "same_drug")


def test_a_passage_that_names_the_drug_carries_it(fact_of: Maker, view_with: Arrange) -> None:
    view = view_with([], ["Atorvastatin was tried years ago."])
    decision = judge_medication(atorvastatin(fact_of), view, Context())
    assert (decision.grade, decision.rule) == ("E1", "same_words")


def test_a_listed_allergen_names_the_drug(fact_of: Maker, view_with: Arrange) -> None:
    allergy = atorvastatin(fact_of, kind="allergy")
    decision = judge_medication(atorvastatin(fact_of), view_with([allergy]), Context())
    assert (decision.grade, decision.rule) == ("E1", "listed_allergen")


@pytest.mark.parametrize(
    ("claim", "fact", "expected"),
    [
        ({}, {"value": 40.0}, True),
        ({"value": 40.0}, {}, False),
        ({"value": 40.0}, {"value": 40.0}, True),
        ({"value": 40.0}, {"value": 20.0, "frequency": 2.0}, True),
        ({"value": 40.0, "frequency": 2.0}, {"value": 20.0, "frequency": 2.0}, False),
        ({"value": 40.0}, {"value": 20.0, "frequency": 2.0, "unit": "mL"}, False),
    ],
)
def test_doses_are_equal_at_once_or_over_a_day(
    fact_of: Maker, claim: Fields, fact: Fields, expected: bool
) -> None:
    said, recorded = (atorvastatin(fact_of, **fields) for fields in (claim, fact))
    assert same_dose(said, recorded) is expected


def test_a_change_and_a_total_are_no_dose(fact_of: Maker) -> None:
    assert is_amount(atorvastatin(fact_of, text="atorvastatin raised by 20 mg", value=20.0))
    assert is_amount(
        fact_of("medication", "drug:red_cells", broader="drugclass:blood-product", value=2.0)
    )
    assert not is_amount(atorvastatin(fact_of, text="atorvastatin raised to 20 mg", value=20.0))


@pytest.mark.parametrize("recorded, suggested", [(["b"], "b"), (["b", "c"], None)])
def test_a_replacement_is_suggested_only_where_one_drug_fills_the_role(
    fact_of: Maker, view_with: Arrange, recorded: list[str], suggested: str | None
) -> None:
    def drug(letter: str) -> Fact:
        return fact_of(kind="medication", concept=f"drug:{letter}", broader=STATIN, text=letter)

    view = view_with([drug(letter) for letter in recorded])
    decision = judge_medication(drug("a"), view, Context())
    assert (decision.grade, decision.rule) == ("E4", "other_drug")
    assert (decision.correction and decision.correction[1]) == suggested
