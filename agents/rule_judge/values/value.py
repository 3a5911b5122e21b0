"""Rules for laboratory values, vital signs and other measurements."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.bounds import is_denied_bound, judge_denied_bound
from agents.rule_judge.values.extremes import extreme_of, judge_extreme, names_two_extremes
from agents.rule_judge.values.levels import judge_level_word
from agents.rule_judge.values.proposals import counterpart, safe_correction
from agents.rule_judge.values.quantities import (
    comparable_units,
    correction_of,
    error_type,
    matching,
    moment,
    shown,
    written,
)
from agents.rule_judge.values.results import judge_result
from agents.rule_judge.values.returns import judge_return
from agents.rule_judge.values.series import MEASURE, UNNAMED, Series, meant_items, series_of
from agents.rule_judge.values.states import judge_state
from agents.rule_judge.values.told_numbers import (
    UNIT_AFTER,
    is_written_somewhere,
    number_in_words,
)
from agents.rule_judge.values.trends import MOVED_BY, is_difference, judge_course, judge_difference
from agents.rule_judge.values.weight_changes import judge_weight_change
from clinical.facts import Fact
from clinical.kindred import WEIGHT, WEIGHT_CHANGE, state_named
from clinical.number_tokens import numbers_in
from clinical.times import find_times

COMPUTED = frozenset(
    {
        "vital:body_mass_index",
        "lab:saag",
        "lab:anion_gap",
        "lab:glomerular_filtration_rate",
        "vital:mean_arterial_pressure",
        "vital:fluid_balance",
    }
)
"""Quantities besides scores that follow from others on record."""

LATER = re.compile(
    r"[,;(](?:(?!\d)[^.;])*\b(?:normali[sz]\w*|improv\w*|recover\w*|resolv\w*|then|later|before"
    r"|subsequent\w*|since|now|after|thereafter|settl\w*|return\w*|back)\b",
    re.IGNORECASE,
)
"""After a time: the sentence goes on to a later one."""

REPEATED = frozenset({"measure:fluid_given"})
SPIROMETRY = "vital:spirometry"
"""Quantities told of many times in many layouts: a value that was not read refutes nothing."""

FLUIDS = ("ascites ", "pleural ", "csf ", "joint fluid ", "body fluid ", "urine ")
"""How the name of a quantity begins that was not measured in blood."""

AT_THE_END = frozenset({"last", "discharge"})

KIN = (
    frozenset({"measure:urine_retained", "vital:urine_output", "measure:fluid_drained"}),
    frozenset({"vital:tube_output", "measure:fluid_drained", "vital:drain_output"}),
    frozenset({"vital:fluid_intake", "measure:fluid_given"}),
)
"""Amounts that one note calls this and another that."""


def judge_value(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on a claim about a measured quantity."""
    series = series_of(claim, view)
    if claim.quantity is None:
        return judge_words(claim, series, view, sentence)
    valued = series.valued()
    moved = claim.concept.id == WEIGHT and MOVED_BY.search(claim.text)
    if claim.concept.id == WEIGHT_CHANGE or moved:
        stated = series if not moved else Series([])
        change = judge_weight_change(claim, stated, view)
        if change is not None:
            return change
    if is_denied_bound(claim, sentence) and valued:
        return judge_denied_bound(claim, valued, view)
    if not valued:
        return judge_unmeasured(claim, series, view, sentence)
    if is_difference(claim, sentence):
        return judge_difference(claim, valued)
    selector = extreme_of(claim)
    if selector is None:
        returned = judge_return(claim, valued, view, sentence)
        return returned or judge_level(claim, valued, view, sentence)
    if names_two_extremes(sentence, selector) and matching(claim, valued):
        return judge_level(claim, valued, view, sentence)
    decision = judge_extreme(claim, selector, valued, view, sentence)
    if decision.rule != "not_the_extreme" or matching(claim, valued):
        return decision
    return in_other_words(claim, view, sentence) or decision


def judge_words(claim: Fact, series: Series, view: RecordView, sentence: str) -> Decision:
    """A quantity without a number: its state, its course, its result or its level in words."""
    state = judge_state(claim, view, sentence) if state_named(claim) else None
    decided = state or judge_course(claim, series, sentence)
    if decided is not None:
        return decided
    result = judge_result(claim, series)
    level = judge_level_word(claim, series, view, sentence)
    return result if result.rule == "same_result" or level is None else level


def judge_level(claim: Fact, valued: list[Item], view: RecordView, sentence: str) -> Decision:
    """An ordinary value: right if it equals a value at the time that is meant."""
    meant, exact = meant_items(claim, valued, view)
    found = matching(claim, meant)
    if found:
        return supported("same_value", found, shown(claim, found[0]), "value")
    elsewhere = matching(claim, valued)
    if elsewhere and (not exact or has_moved_on(claim, view, sentence)):
        return supported("same_value", elsewhere, shown(claim, elsewhere[0]), "value")
    closest = counterpart(claim, meant or valued, view)
    undated = [i for i in elsewhere if is_undated(i)]
    if undated:
        return supported("same_value", undated, shown(claim, undated[0]), "value")
    if elsewhere:
        return judge_other_time(claim, closest)
    written_so = written_alike(claim, meant or valued)
    if written_so:
        return supported("same_number", written_so, shown(claim, written_so[0]), "value")
    worded = in_other_words(claim, view, sentence)
    if worded is None and ends_untold(claim, valued, view):
        note = f"the record does not say what {claim.concept.name} was then"
        return undecided("other_moment", note, [closest])
    return worded or judge_missing_value(claim, closest, view)


def written_alike(claim: Fact, items: list[Item]) -> list[Item]:
    """Values of tables that hold the very number of a claim without a unit.

    The table has it in another unit than is usual; the sentence repeats the number as it stands.
    """
    numbers = numbers_in(claim.quantity.written) if claim.quantity else []
    if not numbers or UNIT_AFTER.search(claim.text):
        return []
    return [
        i
        for i in items
        if i.fact.source.table
        and float(numbers[0]) in map(float, numbers_in(i.evidence.quote.partition("=")[2]))
    ]


def has_moved_on(claim: Fact, view: RecordView, sentence: str) -> bool:
    """Say whether the time of a claim is that of an earlier part of the sentence.

    `96 on 05-07, and had normalized (plt 171) before surgery` dates the 96 alone.
    """
    start = (claim.source.end or 0) - len(claim.quantity.written if claim.quantity else "")
    own = [t for t in find_times(sentence, view.anchors) if t.span == claim.time]
    if not own or any(t.end > start for t in own):
        return False
    return LATER.search(sentence, max(t.end for t in own), start) is not None


def is_undated(item: Item) -> bool:
    """Say whether the time of a value is unknown, so that it can be of any."""
    return item.fact.selector is None and not (item.fact.time and item.fact.time.earliest)


def ends_untold(claim: Fact, valued: list[Item], view: RecordView) -> bool:
    """Say whether a claim is of the end of the stay, and the record tells of its start alone."""
    arrived = (view.anchors.admitted or "")[:10]
    if claim.selector not in AT_THE_END or not arrived < (view.anchors.discharged or "")[:10]:
        return False
    return all(is_undated(i) or moment(i.fact)[:10] <= arrived for i in valued)


def in_other_words(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """A passage about the quantity holds the number, though no value was read from it."""
    worded = number_in_words(claim, view, sentence)
    if not worded:
        return None
    items = [Item(claim, passage) for passage in worded]
    return supported("number_in_passage", items, "a passage about it holds the number", "value")


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


def judge_missing_value(claim: Fact, closest: Item, view: RecordView) -> Decision:
    """The series never holds the value: wrong where the units can be compared.

    A size may be of another thing of its kind; one that the record gives to something is open.
    """
    if claim.concept.id.startswith(MEASURE) and has_size(claim, view):
        return undecided("size_of_another", "the record gives that size to another thing")
    repeated = claim.concept.id in REPEATED or SPIROMETRY in claim.concept.broader
    if repeated or claim.concept.id in UNNAMED or has_amount(claim, view):
        return undecided("measure_not_found", f"no measurement matches {claim.text!r}", [closest])
    if not comparable_units(claim, closest):
        note = "the record gives it in a unit that cannot be compared"
        return undecided("other_unit", note, [closest])
    return contradicted(
        "no_such_value",
        [closest],
        (error_type(claim),),
        f"the record has {written(closest)}, not {claim.text!r}",
        "value",
        safe_correction(claim, closest, view),
    )


def has_size(claim: Fact, view: RecordView) -> bool:
    """Say whether anything on record has the length of a claim."""
    measured = [
        i
        for i in view.items
        if i.fact.concept.id.startswith(MEASURE) and i.fact.concept.id != "measure:distance"
    ]
    is_length = claim.quantity is not None and claim.quantity.unit == "mm"
    return is_length and bool(matching(claim, measured))


def has_amount(claim: Fact, view: RecordView) -> bool:
    """Say whether an amount of a kind that is called by several names has the value."""
    kin = {name for names in KIN if claim.concept.id in names for name in names}
    return bool(matching(claim, [i for i in view.items if i.fact.concept.id in kin]))


def is_computed(claim: Fact) -> bool:
    """Say whether a quantity is a score or follows from others, so that a writer may compute it."""
    return "panel:scores" in claim.concept.broader or claim.concept.id in COMPUTED


def in_another_fluid(claim: Fact, view: RecordView) -> list[Item]:
    """Values of the same test in another fluid: a count after a tap may be that of the tap."""
    name = claim.concept.name.removesuffix(" count")
    return [
        i
        for i in view.of_kind("lab")
        if i.fact.quantity is not None
        and i.fact.concept.id != claim.concept.id
        and i.fact.concept.name.startswith(FLUIDS)
        and name in i.fact.concept.name
    ]


def judge_unmeasured(claim: Fact, series: Series, view: RecordView, sentence: str) -> Decision:
    """A number for a quantity that the record has no number for."""
    if worded := in_other_words(claim, view, sentence):
        return worded
    if series.items:
        return undecided("no_number", "the record names it without a number", series.items[:2])
    elsewhere = in_another_fluid(claim, view)
    if elsewhere:
        note = f"the record has {elsewhere[0].fact.concept.name}, which may be meant"
        return undecided("another_fluid", note, elsewhere[:2])
    if is_computed(claim):
        return undecided("computed", f"{claim.concept.name} may have been computed")
    if claim.concept.id.startswith(MEASURE):
        return undecided("measure_not_found", f"no measurement matches {claim.text!r}")
    if is_written_somewhere(claim, view):
        return undecided("number_of_another", "the record has the very number, of something else")
    return silent(
        "not_measured", (error_type(claim),), f"no value of {claim.concept.name} is on record"
    )
