"""Finds when a measured value rose or fell, and what else held at that time."""

from collections.abc import Sequence
from itertools import pairwise

from agents.ask.patient_facts import Told
from clinical.facts import TimeSpan


def moment_of(values: Sequence[Told], rises: bool) -> TimeSpan | None:
    """Return the interval of the largest change in one direction, or None without a change."""
    numbered = [one for one in values if one.fact.quantity is not None and one.earliest]
    steps = [
        (after.fact.quantity.value - before.fact.quantity.value, before, after)
        for before, after in pairwise(numbered)
        if before.fact.quantity and after.fact.quantity and before.name == after.name
    ]
    changes = [one for one in steps if (one[0] > 0) == rises and one[0] != 0]
    if not changes:
        return None
    _, before, after = max(changes, key=lambda one: abs(one[0]))
    end = after.time.latest or after.earliest if after.time else after.earliest
    return TimeSpan(earliest=before.earliest, latest=end)


def during(told: Sequence[Told], moment: TimeSpan) -> list[Told]:
    """Keep what has a time of its own that overlaps a moment."""
    return [one for one in told if one.time is not None and one.earliest and _is_at(one, moment)]


def _is_at(one: Told, moment: TimeSpan) -> bool:
    return one.time is not None and one.time.overlaps(moment)
