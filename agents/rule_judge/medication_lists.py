"""What the record says of a drug, by the list that it stands in."""

from agents.rule_judge.decisions import Item
from clinical.labels import ErrorType

TYPE: tuple[ErrorType, ...] = ("medication_error",)
HOME_LIST, DISCHARGE_LIST = "admission_medications", "discharge_medications"
OFF = frozenset({"stopped", "held", "not_given"})
LASTING = frozenset({"discharge", "continued", "resumed"})
"""What happened so that the dose said is the dose on the discharge list."""


def listed(items: list[Item], section: str) -> list[Item]:
    """Items that stand in one of the two medication lists."""
    return [item for item in items if item.fact.section == section]


def active(items: list[Item]) -> list[Item]:
    """Items that are not marked as held or stopped."""
    return [item for item in items if item.fact.status not in OFF]


def one_daily_dose(items: list[Item]) -> float | None:
    """Total dose a day of the only item; None where several lines or none give it."""
    if len(items) != 1 or items[0].fact.quantity is None:
        return None
    return items[0].fact.quantity.value * (items[0].fact.frequency or 1.0)


def same_unit(one: list[Item], other: list[Item]) -> bool:
    """Say whether all doses are in one unit, so that they can be compared."""
    return len({i.fact.quantity.unit for i in (*one, *other) if i.fact.quantity}) == 1
