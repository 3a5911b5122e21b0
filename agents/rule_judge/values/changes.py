"""Rules for a change from one value to another: the two values, in the order of the record."""

import re
from itertools import pairwise

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import UNDATED, error_type, matching, moment, written
from agents.rule_judge.values.series import series_of
from clinical.facts import Fact

TO = re.compile(
    r"^\s*\S{0,12}\s*(?:\([^)]{0,30}\)\s*)?(?:→|-{1,2}>|to|and then|then(?: to)?|before"
    r"|(?:up|down|back)?\s*to)\s+"
    r"(?:(?:a|an|its|the|his|her|about|only|around)\s+)*(?:peak|nadir|low|high|maximum|minimum)?"
    r"(?:\s+of)?\s*\S{0,12}$",
    re.IGNORECASE,
)
RANGED = re.compile(r"\b(?:rang\w+|varied|between|fluctuat\w+)\W+(?:\w+\W+)?\Z", re.IGNORECASE)
"""Before two values that are the bounds of a range, in no order of time."""

FROM = re.compile(r"\bfrom\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}[<>~]?$|→|->", re.IGNORECASE)


def judge_changes(text: str, claims: list[Fact], view: RecordView) -> list[tuple[Fact, Decision]]:
    """`From A to B` is wrong when the record has both values, and A only after B."""
    found = []
    for first, second in pairwise(valued_claims(claims)):
        if first.concept.id == second.concept.id and is_change(text, first, second):
            decision = judge_change(first, second, view)
            if decision is not None:
                found.append((second, decision))
    return found


def valued_claims(claims: list[Fact]) -> list[Fact]:
    """Claims of a measured value, in the order of the text."""
    valued = [c for c in claims if c.kind in ("lab", "vital") and c.quantity is not None]
    return sorted(valued, key=lambda c: c.source.end or 0)


def is_change(text: str, first: Fact, second: Fact) -> bool:
    """Say whether two values are the ends of one change."""
    start, end = first.source.end or 0, second.source.end or 0
    if first.quantity is None or second.quantity is None:
        return False
    before = text[: start - len(first.quantity.written)]
    between = text[start : end - len(second.quantity.written)]
    if RANGED.search(before):
        return False
    arrow = "→" in between or "->" in between
    return arrow or (FROM.search(before) is not None and TO.match(between) is not None)


def judge_change(first: Fact, second: Fact, view: RecordView) -> Decision | None:
    """Both values are on record with their times, and the first one only after the second."""
    valued = series_of(second, view).valued()
    begun, ended = matching(first, valued), matching(second, valued)
    moments = [day_or_moment(i, view) for i in (*begun, *ended)]
    if not begun or not ended or UNDATED in moments or any(i in ended for i in begun):
        return None
    earliest = min(day_or_moment(i, view) for i in begun)
    if earliest <= max(day_or_moment(i, view) for i in ended):
        return None
    return reversed_change(second, begun[0], ended[0])


def day_or_moment(item: Item, view: RecordView) -> str:
    """When a value was taken, by its time or by the end of the stay that it is named after."""
    anchors = view.anchors
    named = {"admission": anchors.admitted, "discharge": anchors.discharged}
    stated = moment(item.fact)
    return (named.get(item.fact.selector or "") if stated == UNDATED else stated) or UNDATED


def reversed_change(claim: Fact, begun: Item, ended: Item) -> Decision:
    """Write out a change that the record has the other way round."""
    return contradicted(
        "reversed_change",
        [ended, begun],
        (error_type(claim),),
        f"the record goes from {written(ended)} to {written(begun)}, the other way round",
        "trend",
        confidence=0.8,
    )
