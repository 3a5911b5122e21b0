"""Rules for weight lost or gained: a change that two weights on record show or exclude."""

from itertools import combinations

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import matches, value, written
from agents.rule_judge.values.series import Series, during_stay
from clinical.facts import Fact, Quantity
from clinical.kindred import WEIGHT

ROUNDING = 1.0
"""Kilograms by which a change told in words may differ from the weights."""

SHARE = 0.15
ONE_PLACE = 90
"""Characters within which two weights of a note tell of one change."""


def judge_weight_change(claim: Fact, stated: Series, view: RecordView) -> Decision | None:
    """A change of weight: right if stated, or if two weights differ by it; else wrong if larger.

    Larger than any change between weights of the stay, or between two weights named together,
    is wrong only where the record speaks of such weights.
    """
    if claim.quantity is None:
        return None
    same = [i for i in stated.valued() if i.fact.quantity and close(claim.quantity, value(i))]
    if same:
        return supported("stated_change", same, f"the record says {written(same[0])}", "value")
    weights = [i for i in view.by_concept.get(WEIGHT, []) if i.fact.quantity is not None]
    pairs = list(combinations(sorted(weights, key=lambda i: str(i.fact.source)), 2))
    for first, second in pairs:
        if close(claim.quantity, abs(value(first) - value(second))):
            note = f"{written(first)} and {written(second)} differ by that much"
            return supported("difference", [first, second], note, "value")
    stay = during_stay(weights, view)
    told = [
        (one, other)
        for one, other in pairs
        if (one in stay and other in stay and is_of_stay(claim)) or named_together(one, other)
    ]
    return judge_too_large(claim, told)


def close(claimed: Quantity, change: float) -> bool:
    """Say whether a change in kilograms is the one claimed, with the rounding of speech."""
    slack = max(ROUNDING, SHARE * claimed.value) if claimed.comparator == "~" else ROUNDING
    return matches(claimed, Quantity(value=change, tolerance=slack, unit=claimed.unit))


def is_of_stay(claim: Fact) -> bool:
    """Say whether a change is placed in the stay by the time that the sentence names."""
    return claim.time is not None and bool(claim.time.earliest or claim.time.latest)


def named_together(one: Item, other: Item) -> bool:
    """Say whether two weights stand side by side in a note: `from 176 to 148 pounds`."""
    mine, theirs = one.fact.source, other.fact.source
    near = abs((mine.start or 0) - (theirs.start or 0)) <= ONE_PLACE
    return bool(mine.note) and mine.note == theirs.note and near


def judge_too_large(claim: Fact, told: list[tuple[Item, Item]]) -> Decision | None:
    """A change larger than any that the record shows."""
    if not told or claim.quantity is None:
        return None
    widest = max(told, key=lambda pair: abs(value(pair[0]) - value(pair[1])))
    change = abs(value(widest[0]) - value(widest[1]))
    if claim.quantity.value <= change * (1 + SHARE) + ROUNDING:
        return None
    return contradicted(
        "larger_than_any_change",
        [*widest],
        ("value_error",),
        f"{written(widest[0])} and {written(widest[1])} differ by {change:.1f} kg only",
        "value",
        confidence=0.7,
    )
