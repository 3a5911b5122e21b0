"""Rules for the days on which the patient came and left."""

from agents.rule_judge.decisions import Decision, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.stay_dates import ADMISSION, DISCHARGE

STAY = (ADMISSION.id, DISCHARGE.id)


def judge_stay_date(claim: Fact, view: RecordView) -> Decision:
    """A day of arrival or departure is wrong when the record dates it, and never to that day."""
    items = [i for i in view.same(claim.concept) if i.fact.time is not None]
    if claim.time is None or not items:
        return undecided("stay_not_dated", f"the record does not date the {claim.concept.name}")
    same = [i for i in items if i.fact.time and claim.time.overlaps(i.fact.time)]
    if same:
        return supported("same_day", same, f"the record dates it to {day_of(same[0].fact)}", "date")
    return contradicted(
        "other_stay_date",
        items,
        ("time_error",),
        f"the sentence dates the {claim.concept.name} to {day_of(claim)}, "
        f"the record to {day_of(items[0].fact)}",
        "date",
    )


def day_of(fact: Fact) -> str:
    """The day of a fact."""
    return "" if fact.time is None else (fact.time.earliest or fact.time.latest or "")[:10]
