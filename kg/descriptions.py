"""Short phrases in which entities, relations and reports say what the record says."""

from clinical.facts import Fact, Quantity, TimeSpan


def amount(quantity: Quantity) -> str:
    """Write a quantity: `<0.01 ng/mL`, `90-99 mmHg`."""
    number = f"{quantity.comparator}{quantity.value:g}"
    if quantity.high is not None:
        number += f"-{quantity.high:g}"
    return f"{number} {quantity.unit}".strip()


def interval(time: TimeSpan | None) -> str:
    """Write a time: `2178-03-04 14:10`, `2178-03-04 to 2178-03-07`, or nothing when unknown."""
    if time is None or not (time.earliest or time.latest):
        return ""
    earliest, latest = (_moment(bound, time.precision) for bound in (time.earliest, time.latest))
    if earliest == latest:
        return earliest
    return f"{earliest or '...'} to {latest or '...'}"


def _moment(bound: str | None, precision: str) -> str:
    if bound is None:
        return ""
    length = {"minute": 16, "day": 10, "month": 7, "year": 4}.get(precision, 10)
    return bound[:length].replace("T", " ")


def value(fact: Fact) -> str:
    """Write what a fact says of its concept, without the concept and its time."""
    parts = [
        "" if fact.assertion == "present" else fact.assertion,
        fact.status or "",
        fact.severity or "",
        fact.laterality or "",
        fact.result or "",
        amount(fact.quantity) if fact.quantity else "",
        fact.route or "",
        f"{fact.frequency:g} a day" if fact.frequency else "",
        f"for {amount(fact.duration_days)}" if fact.duration_days else "",
    ]
    return " ".join(part.replace("_", " ") for part in parts if part)


def listing(phrases: list[str], limit: int) -> str:
    """Join distinct phrases; those beyond the limit are counted, not dropped unseen."""
    distinct = [p for p in dict.fromkeys(phrases) if p]
    shown = "; ".join(distinct[:limit])
    more = len(distinct) - limit
    return f"{shown}; and {more} more" if more > 0 else shown
