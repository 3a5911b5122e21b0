"""Rules for the days on which the patient came and left."""

from datetime import date, timedelta

from agents.rule_judge.decisions import Decision, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact, TimeSpan
from clinical.stay_dates import ADMISSION, DISCHARGE

FAR = 21
"""Days. A date of arrival or departure farther away is one of another stay."""

STAY = (ADMISSION.id, DISCHARGE.id)


def judge_stay_date(claim: Fact, view: RecordView) -> Decision:
    """A day of arrival or departure is wrong when the record dates it, and never to that day."""
    items = [i for i in view.same(claim.concept) if i.fact.time is not None]
    if claim.time is None or not items:
        return undecided("stay_not_dated", f"the record does not date the {claim.concept.name}")
    claimed = with_eve(claim.time) if claim.concept.id == ADMISSION.id else claim.time
    same = [i for i in items if i.fact.time and claimed.overlaps(i.fact.time)]
    if same:
        return supported("same_day", same, f"the record dates it to {day_of(same[0].fact)}", "date")
    if all(is_far(day_of(claim), day_of(item.fact)) for item in items):
        return undecided("another_stay", "so far from the stay it may be another one")
    return contradicted(
        "other_stay_date",
        items,
        ("time_error",),
        f"the sentence dates the {claim.concept.name} to {day_of(claim)}, "
        f"the record to {day_of(items[0].fact)}",
        "date",
    )


def with_eve(span: TimeSpan) -> TimeSpan:
    """The days of arrival: who comes in the evening is often admitted on the next day."""
    if not span.latest:
        return span
    later = date.fromisoformat(span.latest[:10]) + timedelta(days=1)
    return span.model_copy(update={"latest": f"{later.isoformat()}T23:59:59"})


def is_far(one: str, other: str) -> bool:
    """Say whether two days are so far apart that they belong to two stays."""
    if not one or not other:
        return False
    return abs((date.fromisoformat(one) - date.fromisoformat(other)).days) > FAR


def day_of(fact: Fact) -> str:
    """The day of a fact."""
    return "" if fact.time is None else (fact.time.earliest or fact.time.latest or "")[:10]
