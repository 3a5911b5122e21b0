"""Allergies: listed, denied, with another reaction, and missing from a complete list."""

from collections.abc import Callable

import pytest

from agents.rule_judge.decisions import Decision
from agents.rule_judge.medications.allergies import judge_allergy
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import Grade
from graph_state.context import Context

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

PENICILLIN: Fields = {"concept": "drug:penicillin", "broader": "drugclass:beta-lactam"}
AMOXICILLIN: Fields = {"concept": "drug:amoxicillin", "broader": "drug:penicillin"}
SULFA: Fields = {"concept": "drugclass:sulfonamide", "broader": ""}
NONE_KNOWN: Fields = {"concept": "allergy:any", "text": "NKDA", "assertion": "absent"}
LIST = {"allergies": "sulfa"}


def allergy(make: Maker, **fields: object) -> Fact:
    return make(**({"kind": "allergy"} | PENICILLIN | fields))


def judged(
    make: Maker,
    arrange: Arrange,
    claim: Fields,
    record: list[Fields],
    lists: dict[str, str] | None = None,
    context: Context | None = None,
    table: str = "",
) -> Decision:
    view = arrange([allergy(make, **fields) for fields in record], lists=lists, table=table)
    return judge_allergy(allergy(make, **claim), view, context or Context())


@pytest.mark.parametrize(
    ("claim", "record", "lists", "grade", "rule"),
    [
        ({}, [{}], None, "E1", "same_allergy"),
        ({}, [AMOXICILLIN], None, "E1", "same_allergy"),
        (AMOXICILLIN, [{}], None, "E1", "same_allergy"),
        ({}, [SULFA], None, "E3", "allergy_not_on_record"),
        ({}, [SULFA], LIST, "E4", "closed_allergies"),
        ({}, [NONE_KNOWN], None, "E4", "closed_allergies"),
        ({}, [{"assertion": "absent"}], None, "E4", "closed_allergies"),
        ({}, [], LIST, "E3", "allergy_not_on_record"),
        ({}, [], None, "E3", "allergy_not_on_record"),
        ({"result": "hives"}, [{"result": "hives"}], None, "E1", "same_allergy"),
        ({"result": "hives"}, [{"result": "diffuse hives"}], None, "E1", "same_allergy"),
        ({"result": "hives"}, [{"result": "anaphylaxis"}], None, "E4", "other_reaction"),
        ({"result": "hives"}, [{}], None, "E1", "same_allergy"),
        ({"assertion": "absent"}, [{}], None, "E4", "denied_allergy"),
        ({"assertion": "absent"}, [{"assertion": "absent"}], None, "E1", "no_allergy"),
        ({"assertion": "absent"}, [NONE_KNOWN], None, "E1", "no_allergy"),
        ({"assertion": "absent"}, [SULFA], LIST, "E2", "no_allergy"),
        (NONE_KNOWN, [SULFA], None, "E4", "denied_allergy"),
        (NONE_KNOWN, [NONE_KNOWN], None, "E1", "no_allergy"),
    ],
)
def test_allergies(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    record: list[Fields],
    lists: dict[str, str] | None,
    grade: Grade,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, claim, record, lists)
    assert (decision.grade, decision.rule) == (grade, rule)


def test_a_table_of_allergies_is_a_complete_list(fact_of: Maker, view_with: Arrange) -> None:
    decision = judged(fact_of, view_with, {}, [SULFA], table="allergies")
    assert (decision.grade, decision.types) == ("E4", ("medication_error",))
    assert judged(fact_of, view_with, {}, [SULFA], table="intake_form").grade == "E3"


def test_the_closed_list_can_be_switched_off(fact_of: Maker, view_with: Arrange) -> None:
    context = Context(closed_allergies=False)
    assert judged(fact_of, view_with, {}, [SULFA], LIST, context).grade == "E3"
    assert judged(fact_of, view_with, {}, [NONE_KNOWN], LIST, context).grade == "E4"


def test_another_reaction_is_corrected(fact_of: Maker, view_with: Arrange) -> None:
    decision = judged(fact_of, view_with, {"result": "hives"}, [{"result": "anaphylaxis"}])
    assert decision.correction == ("hives", "anaphylaxis")
