"""Rules for who the patient is: age, sex, marital status, language, way of arrival."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView
from clinical.demographics import AGE, SEX
from clinical.facts import Anchors, Fact
from clinical.social_status import same_status
from clinical.time_spans import parse_day

DAYS_OF_A_YEAR = 365.25
AGE_SLACK = 1.0
"""Years; a birthday may fall between two texts."""


def judge_demographic(claim: Fact, view: RecordView) -> Decision:
    """An age, a sex or a state of life is wrong when the record states only others."""
    items = [i for i in view.same(claim.concept) if i.fact.assertion == "present"]
    agreed = [item for item in items if same_person(claim, item.fact, view.anchors)]
    if agreed:
        return supported("same_person", agreed, f"the record states {agreed[0].evidence.quote!r}")
    if not items and claim.concept.id not in (AGE.id, SEX.id):
        return undecided("status_not_on_record", f"no table states the {claim.concept.name}")
    if not items:
        return supported("person_not_described", [], "the record does not state it", by="E2")
    return contradicted(
        "other_person",
        items,
        ("value_error",),
        f"the sentence says {claim.text!r}, the record {items[0].evidence.quote!r}",
        claim.concept.name,
        correction(claim, items[0], view.anchors),
    )


def same_person(claim: Fact, fact: Fact, anchors: Anchors) -> bool:
    """Say whether two statements of the same thing agree."""
    if claim.quantity is not None and fact.quantity is not None:
        youngest, oldest = ages_at_stay(fact, anchors)
        return youngest - AGE_SLACK <= claim.quantity.value <= oldest + AGE_SLACK
    said, told = claim.result or "", fact.result or ""
    if claim.concept.id != SEX.id:
        return same_status(said, told)
    return said.lower()[:1] == told.lower()[:1]


def ages_at_stay(fact: Fact, anchors: Anchors) -> tuple[float, float]:
    """The age that a record tells, and what it has become by the stay that a summary is about.

    A table tells the age of a year, or the day of birth; the stay may be years later. An age
    without a day of its own is taken as it is.
    """
    told = fact.quantity.value if fact.quantity is not None else 0.0
    since = parse_day(fact.time.earliest if fact.time else None)
    stay = [day for day in map(parse_day, (anchors.admitted, anchors.discharged)) if day]
    if since is None or not stay:
        return told, told
    passed = [told + (day - since).days / DAYS_OF_A_YEAR for day in stay]
    return min(told, *passed) if fact.result is None else min(passed), max(passed)


def correction(claim: Fact, item: Item, anchors: Anchors) -> tuple[str, str] | None:
    """The number to write instead; a word for a sex is left to the writer."""
    claimed = claim.quantity
    if claimed is None or item.fact.quantity is None:
        return None
    return f"{claimed.value:g}", f"{int(ages_at_stay(item.fact, anchors)[1])}"
