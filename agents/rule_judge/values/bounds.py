"""Rules for a bound that a sentence denies: `no reading under 96`."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import UNDATED, error_type, moment, value, written
from agents.rule_judge.values.series import during_stay
from clinical.facts import Fact

DENIED = re.compile(r"\b(?:no|never|not|without|none|nothing)\b[^,;.]*\Z", re.IGNORECASE)
FARTHEST = 40
"""Characters before a bound within which it is denied."""


def is_denied_bound(claim: Fact, sentence: str) -> bool:
    """Say whether a bound is denied: `no reading under 96` says that all are above."""
    quantity = claim.quantity
    if quantity is None or quantity.comparator not in ("<", ">"):
        return False
    start = (claim.source.end or 0) - len(quantity.written)
    return DENIED.search(sentence, max(0, start - FARTHEST), start) is not None


def judge_denied_bound(claim: Fact, valued: list[Item], view: RecordView) -> Decision:
    """A denied bound holds where no value of the stay is beyond it; a dated one breaks it."""
    stay = [i for i in during_stay(valued, view) if moment(i.fact) != UNDATED]
    breaking = [i for i in stay if is_beyond(claim, i)]
    if not breaking:
        return supported("bound_held", stay or valued, "no value on record is beyond it", "value")
    inside = [i for i in breaking if is_in_stay(claim, i)]
    if claim.time is not None and not inside:
        return undecided("bound_of_a_time", "values at other times are beyond it", breaking[:2])
    shown = inside or breaking
    return contradicted(
        "bound_broken",
        shown[:3],
        (error_type(claim),),
        f"the record has {written(shown[0])}",
        "value",
        confidence=0.7,
    )


def is_in_stay(claim: Fact, item: Item) -> bool:
    """Say whether a row of a table was measured in the time of a claim, of a day or of a stay.

    The evening before in the emergency department belongs to the stay.
    """
    time, measured = claim.time, item.fact.time
    if time is None or measured is None or not item.fact.source.table:
        return False
    if time.overlaps(measured):
        return True
    whole = bool(time.earliest and time.latest and time.earliest[:10] != time.latest[:10])
    return whole and bool(measured.earliest and time.earliest and measured.earliest < time.earliest)


def is_beyond(claim: Fact, item: Item) -> bool:
    """Say whether a value is surely on the side of a bound that a sentence denies."""
    bound = claim.quantity
    if bound is None or item.fact.quantity is None:
        return False
    below = bound.comparator == "<"
    return value(item) < bound.value if below else value(item) > bound.value
