"""Rules for laboratory values, vital signs and other measurements."""

import re
from itertools import pairwise
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView, stems_of
from clinical.facts import Fact, Quantity
from clinical.labels import ErrorType, Selector
from clinical.plausibility import level_of
from kg.evidence import Evidence

DIFFERENCE = re.compile(
    r"\b(?:lost|gained|(?<!blood )loss|gain|diuresed|down by|up by|fell by|rose by|dropped by"
    r"|increased by|decreased by|over (?:his|her|their)"
    r"|above (?:his|her|their|admission|baseline|dry)"
    r"|below (?:his|her|their|admission|baseline)|more than|less than|difference"
    r"|improved by|net)\b",
    re.IGNORECASE,
)
ROSE = re.compile(
    r"\b(?:rose|risen|rising|rise|increas\w+|climb\w+|up-?trend\w*|trend\w* up\w*|went up|worsen\w+"
    r"|doubled|elevating|higher)\b",
    re.IGNORECASE,
)
FELL = re.compile(
    r"\b(?:fell|fallen|falling|drop\w*|decreas\w+|declin\w+|down-?trend\w*|trend\w* down\w*"
    r"|went down|came down|halved|cleared|lower)\b",
    re.IGNORECASE,
)
NEAR_COURSE = 22
"""Characters around a quantity in which its course is told."""

UNDATED = "9"
UNIT_AFTER = re.compile(r"\d\s?([A-Za-z%][A-Za-z/%]*)$")
APPROXIMATE_SHARE = 0.06
UNNAMED = frozenset({"measure:length", "measure:volume", "measure:share", "measure:weight"})
"""Quantities of something that the text does not name."""

EXTREMES: dict[Selector, bool] = {"peak": True, "nadir": False}
LEVEL_WORDS = {
    "high": {"high", "abnormal", "elevated"},
    "low": {"low", "abnormal"},
    "normal": {"normal", "negative"},
}


class Series(NamedTuple):
    """The values of one quantity, in the order of time (unknown times last)."""

    items: list[Item]

    def valued(self) -> list[Item]:
        """Items with a number."""
        return [item for item in self.items if item.fact.quantity is not None]


def series_of(claim: Fact, view: RecordView) -> Series:
    """Collect the values of the claim's own quantity."""
    items = [i for i in view.narrower(claim.concept) if i.fact.kind in ("lab", "vital")]
    items += [i for i in view.broader(claim.concept) if i.fact.kind == "lab" and i not in items]
    items = [i for i in items if one_side(claim, i.fact)]
    if claim.concept.id in UNNAMED:
        items = [i for i in items if shares_words(claim, i)]
    return Series(sorted(items, key=lambda i: (moment(i.fact), str(i.fact.source))))


def one_side(claim: Fact, fact: Fact) -> bool:
    """Say whether two measurements can be of one side."""
    sides = {claim.laterality, fact.laterality}
    return sides != {"left", "right"}


def shares_words(claim: Fact, item: Item) -> bool:
    """Say whether a size or volume of something unnamed is told of in the same words."""
    return len(stems_of(claim.text) & stems_of(item.evidence.quote)) > 0


def moment(fact: Fact) -> str:
    """When a value was taken, for ordering; unknown sorts last."""
    return (fact.time.earliest if fact.time else None) or UNDATED


def error_type(claim: Fact) -> ErrorType:
    """Laboratory values are exam results; everything measured at the bedside is a value."""
    return "exam_result_error" if claim.kind == "lab" else "value_error"


def judge_value(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on a claim about a measured quantity."""
    series = series_of(claim, view)
    if claim.quantity is None:
        return judge_course(claim, series, sentence) or judge_result(claim, series)
    valued = series.valued()
    if not valued:
        return judge_unmeasured(claim, series)
    if is_difference(claim, sentence):
        return judge_difference(claim, valued)
    if claim.selector in EXTREMES:
        return judge_extreme(claim, valued, view)
    return judge_level(claim, valued, view)


def judge_course(claim: Fact, series: Series, sentence: str) -> Decision | None:
    """A course in words (`uptrending`, `fell`) is wrong when the series went the other way only."""
    start, end = claim.source.start or 0, claim.source.end or 0
    clause = sentence[max(0, start - NEAR_COURSE) : end + NEAR_COURSE]
    rose, fell = ROSE.search(clause) is not None, FELL.search(clause) is not None
    points = [i for i in series.valued() if moment(i.fact) != UNDATED]
    if rose == fell or len(points) < 2:
        return None
    steps = [value(later) - value(first) for first, later in pairwise(points)]
    went = any(step > 0 for step in steps) if rose else any(step < 0 for step in steps)
    course = [points[0], points[-1]]
    note = f"from {written(points[0])} to {written(points[-1])}"
    if went:
        return supported("same_course", course, note, "trend")
    return contradicted(
        "other_course",
        course,
        (error_type(claim),),
        f"the sentence says that it {'rose' if rose else 'fell'}; the record goes {note}",
        "trend",
        confidence=0.7,
    )


def is_difference(claim: Fact, sentence: str) -> bool:
    """Say whether the number is a change, not a level."""
    end = claim.source.end or 0
    window = sentence[max(0, (claim.source.start or 0) - 25) : end + 22]
    return DIFFERENCE.search(window) is not None


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
        return contradicted(
            "value_of_another_time",
            [closest],
            (error_type(claim),),
            f"at that time the record has {written(closest)}, not {claim.text!r}",
            "value",
            correction_of(claim, closest),
            confidence=0.75,
        )
    if worded := number_in_words(claim, view):
        items = [Item(claim, passage) for passage in worded]
        return supported("number_in_passage", items, "a passage about it holds the number", "value")
    if comparable_units(claim, closest):
        return contradicted(
            "no_such_value",
            [closest],
            (error_type(claim),),
            f"the record has {written(closest)}, not {claim.text!r}",
            "value",
            correction_of(claim, closest),
        )
    return undecided(
        "other_unit", "the record gives it in a unit that cannot be compared", [closest]
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
        and (
            words & stems_of(passage.quote)
            or (unit and passage.quote[found.end() :].lstrip().startswith(unit[1]))
        )
    ]


def meant_items(claim: Fact, valued: list[Item], view: RecordView) -> tuple[list[Item], bool]:
    """Return the values of the time that the claim names, and whether it names one exactly."""
    if claim.time is not None and claim.time.earliest and claim.time.precision in ("minute", "day"):
        on_time = [i for i in valued if i.fact.time and claim.time.overlaps(i.fact.time)]
        dated = [i for i in on_time if i.fact.time and i.fact.time.earliest]
        if dated:
            return dated, True
    if claim.selector in ("last", "discharge"):
        return of_selector(valued, "discharge", last=True), True
    if claim.selector in ("first", "admission"):
        return of_selector(valued, "admission", last=False), True
    return valued, False


def of_selector(valued: list[Item], anchor: Selector, last: bool) -> list[Item]:
    """The values of the first or last day, by their time or their section."""
    dated = [i for i in valued if i.fact.time and i.fact.time.earliest]
    if not dated:
        return valued
    days = sorted({moment(i.fact)[:10] for i in dated})
    day = days[-1] if last else days[0]
    return [i for i in dated if moment(i.fact)[:10] == day or i.fact.selector == anchor]


def judge_extreme(claim: Fact, valued: list[Item], view: RecordView) -> Decision:
    """A peak or nadir: right if it is the extreme of the stay."""
    stay = during_stay(valued, view) or valued
    highest = EXTREMES[claim.selector or "peak"]
    extreme = sorted(stay, key=lambda i: (value(i), str(i.fact.source)))[-1 if highest else 0]
    if matching(claim, [extreme]):
        return supported("is_extreme", [extreme], shown(claim, extreme), "value")
    stated = [i for i in matching(claim, stay) if i.fact.selector == claim.selector]
    if stated:
        return supported("stated_extreme", stated, shown(claim, stated[0]), "value")
    return contradicted(
        "not_the_extreme",
        [extreme],
        (error_type(claim),),
        f"the {claim.selector} on record is {written(extreme)}, not {claim.text!r}",
        "value",
        correction_of(claim, extreme),
    )


def during_stay(valued: list[Item], view: RecordView) -> list[Item]:
    """Values taken in this admission, as far as their time is known."""
    start = (view.anchors.admitted or "")[:10]
    return [i for i in valued if moment(i.fact) >= start and i.fact.assertion != "historical"]


def value(item: Item) -> float:
    """The number of an item that has one."""
    quantity = item.fact.quantity
    return quantity.value if quantity else 0.0


def judge_difference(claim: Fact, valued: list[Item]) -> Decision:
    """A change: right if two values of the series differ by it."""
    quantity = claim.quantity
    if quantity is not None:
        if direct := matching(claim, valued):
            return supported("stated_change", direct, shown(claim, direct[0]), "value")
        for first in valued:
            for second in valued:
                change = abs(value(first) - value(second))
                if matches(quantity, Quantity(value=change, unit=quantity.unit, tolerance=0.5)):
                    note = f"{written(first)} and {written(second)} differ by that much"
                    return supported("difference", [first, second], note, "value")
    return undecided("change_not_found", "no two values on record differ by that much", valued[:2])


def judge_result(claim: Fact, series: Series) -> Decision:
    """A qualitative result, such as `negative` or `normal`."""
    wanted = (claim.result or "").lower()
    stated = [i for i in series.items if i.fact.result]
    if not wanted:
        if series.items:
            return supported("measured", series.items[:2], "the record holds this measurement")
        return undecided("not_measured", "no such measurement was found")
    same = [i for i in stated if same_result(wanted, str(i.fact.result).lower())]
    if same:
        return supported(
            "same_result", same, f"the record has {same[0].evidence.quote!r}", "result"
        )
    graded = [(i, level_of(i.fact.concept.id, value(i))) for i in series.valued()]
    if any(level and wanted in LEVEL_WORDS.get(level, set()) for _, level in graded):
        proof = [i for i, level in graded if level and wanted in LEVEL_WORDS.get(level, set())]
        return supported("level_of_value", proof, f"{written(proof[0])} is {wanted}", "result")
    if stated and opposite_result(wanted, {str(i.fact.result).lower() for i in stated}):
        return contradicted(
            "other_result",
            stated,
            ("exam_result_error",),
            f"the sentence says {wanted}, the record {stated[0].fact.result}",
            "result",
            (wanted, str(stated[0].fact.result)),
        )
    return undecided("result_not_comparable", "the results cannot be compared", series.items[:2])


def same_result(one: str, other: str) -> bool:
    """Compare two qualitative results."""
    groups = ({"negative", "absent", "none", "normal"}, {"positive", "present", "abnormal"})
    return one == other or any({one, other} <= group for group in groups)


def opposite_result(one: str, others: set[str]) -> bool:
    """Say whether a result is the reverse of all that is on record."""
    polarity = {"negative": 0, "absent": 0, "none": 0, "positive": 1, "present": 1}
    if one not in polarity or any(other not in polarity for other in others):
        return False
    return all(polarity[other] != polarity[one] for other in others)


def judge_unmeasured(claim: Fact, series: Series) -> Decision:
    """A number for a quantity that the record has no number for."""
    if series.items:
        return undecided("no_number", "the record names it without a number", series.items[:2])
    if claim.concept.id.startswith("measure:"):
        return undecided("measure_not_found", f"no measurement matches {claim.text!r}")
    return silent(
        "not_measured", (error_type(claim),), f"no value of {claim.concept.name} is on record"
    )


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


def written(item: Item) -> str:
    """Show the value of an item as the record writes it, with its date."""
    date = moment(item.fact)[:10]
    return f"{item.fact.text.strip()!r}" + (f" ({date})" if date != UNDATED else "")


def shown(claim: Fact, item: Item) -> str:
    """Explain a match."""
    return f"{claim.text!r} matches {written(item)}"


def correction_of(claim: Fact, item: Item) -> tuple[str, str] | None:
    """The number to write instead, in the unit of the sentence."""
    claimed, recorded = claim.quantity, item.fact.quantity
    if claimed is None or recorded is None or not claimed.written or not recorded.written:
        return None
    return claimed.written, recorded.written
