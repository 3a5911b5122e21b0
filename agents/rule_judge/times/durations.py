"""Rules for how long something lasted: a symptom, a course of a drug, a treatment."""

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView, all_stems
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.told_days import times_in
from agents.rule_judge.times.told_lengths import SHARE, lengths_told, names, slack_of, too_far
from clinical.facts import Fact, Quantity, TimeSpan
from clinical.lengths_of import LengthOf, lengths_of
from clinical.mentions import TimeMention
from clinical.spans import length_in_days
from kg.evidence import Evidence

COUNTED = 1.0
"""Days by which a course that is counted in days may be off: with its first day or without."""

COURSE_SHARE = 0.1


def judge_length_of(
    text: str, mention: TimeMention, times: list[TimeMention], view: RecordView
) -> Decision | None:
    """`Three weeks of cough`: wrong when passages give that very thing other lengths only."""
    claimed = next((found for found in lengths_of(text, times) if found.time == mention), None)
    if claimed is None:
        return None
    told = [
        (passage, found)
        for passage in view.passages
        for found in lengths_of(passage.quote, times_in(passage.quote, view.anchors))
        if same_thing(claimed, found)
    ]
    if not told or any(near(claimed.days, found.days) for _, found in told):
        return None
    if all(too_far(claimed.days.value, found.days.value) for _, found in told):
        return None
    if is_length_told(claimed, view):
        return None
    return other_length(mention, [passage for passage, _ in told], told[0][1].time.text)


def is_length_told(claimed: LengthOf, view: RecordView) -> bool:
    """Say whether a passage has the claimed length, in any wording, beside a word of the thing."""
    wanted, slack = claimed.days.value, slack_of(claimed.days)
    return any(
        claimed.stems[-1] in all_stems(passage.quote)
        and any(abs(n - wanted) <= slack for n in lengths_told(passage, view))
        for passage in view.passages
    )


def same_thing(claimed: LengthOf, found: LengthOf) -> bool:
    """Say whether two lengths are of one thing: one head, and no other word at odds."""
    mine, theirs = set(claimed.stems), set(found.stems)
    return claimed.stems[-1] in theirs and (mine <= theirs or theirs <= mine)


SEVERAL_ROWS = 2
LONGEST_GAP = 1.5
"""Days between two rows of one course."""


def near(one: Quantity, other: Quantity) -> bool:
    """Say whether two lengths are the same, with the rounding of speech."""
    slack = max(one.tolerance, other.tolerance, SHARE * max(one.value, other.value))
    return abs(one.value - other.value) <= slack


def same_course(one: Quantity, other: Quantity) -> bool:
    """Say whether two lengths of treatment are the same: days are counted one way or another."""
    if "~" in (one.comparator, other.comparator):
        return near(one, other)
    slack = max(one.tolerance, other.tolerance, COUNTED, COURSE_SHARE * max(one.value, other.value))
    return abs(one.value - other.value) <= slack


def other_length(mention: TimeMention, passages: list[Evidence], recorded: str) -> Decision:
    """Write out a length that the record gives otherwise."""
    return contradicted(
        "other_length",
        [Item(time_claim(mention), passage) for passage in passages],
        ("time_error",),
        f"the sentence says {mention.text!r}, the record {recorded!r}",
        "duration",
        (mention.text, recorded),
        confidence=0.75,
    )


def judge_course_length(claim: Fact, view: RecordView) -> Decision | None:
    """A course of one drug: wrong when the record gives the drug courses of other lengths only."""
    if claim.kind != "medication" or claim.duration_days is None:
        return None
    if not claim.concept.id.startswith("drug:"):
        return None
    items = [i for i in view.same(claim.concept) if is_course_of(i.fact)]
    lengths = [(i, length) for i in items if (length := length_of_course(i.fact)) is not None]
    total = Quantity(value=sum(length.value for _, length in lengths), tolerance=1.0)
    told = [*(length for _, length in lengths), total, *run_of_rows(items)]
    if not lengths or any(same_course(claim.duration_days, length) for length in told):
        return None
    wanted, slack = claim.duration_days.value, slack_of(claim.duration_days)
    about = [p for p in view.passages if any(names(f, claim) for f in p.facts)]
    if any(abs(n - wanted) <= slack for p in about for n in lengths_told(p, view)):
        return None
    shown, length = lengths[0]
    return contradicted(
        "other_course_length",
        [item for item, _ in lengths],
        ("time_error",),
        f"the sentence gives it for {claim.duration_days.value:g} days, "
        f"the record for {length.value:g}: {shown.fact.text!r}",
        "duration",
        confidence=0.75,
    )


def run_of_rows(items: list[Item]) -> list[Quantity]:
    """The days from the first row of a drug to the end of its last, where no long gap parts them.

    One course stands in several rows of a table when its route or its rate changed.
    """
    spans = sorted(
        (time.earliest, time.latest)
        for item in items
        if item.fact.source.table and (time := item.fact.time) and time.earliest and time.latest
    )
    if len(spans) < SEVERAL_ROWS:
        return []
    end = spans[0][1]
    for start, stop in spans[1:]:
        gap = length_in_days(exactly(end, start)) if start > end else 0.0
        if gap is None or gap > LONGEST_GAP:
            return []
        end = max(end, stop)
    days = length_in_days(exactly(spans[0][0], end))
    return [Quantity(value=days, unit="day", tolerance=1.0)] if days else []


def exactly(start: str, stop: str) -> TimeSpan:
    """Return the interval between two moments to the minute."""
    return TimeSpan(earliest=start, latest=stop, precision="minute")


def is_course_of(fact: Fact) -> bool:
    """Say whether a mention can be of a course: the drug is given, not left out or held."""
    given = fact.assertion == "present" and fact.status not in ("held", "not_given")
    return fact.kind == "medication" and given


def length_of_course(fact: Fact) -> Quantity | None:
    """The length of a course in days: as written, or from its first day to its last."""
    if fact.duration_days is not None:
        return fact.duration_days
    if fact.time is None or fact.time.anchor != "absolute":
        return None
    days = length_in_days(fact.time)
    return Quantity(value=days, unit="day", tolerance=1.0) if days and days > 1 else None
