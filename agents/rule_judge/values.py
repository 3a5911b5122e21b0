"""Rules for laboratory values, vital signs and other measurements."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.extremes import extreme_of, judge_extreme
from agents.rule_judge.levels import judge_level_word
from agents.rule_judge.quantities import (
    comparable_units,
    correction_of,
    error_type,
    matching,
    nearest,
    shown,
    written,
)
from agents.rule_judge.record_view import RecordView, stems_of
from agents.rule_judge.results import judge_result
from agents.rule_judge.series import UNNAMED, Series, meant_items, one_side, series_of
from agents.rule_judge.states import judge_state
from agents.rule_judge.trends import is_difference, judge_course, judge_difference
from agents.rule_judge.weight_changes import judge_weight_change
from clinical.facts import Fact
from clinical.kindred import WEIGHT_CHANGE, state_named
from kg.evidence import Evidence

UNIT_AFTER = re.compile(r"\d\s?([A-Za-z%][A-Za-z/%]*)$")


def judge_value(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on a claim about a measured quantity."""
    series = series_of(claim, view)
    if claim.quantity is None:
        return judge_words(claim, series, view, sentence)
    valued = series.valued()
    if claim.concept.id == WEIGHT_CHANGE:
        change = judge_weight_change(claim, series, view)
        if change is not None:
            return change
    if not valued:
        return judge_unmeasured(claim, series)
    if is_difference(claim, sentence):
        return judge_difference(claim, valued)
    selector = extreme_of(claim)
    if selector is not None:
        return judge_extreme(claim, selector, valued, view)
    return judge_level(claim, valued, view)


def judge_words(claim: Fact, series: Series, view: RecordView, sentence: str) -> Decision:
    """A quantity without a number: its state, its course, its result or its level in words."""
    state = judge_state(claim, view, sentence) if state_named(claim) else None
    decided = state or judge_course(claim, series, sentence)
    if decided is not None:
        return decided
    result = judge_result(claim, series)
    level = judge_level_word(claim, series, view, sentence)
    return result if result.rule == "same_result" or level is None else level


def judge_level(claim: Fact, valued: list[Item], view: RecordView) -> Decision:
    """An ordinary value: right if it equals a value at the time that is meant."""
    meant, exact = meant_items(claim, valued, view)
    found = matching(claim, meant)
    if found:
        return supported("same_value", found, shown(claim, found[0]), "value")
    elsewhere = matching(claim, valued)
    if elsewhere and not exact:
        return supported("same_value", elsewhere, shown(claim, elsewhere[0]), "value")
    closest = nearest(claim, meant or valued)
    if elsewhere:
        return judge_other_time(claim, closest)
    if worded := number_in_words(claim, view):
        items = [Item(claim, passage) for passage in worded]
        return supported("number_in_passage", items, "a passage about it holds the number", "value")
    return judge_missing_value(claim, closest)


def judge_other_time(claim: Fact, closest: Item) -> Decision:
    """The series holds the value, but not at the time that the sentence gives."""
    return contradicted(
        "value_of_another_time",
        [closest],
        (error_type(claim),),
        f"at that time the record has {written(closest)}, not {claim.text!r}",
        "value",
        correction_of(claim, closest),
        confidence=0.75,
    )


def judge_missing_value(claim: Fact, closest: Item) -> Decision:
    """The series never holds the value: wrong where the units can be compared."""
    if not comparable_units(claim, closest):
        note = "the record gives it in a unit that cannot be compared"
        return undecided("other_unit", note, [closest])
    return contradicted(
        "no_such_value",
        [closest],
        (error_type(claim),),
        f"the record has {written(closest)}, not {claim.text!r}",
        "value",
        correction_of(claim, closest),
    )


def number_in_words(claim: Fact, view: RecordView) -> list[Evidence]:
    """Passages about the same thing that hold the very number, whatever it was read as."""
    quantity = claim.quantity
    if quantity is None or not quantity.written:
        return []
    number = re.compile(rf"(?<![\d.,/]){re.escape(quantity.written)}(?![\d/]|\.\d)")
    unit = UNIT_AFTER.search(claim.text)
    words = stems_of(claim.text)
    return [
        passage
        for passage in view.passages
        if (found := number.search(passage.quote))
        and not is_of_another(claim, passage, number)
        and (
            words & stems_of(passage.quote)
            or (unit and passage.quote[found.end() :].lstrip().startswith(unit[1]))
        )
    ]


def is_of_another(claim: Fact, passage: Evidence, number: re.Pattern[str]) -> bool:
    """Say whether every such number of a passage was read as the value of something else."""
    others = [
        fact
        for fact in passage.facts
        if fact.quantity is not None
        and number.search(fact.quantity.written)
        and is_another(claim, fact)
    ]
    return len(others) >= len(number.findall(passage.quote))


def is_another(claim: Fact, fact: Fact) -> bool:
    """Say whether two values are of different quantities, or of different sides."""
    mine, theirs = claim.concept, fact.concept
    if mine.id == theirs.id:
        return not one_side(claim, fact)
    related = theirs.id in mine.broader or mine.id in theirs.broader
    return not related and not {mine.id, theirs.id} & UNNAMED


def judge_unmeasured(claim: Fact, series: Series) -> Decision:
    """A number for a quantity that the record has no number for."""
    if series.items:
        return undecided("no_number", "the record names it without a number", series.items[:2])
    if claim.concept.id.startswith("measure:"):
        return undecided("measure_not_found", f"no measurement matches {claim.text!r}")
    return silent(
        "not_measured", (error_type(claim),), f"no value of {claim.concept.name} is on record"
    )
