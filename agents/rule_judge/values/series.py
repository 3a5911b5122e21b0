"""The values of one quantity, and those of the time that a claim means."""

from datetime import timedelta
from typing import NamedTuple

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import RecordView, stems_of
from agents.rule_judge.values.quantities import moment
from clinical.facts import Fact, TimeSpan
from clinical.labels import Selector
from clinical.time_spans import parse_day

MEASURE = "measure:"
TEMPERATURE = "vital:temperature"
UNNAMED = frozenset({"measure:length", "measure:volume", "measure:share", "measure:weight"})
"""Quantities of something that the text does not name."""


class Series(NamedTuple):
    """The values of one quantity, in the order of time (unknown times last)."""

    items: list[Item]

    def valued(self) -> list[Item]:
        """Items with a number."""
        return [item for item in self.items if item.fact.quantity is not None]


def series_of(claim: Fact, view: RecordView) -> Series:
    """Collect the values of the claim's own quantity."""
    items = [i for i in view.narrower(claim.concept) if i.fact.kind in ("lab", "vital")]
    wider = [i for i in view.broader(claim.concept) if i not in items]
    items += [
        i
        for i in wider
        if i.fact.kind == "lab" or i.fact.concept.id.startswith((MEASURE, TEMPERATURE))
    ]
    items = items or [i for i in view.kindred(claim.concept) if i.fact.kind in ("lab", "vital")]
    items = [i for i in items if one_side(claim, i.fact)]
    if claim.concept.id in UNNAMED:
        items = [i for i in items if shares_words(claim, i)]
    return Series(sorted(items, key=lambda i: (moment(i.fact), str(i.fact.source))))


def one_side(claim: Fact, fact: Fact) -> bool:
    """Say whether two measurements can be of one side."""
    sides = {claim.laterality, fact.laterality}
    return sides != {"left", "right"}


def shares_words(claim: Fact, item: Item) -> bool:
    """Say whether a size or volume of something unnamed is told of in the same words."""
    return len(stems_of(claim.text) & stems_of(item.evidence.quote)) > 0


def meant_items(claim: Fact, valued: list[Item], view: RecordView) -> tuple[list[Item], bool]:
    """Return the values of the time that the claim names, and whether it names one exactly."""
    if claim.time is not None and claim.time.earliest and claim.time.precision in ("minute", "day"):
        on_time = [i for i in valued if i.fact.time and claim.time.overlaps(i.fact.time)]
        dated = [i for i in on_time if i.fact.time and i.fact.time.earliest]
        if dated:
            named = [i for i in valued if i not in dated and is_named_after(claim.time, i)]
            return dated + named, True
    if claim.selector in ("last", "discharge"):
        return of_selector(valued, "discharge", view), True
    if claim.selector in ("first", "admission"):
        return of_selector(valued, "admission", view), True
    return valued, False


def is_named_after(time: TimeSpan, item: Item) -> bool:
    """Say whether words, not a date, place a value at the admission or discharge that is meant."""
    undated = item.fact.time is None or not item.fact.time.earliest
    return (
        undated
        and time.anchor in ("admission", "discharge")
        and (item.fact.selector == time.anchor)
    )


def of_selector(valued: list[Item], anchor: Selector, view: RecordView) -> list[Item]:
    """The values of the first or last day, by their time, their section or what names them so."""
    last = anchor == "discharge"
    named = [i for i in valued if i.fact.selector == anchor]
    dated = [i for i in valued if i.fact.time and i.fact.time.earliest and is_of_stay(i, view)]
    days = sorted({moment(i.fact)[:10] for i in dated})
    at_the_end = (view.anchors.discharged if last else view.anchors.admitted) or ""
    day = at_the_end[:10] if named else days[-1 if last else 0] if days else ""
    return [
        i for i in valued if i in named or (i in dated and moment(i.fact)[:10] == day)
    ] or valued


def is_of_stay(item: Item, view: RecordView) -> bool:
    """Say whether a dated value is of this stay, or of the day before it."""
    admitted, discharged = parse_day(view.anchors.admitted), parse_day(view.anchors.discharged)
    day = parse_day(moment(item.fact))
    early = bool(day and admitted and day < admitted - timedelta(days=1))
    return not early and not bool(day and discharged and day > discharged)


def during_stay(valued: list[Item], view: RecordView) -> list[Item]:
    """Values taken in this admission, as far as their time is known.

    What a table has of the evening before was taken in the emergency department.
    """
    start = (view.anchors.admitted or "")[:10]
    arrived = parse_day(view.anchors.admitted)
    before = (arrived - timedelta(days=1)).isoformat()[:10] if arrived else start
    return [
        i
        for i in valued
        if moment(i.fact) >= (before if i.fact.source.table else start)
        and i.fact.assertion != "historical"
    ]
