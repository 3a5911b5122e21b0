"""Rules for how many units of a blood product were given.

The counts of the record are events; what a sentence says must be one of them or a sum of several.
"""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.medications.lists import TYPE
from agents.rule_judge.record_view import RecordView
from clinical.blood_units import PRODUCTS, BloodUnits, blood_units, counted_units
from clinical.facts import Fact
from kg.evidence import Evidence

GENERAL = "drugclass:blood-product"

MOST = 40
"""Sums above this many units are not looked for."""


def judge_units(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """A number of units is right or wrong by whether counts of the record make it."""
    claimed = claimed_units(claim, view, sentence)
    if claimed is None:
        return None
    told = [
        (units, passage)
        for passage in view.passages
        for units in blood_units(passage.quote, view.anchors)
        if units.product == claimed.product
    ]
    if not told:
        return None
    shown = [Item(claim, passage) for _, passage in told]
    if claimed.number in sums_of([day_counted(u, p) for u, p in told]):
        return supported("same_units", shown, "the units on record make this number", "dose")
    counted = [p for p in view.passages if claimed.number in counted_units(p.quote)]
    if counted:
        numbered = [Item(claim, passage) for passage in counted]
        return supported("counted_unit", numbered, "the record counts up to this unit", "dose")
    words = " ".join(told[0][1].quote.split())[:120]
    return contradicted(
        "other_units",
        shown,
        TYPE,
        f"the sentence says {claimed.number} units, the record {words!r}",
        "dose",
        confidence=0.75,
    )


def claimed_units(claim: Fact, view: RecordView, sentence: str) -> BloodUnits | None:
    """The count that stands in or around a claim of one product."""
    if claim.assertion != "present" or claim.concept.id not in (*PRODUCTS, GENERAL):
        return None
    start, end = claim.source.start or 0, claim.source.end or 0
    found = [
        units
        for units in blood_units(sentence or claim.text, view.anchors)
        if units.start < end + 3 and start < units.end + 3
        if claim.concept.id in (units.product, GENERAL)
    ]
    return found[0] if len(found) == 1 else None


def day_counted(units: BloodUnits, passage: Evidence) -> tuple[str | None, int]:
    """A count with its day: as written beside it, or that of its passage."""
    lead = passage.time
    dated = lead is not None and lead.earliest and lead.anchor == "absolute"
    day = units.day or (lead.earliest[:10] if dated and lead and lead.earliest else None)
    return day, units.number


def sums_of(counted: list[tuple[str | None, int]]) -> set[int]:
    """All sums of different events: one count told twice of a day is one event.

    A count without a day is an event of its own only where no day has the same count.
    """
    dated = {one for one in counted if one[0] is not None}
    known = {count for _, count in dated}
    loose = {one for one in counted if one[0] is None and one[1] not in known}
    sums = {0}
    for _, count in sorted(dated | loose, key=str):
        sums |= {total + count for total in sums if total + count <= MOST}
    return sums - {0}
