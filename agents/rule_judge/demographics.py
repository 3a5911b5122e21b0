"""Rules for who the patient is: age and sex."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact

AGE_SLACK = 1.0
"""Years; a birthday may fall between two texts."""


def judge_demographic(claim: Fact, view: RecordView) -> Decision:
    """An age or a sex is wrong when the record states only others."""
    items = [i for i in view.same(claim.concept) if i.fact.assertion == "present"]
    agreed = [item for item in items if same_person(claim, item.fact)]
    if agreed:
        return supported("same_person", agreed, f"the record states {agreed[0].evidence.quote!r}")
    if not items:
        return supported("person_not_described", [], "the record does not state it", by="E2")
    return contradicted(
        "other_person",
        items,
        ("value_error",),
        f"the sentence says {claim.text!r}, the record {items[0].evidence.quote!r}",
        claim.concept.name,
        correction(claim, items[0]),
    )


def same_person(claim: Fact, fact: Fact) -> bool:
    """Say whether two statements of age or sex agree."""
    if claim.quantity is not None and fact.quantity is not None:
        return abs(claim.quantity.value - fact.quantity.value) <= AGE_SLACK
    return (claim.result or "").lower()[:1] == (fact.result or "").lower()[:1]


def correction(claim: Fact, item: Item) -> tuple[str, str] | None:
    """The number to write instead; a word for a sex is left to the writer."""
    claimed, recorded = claim.quantity, item.fact.quantity
    if claimed is None or recorded is None:
        return None
    return f"{claimed.value:g}", f"{recorded.value:g}"
