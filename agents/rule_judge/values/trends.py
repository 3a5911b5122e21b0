"""Rules for how a quantity changed: its course, and by how much."""

import re
from itertools import pairwise

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.values.quantities import (
    UNDATED,
    error_type,
    matches,
    matching,
    moment,
    shown,
    value,
    written,
)
from agents.rule_judge.values.series import Series
from clinical.better_values import told_course
from clinical.facts import Fact, Quantity

DIFFERENCE = re.compile(
    r"\b(?:lost|gained|(?<!blood )loss|gain|diuresed|down by|up by|fell by|rose by|dropped by"
    r"|increased by|decreased by|over (?:his|her|their|(?:the )?(?:\w+ )?baseline)"
    r"|above (?:the )?(?:his|her|their|admission|baseline|dry)"
    r"|below (?:the )?(?:his|her|their|admission|baseline)|more than|less than|difference"
    r"|improved by|net)\b",
    re.IGNORECASE,
)
MOVED_BY = re.compile(
    r"\b(?:down|up)\s+(?:by\s+)?(?:about\s+|around\s+|nearly\s+|almost\s+|some\s+|[~≈]\s?)?"
    r"\d[\d.,]*\D*\Z",
    re.IGNORECASE,
)
"""A number that tells by how much a quantity moved, as in `weight down 1.1 kg`."""

BY = re.compile(r"\bby\s+(?:about\s+|around\s+|some\s+|nearly\s+|almost\s+|[~≈]\s?)?\Z", re.I)
"""Before a number: by how much a quantity moved."""

REACHED = re.compile(r"\b(?:to|at)\s*[~≈]?\s*\Z", re.IGNORECASE)
"""Before a number: the level that was reached, even if a change is told beside it."""

ROSE = re.compile(
    r"\b(?:rose|risen|rising|rise|increas\w+|climb\w+|up-?trend\w*|trend\w* up\w*|went up"
    r"|doubled|elevating)\b|\bhigher\b(?!\s+(?:end|limit|bound|dose|part|risk))",
    re.IGNORECASE,
)
FELL = re.compile(
    r"\b(?:fell|fallen|falling|drop\w*|decreas\w+|declin\w+|down-?trend\w*|trend\w* down\w*"
    r"|went down|came down|halved|cleared)\b"
    r"|\blower\b(?!\s+(?:end|limit|bound|dose|part|risk|lobe|leg|extremit|quadrant|abd|GI))",
    re.IGNORECASE,
)
STABLE = re.compile(r"\b(?:stable|unchanged|steady|constant|did not change)\b", re.IGNORECASE)
WHOLE_STAY = re.compile(
    r"\bthroughout\b|\b(?:during|over) (?:the|her|his|their) (?:whole |entire )?"
    r"(?:stay|admission|hospitali[sz]ation|course)\b|\bat all times\b",
    re.IGNORECASE,
)
STABLE_SHARE = 0.25
"""Share of the highest value by which a series that is called stable may change."""

NEAR_COURSE = 22
"""Characters around a quantity in which its course is told."""


def judge_course(claim: Fact, series: Series, sentence: str) -> Decision | None:
    """A course in words (`uptrending`, `fell`) is wrong when the series went the other way only."""
    start, end = claim.source.start or 0, claim.source.end or 0
    clause = sentence[max(0, start - NEAR_COURSE) : end + NEAR_COURSE]
    before, behind = sentence[max(0, start - NEAR_COURSE) : start], sentence[end:][:NEAR_COURSE]
    told = told_course(claim.concept.id, before, behind)
    rose = told == "rose" or ROSE.search(clause) is not None
    fell = told == "fell" or FELL.search(clause) is not None
    points = [i for i in series.valued() if moment(i.fact) != UNDATED]
    if STABLE.search(clause) and WHOLE_STAY.search(sentence):
        return judge_stable(claim, points)
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


def judge_stable(claim: Fact, points: list[Item]) -> Decision | None:
    """`Stable throughout` is wrong when the series changed by a large share."""
    if len(points) < 2:
        return None
    ordered = sorted(points, key=lambda i: (value(i), moment(i.fact), str(i.fact.source)))
    lowest, highest = ordered[0], ordered[-1]
    if value(highest) - value(lowest) <= STABLE_SHARE * value(highest):
        return None
    return contradicted(
        "changed_course",
        [lowest, highest],
        (error_type(claim),),
        f"the record goes from {written(lowest)} to {written(highest)}",
        "trend",
        confidence=0.7,
    )


def is_difference(claim: Fact, sentence: str) -> bool:
    """Say whether the number is a change, not a level."""
    end = claim.source.end or 0
    if MOVED_BY.search(claim.text):
        return True
    before = sentence[: end - len(claim.quantity.written if claim.quantity else "")]
    if REACHED.search(before):
        return False
    if BY.search(before):
        return True
    window = sentence[max(0, (claim.source.start or 0) - 25) : end + 22]
    return DIFFERENCE.search(window) is not None


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
