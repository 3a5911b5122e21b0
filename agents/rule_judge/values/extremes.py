"""Rules for the peak and the nadir of a series: the right value, on the right day."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import (
    correction_of,
    error_type,
    matches,
    matching,
    moment,
    shown,
    value,
    written,
)
from agents.rule_judge.values.series import during_stay
from clinical.facts import Fact, TimeSpan
from clinical.labels import Selector
from clinical.time_spans import parse_day
from clinical.value_selectors import selector_marks

EXTREMES: dict[Selector, bool] = {"peak": True, "nadir": False}
"""The two extremes, and whether the highest value is meant."""

ENDS: dict[Selector, bool] = {"admission": True, "first": True, "discharge": False, "last": False}
"""The words for an end of the stay, and whether it is the first."""

MORE_THAN_ONE_DAY = 2
END_BEHIND = re.compile(
    r"[\s,]*(?:(?P<came>(?:on|at|upon) (?:arrival|admission|presentation))"
    r"|(?P<left>(?:at|on|before) discharge))\b",
    re.IGNORECASE,
)
ONE_VALUE = re.compile(r"\D*[<>~]?\s?\d[\d.,/]*\D*")


def extreme_of(claim: Fact) -> Selector | None:
    """The extreme that a claim is of, also where another word places it in time.

    `Creatinine peaked at 1.9 on the day of admission` is of the peak and of a day.
    """
    if claim.selector in EXTREMES:
        return claim.selector
    marks = [mark for mark in selector_marks(claim.text) if mark.selector in EXTREMES]
    if not marks or not ONE_VALUE.fullmatch(claim.text[marks[-1].end :]):
        return None
    return marks[-1].selector


def names_two_extremes(sentence: str, selector: Selector) -> bool:
    """Say whether a sentence has two peaks: `peaked at 412 and fell to a maximum of 144`."""
    return sum(mark.selector == selector for mark in selector_marks(sentence)) > 1


def judge_extreme(
    claim: Fact, selector: Selector, valued: list[Item], view: RecordView, sentence: str = ""
) -> Decision:
    """A peak or nadir: right if it is the extreme of the stay, on the day that is named."""
    stay = during_stay(valued, view) or valued
    highest = EXTREMES[selector]
    extreme = sorted(stay, key=lambda i: (value(i), str(i.fact.source)))[-1 if highest else 0]
    found = matching(claim, [extreme])
    if found:
        return judge_day_of_extreme(placed_at_an_end(claim, sentence), extreme, stay)
    stated = [i for i in matching(claim, stay) if i.fact.selector == selector]
    if stated:
        return supported("stated_extreme", stated, shown(claim, stated[0]), "value")
    return contradicted(
        "not_the_extreme",
        [extreme],
        (error_type(claim),),
        f"the {selector} on record is {written(extreme)}, not {claim.text!r}",
        "value",
        correction_of(claim, extreme),
    )


def judge_day_of_extreme(claim: Fact, extreme: Item, stay: list[Item]) -> Decision:
    """The extreme value: wrong on a day on which the series has values, but not this one."""
    reached = [i for i in stay if same_value(i, extreme)]
    ends = at_an_end(claim, stay)
    if ends and all(is_dated(i) for i in stay) and not any(i in ends for i in reached):
        return on_another_day(extreme, ends)
    time = claim.time
    on_day = [
        i for i in stay if time and is_dated(i) and i.fact.time and time.overlaps(i.fact.time)
    ]
    exact = time is not None and time.precision in ("minute", "day") and time.earliest
    undated = any(not is_dated(i) for i in reached)
    off_by_count = time is not None and any(is_count_apart(time, i) for i in reached)
    if not exact or undated or off_by_count or not on_day or any(i in on_day for i in reached):
        return supported("is_extreme", [extreme], shown(claim, extreme), "value")
    return on_another_day(extreme, on_day)


def placed_at_an_end(claim: Fact, sentence: str) -> Fact:
    """Give a claim the end of the stay that is named right behind it: `138/94, on arrival`."""
    behind = END_BEHIND.match(sentence, claim.source.end or 0)
    if claim.time is not None or behind is None:
        return claim
    return claim.model_copy(update={"selector": "discharge" if behind["left"] else "admission"})


def at_an_end(claim: Fact, stay: list[Item]) -> list[Item]:
    """Values of the first or last day, where a claim places an extreme there."""
    days = sorted({moment(i.fact)[:10] for i in stay if is_dated(i)})
    if len(days) < MORE_THAN_ONE_DAY or claim.selector not in ENDS:
        return []
    day = days[0 if ENDS[claim.selector] else -1]
    return [i for i in stay if moment(i.fact)[:10] == day]


def on_another_day(extreme: Item, on_day: list[Item]) -> Decision:
    """The extreme is right, the day is not."""
    return contradicted(
        "extreme_on_another_day",
        [extreme, *on_day[:1]],
        ("time_error",),
        f"the record has it as {written(extreme)}; on the day named it has {written(on_day[0])}",
        "date",
        confidence=0.75,
    )


def is_count_apart(time: TimeSpan, item: Item) -> bool:
    """Say whether a counted day is next to the day of a value: hospitals count from 0 or 1."""
    if time.anchor not in ("surgery", "admission") or not time.earliest:
        return False
    counted, day = parse_day(time.earliest), parse_day(moment(item.fact))
    return bool(counted and day and abs((counted - day).days) <= 1)


def same_value(item: Item, extreme: Item) -> bool:
    """Say whether an item has the value of the extreme."""
    mine, theirs = item.fact.quantity, extreme.fact.quantity
    return mine is not None and theirs is not None and matches(mine, theirs)


def is_dated(item: Item) -> bool:
    """Say whether the day of a value is known."""
    return item.fact.time is not None and bool(item.fact.time.earliest and moment(item.fact))
