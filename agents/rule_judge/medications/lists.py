"""What the record says of a drug, by the list that it stands in."""

from agents.rule_judge.decisions import Decision, Item, contradicted
from clinical.labels import ErrorType

TYPE: tuple[ErrorType, ...] = ("medication_error",)
HOME_LIST, DISCHARGE_LIST = "admission_medications", "discharge_medications"
OFF = frozenset({"stopped", "held", "not_given"})
LASTING = frozenset({"discharge", "continued", "resumed"})
"""What happened so that the dose said is the dose on the discharge list."""

RATIO_SLACK = 0.15
"""Share by which a ratio of doses may miss a word such as `halved`."""


def listed(items: list[Item], section: str) -> list[Item]:
    """Items that stand in one of the two medication lists."""
    return [item for item in items if item.fact.section == section]


def active(items: list[Item]) -> list[Item]:
    """Items that are not marked as held or stopped."""
    return [item for item in items if item.fact.status not in OFF]


def became(rule: str, home: list[Item], leaving: list[Item], confidence: float = 0.75) -> Decision:
    """A dose that changed otherwise, or not at all, from the list at admission to the last one."""
    return contradicted(
        rule,
        [*home, *leaving],
        TYPE,
        f"{home[0].fact.text!r} became {leaving[0].fact.text!r}",
        "dose",
        confidence=confidence,
    )


def is_about(ratio: float, factor: float) -> bool:
    """Say whether doses are related as a word such as `halved` says."""
    return abs(ratio - factor) <= RATIO_SLACK * factor


def one_daily_dose(items: list[Item]) -> float | None:
    """Total dose a day of the only line that gives one; None where several or none do."""
    doses = [(i.fact.quantity.value, i.fact.frequency) for i in items if i.fact.quantity]
    return doses[0][0] * (doses[0][1] or 1.0) if len(doses) == 1 else None


def same_unit(one: list[Item], other: list[Item]) -> bool:
    """Say whether all doses are in one unit, so that they can be compared."""
    return len({i.fact.quantity.unit for i in (*one, *other) if i.fact.quantity}) == 1
