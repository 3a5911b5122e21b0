"""Two quantities compared, and a value shown as the record writes it."""

from agents.rule_judge.decisions import Item
from clinical.facts import Fact, Quantity
from clinical.labels import ErrorType

UNDATED = "9"
APPROXIMATE_SHARE = 0.06


def matches(claimed: Quantity, recorded: Quantity) -> bool:
    """Compare two quantities with the rounding of both, ranges and comparators."""
    if claimed.unit and recorded.unit and claimed.unit != recorded.unit:
        return False
    slack = max(claimed.tolerance, recorded.tolerance) * 1.02 + 1e-9
    if claimed.comparator == "~":
        slack = max(slack, abs(claimed.value) * APPROXIMATE_SHARE)
    low, high = claimed.value - slack, (claimed.high or claimed.value) + slack
    first, last = recorded.value, recorded.high or recorded.value
    if claimed.comparator == "<":
        return first <= high
    if claimed.comparator == ">":
        return last >= low
    return low <= last and first <= high


def matching(claim: Fact, items: list[Item]) -> list[Item]:
    """Items whose value equals the claim's."""
    quantity = claim.quantity
    if quantity is None:
        return []
    return [i for i in items if i.fact.quantity is not None and matches(quantity, i.fact.quantity)]


def value(item: Item) -> float:
    """The number of an item that has one."""
    quantity = item.fact.quantity
    return quantity.value if quantity else 0.0


def nearest(claim: Fact, items: list[Item]) -> Item:
    """The item whose value is closest to the claim's; ties by place."""
    goal = claim.quantity.value if claim.quantity else 0.0
    return min(items, key=lambda i: (abs(value(i) - goal), str(i.fact.source)))


def comparable_units(claim: Fact, item: Item) -> bool:
    """Say whether the two values are in one unit, or one of them has none."""
    claimed, recorded = claim.quantity, item.fact.quantity
    if claimed is None or recorded is None:
        return False
    return not (claimed.unit and recorded.unit) or claimed.unit == recorded.unit


def moment(fact: Fact) -> str:
    """When a value was taken, for ordering; unknown sorts last."""
    return (fact.time.earliest if fact.time else None) or UNDATED


def written(item: Item) -> str:
    """Show the value of an item as the record writes it, with its date."""
    date = moment(item.fact)[:10]
    return f"{' '.join(item.fact.text.split())!r}" + (f" ({date})" if date != UNDATED else "")


def shown(claim: Fact, item: Item) -> str:
    """Explain a match."""
    return f"{claim.text!r} matches {written(item)}"


def correction_of(claim: Fact, item: Item) -> tuple[str, str] | None:
    """The number to write instead, in the unit of the sentence."""
    claimed, recorded = claim.quantity, item.fact.quantity
    if claimed is None or recorded is None or not claimed.written or not recorded.written:
        return None
    return claimed.written, recorded.written


def error_type(claim: Fact) -> ErrorType:
    """Laboratory values are exam results; everything measured at the bedside is a value."""
    return "exam_result_error" if claim.kind == "lab" else "value_error"
