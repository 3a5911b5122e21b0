"""Which searches a sentence needs beyond the local one."""

import pytest

from agents.search_plan import LOCAL_ALONE, SearchParts, SearchPlan, plan_of
from clinical.claims import read_claims
from clinical.facts import Anchors

ANCHORS = Anchors(admitted="2181-04-01", discharged="2181-04-08")
EVERY = SearchParts()


def planned(text: str, parts: SearchParts = EVERY) -> SearchPlan:
    return plan_of(text, read_claims(text, "", "", ANCHORS), parts)


@pytest.mark.parametrize(
    "text",
    [
        "On 04-03 her creatinine was 1.8.",
        "Creatinine improved to 1.1.",
        "Her peak creatinine was 2.4.",
    ],
)
def test_a_day_an_order_or_a_trend_needs_a_timeline(text: str) -> None:
    assert planned(text).timelines == ("lab:creatinine",)


def test_a_plain_statement_needs_none() -> None:
    assert planned("She has type 2 diabetes.") == SearchPlan()


def test_a_purpose_needs_neighbours_and_the_path_between_the_two() -> None:
    plan = planned("She received ceftriaxone for pneumonia.")
    assert plan.neighbours == ("drug:ceftriaxone", "MONDO:0005249")
    assert plan.paths == (("drug:ceftriaxone", "MONDO:0005249"),)


def test_a_cause_leads_the_path() -> None:
    plan = planned("Acute kidney injury was due to vancomycin.")
    assert [start for start, _ in plan.paths] == ["drug:vancomycin"]


def test_every_drug_is_looked_at_for_an_allergy() -> None:
    assert planned("She took amoxicillin.").neighbours == ("drug:amoxicillin",)


def test_a_sum_of_a_course_needs_the_reports() -> None:
    assert planned("Her hospital course was uneventful.").whole_course


def test_what_is_switched_off_is_not_planned() -> None:
    text = "Overall, creatinine rose on 04-03 due to vancomycin during her stay."
    assert planned(text, LOCAL_ALONE) == SearchPlan()
    assert planned(text).timelines
