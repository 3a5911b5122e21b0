"""What the record has in the place of a mark: the same, something else, or nothing."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from agents.rule_judge.ledger.marks import Mark
from agents.rule_judge.ledger.surroundings import Passage, Surroundings
from clinical.labels import SlotState
from clinical.time_spans import parse_day

AS_NEAR = 0.5
"""A passage with the same value counts where it says this share of what the best one says."""

LEAST = 0.05
"""A passage that says less than this of what stands around a mark speaks of something else."""

TOLD = 0.25
"""A passage that says this much of what stands around a mark tells of the same thing."""

FAR = 0.1
"""The same for a number that is hardly that of something else."""

LARGE = 100
ROUNDING = 0.005
MOST_DOSES = 14
QUANTITIES = frozenset({"number", "dose", "count"})
SHOWN = 2


OPPOSED: dict[str, dict[str, frozenset[str]]] = {
    "course": {
        "started": frozenset({"stopped", "held"}),
        "continued": frozenset({"stopped", "held"}),
        "stopped": frozenset({"started", "continued"}),
        "held": frozenset({"started", "continued"}),
    }
}
"""Axes on which some values stand beside each other: what is held can be stopped later."""


class Compared(NamedTuple):
    """How comparing a mark ended, with the passages that decided."""

    state: SlotState
    passages: tuple[Passage, ...]


def compare(mark: Mark, around: Surroundings, concept: str | None) -> Compared:
    """Look for the value of a mark in the passages that say most of what stands around it.

    Where the mark stands in a typed claim, passages on the concept of that claim come first.
    """
    covered = [(share, p) for share, p in around.coverage(mark) if share >= LEAST]
    ranked = sorted(covered, key=lambda pair: (-pair[0], str(pair[1].evidence.source)))
    best = ranked[0][0] if ranked else 0.0
    own = [p for _, p in ranked if concept is not None and concept in p.concepts]
    near = [p for share, p in ranked if share >= best * (FAR if is_rare(mark) else AS_NEAR)]
    candidates = list(dict.fromkeys([*own, *near]))
    equal = [p for p in candidates if holds(mark, p)]
    if equal:
        return Compared("matched", tuple(equal[:SHOWN]))
    if follows(mark, candidates):
        return Compared("matched", tuple(candidates[:SHOWN]))
    told = [p for share, p in ranked if share >= TOLD or p in own]
    other = [p for p in (own or near) if p in told and has_another(mark, p)]
    if other:
        return Compared("disputed", tuple(other[:SHOWN]))
    return Compared("not_compared", ())


def is_rare(mark: Mark) -> bool:
    """Say whether a number is hardly that of something else: it has a fraction or is large."""
    if mark.axis == "pair":
        return True
    if mark.name not in QUANTITIES:
        return False
    return any(float(v) != int(float(v)) or float(v) >= LARGE for v in mark.values)


def holds(mark: Mark, passage: Passage) -> bool:
    """Say whether a passage has the value of a mark."""
    if mark.axis == "day":
        short = {"-" + str(day)[4:] for day in mark.values}
        return bool((mark.values | short) & passage.days) or any(
            within(mark, other) for other in passage.marks if other.axis == "day"
        )
    if mark.axis == "pair":
        pairs = {value for other in passage.marks if other.axis == "pair" for value in other.values}
        short = {f"{int(day[2:4])}:{int(day[5:7])}" for day in passage.days if day[:2] == "--"}
        return bool(mark.values & (pairs | short))
    if mark.name in QUANTITIES and mark.axis != "age":
        return any(
            equal_numbers(mark, other)
            for other in passage.marks
            if other.name in QUANTITIES
            and other.axis not in ("age", "pair")
            and (other.axis == mark.axis or "number" in (other.axis, mark.axis))
        )
    same = [other for other in passage.marks if other.axis == mark.axis]
    if mark.axis in ("days", "age"):
        return any(equal_numbers(mark, other) for other in same)
    return any(mark.values & other.values for other in same)


def within(mark: Mark, other: Mark) -> bool:
    """Say whether a day of a mark lies in a range of days."""
    days = sorted(map(str, other.values))
    return any(days[0] <= str(day) <= days[-1] for day in mark.values)


def equal_numbers(mark: Mark, other: Mark) -> bool:
    """Say whether two numbers are one, within rounding."""
    return any(
        abs(float(one) - float(two)) <= ROUNDING * max(abs(float(one)), abs(float(two)))
        for one in mark.values
        for two in other.values
    )


def has_another(mark: Mark, passage: Passage) -> bool:
    """Say whether a passage has another value on the axis of a mark."""
    if mark.axis == "polarity":
        return True
    if mark.axis == "day":
        return bool(passage.days)
    same = [other for other in passage.marks if other.axis == mark.axis]
    if mark.axis in OPPOSED:
        opposed = frozenset().union(*(OPPOSED[mark.axis][str(value)] for value in mark.values))
        return any(other.values & opposed for other in same)
    return bool(same)


def follows(mark: Mark, near: Sequence[Passage]) -> bool:
    """Say whether a number or a length follows from two of the nearest passages."""
    if mark.axis == "days":
        return follows_from_days(mark, near)
    if mark.name in ("number", "dose"):
        return follows_from_numbers(mark, near)
    return False


def follows_from_days(mark: Mark, near: Sequence[Passage]) -> bool:
    """A length is the distance of two days, counted with the first one or without."""
    found = [parse_day(day) for p in near for day in p.days]
    days = sorted({day for day in found if day is not None})
    lengths = {(late - early).days for early, late in combinations(days, 2)}
    return any(float(value) in (n, n + 1) for n in lengths for value in mark.values)


def follows_from_numbers(mark: Mark, near: Sequence[Passage]) -> bool:
    """A number is the difference or the sum of two others of its dimension."""
    if mark.axis in ("pair", "age"):
        return False
    numbers = {
        float(value)
        for p in near
        for other in p.marks
        if other.axis == mark.axis and other.name in QUANTITIES
        for value in other.values
    }
    reached = {
        value for one, two in combinations(numbers, 2) for value in (abs(one - two), one + two)
    }
    if mark.name == "dose":
        reached |= {one * count for one in numbers for count in range(2, MOST_DOSES + 1)}
    return any(
        abs(value - float(wanted)) <= ROUNDING * float(wanted)
        for value in reached
        for wanted in mark.values
    )
