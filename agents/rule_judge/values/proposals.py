"""Which recorded value a wrong one is held against, and whether it may stand in its place."""

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import UNDATED, correction_of, moment, nearest
from agents.rule_judge.values.series import during_stay
from clinical.facts import Fact

MEASURED_BY_STUDIES = frozenset({"vital:ejection_fraction"})
"""Quantities that a study gives once; the newest study replaces the ones before."""

OF_THE_PAST = frozenset({"past_medical_history", "past_surgical_history", "family_history"})
"""Sections whose undated values are of before the stay."""


def counterpart(claim: Fact, items: list[Item], view: RecordView) -> Item:
    """Return the value that a claim should have named.

    Values of this stay come before older ones. Of a quantity that a study gives, the newest value
    counts, of the study that the claim names where one is named; of a series the nearest does,
    because a slip of the pen stays close.
    """
    present = of_this_stay(items, view) or items
    if not by_study(claim, present):
        return nearest(claim, present)
    own = [i for i in present if claim.study is None or i.fact.study in (None, claim.study)]
    dated = [i for i in own or present if moment(i.fact) != UNDATED]
    return max(dated or own or present, key=lambda i: (moment(i.fact), str(i.fact.source)))


def safe_correction(claim: Fact, item: Item, view: RecordView) -> tuple[str, str] | None:
    """Return the number to write instead; none where the record has only values of the past."""
    past = claim.assertion == "historical" or is_before_stay(claim, view)
    if not past and not of_this_stay([item], view):
        return None
    return correction_of(claim, item)


def of_this_stay(items: list[Item], view: RecordView) -> list[Item]:
    """Return values that were, or may have been, taken in this stay."""
    return [
        item
        for item in during_stay(items, view)
        if moment(item.fact) != UNDATED or item.evidence.section not in OF_THE_PAST
    ]


def by_study(claim: Fact, items: list[Item]) -> bool:
    """Say whether a quantity is the result of a study and no series of measurements."""
    return claim.concept.id in MEASURED_BY_STUDIES or any(i.fact.study for i in items)


def is_before_stay(claim: Fact, view: RecordView) -> bool:
    """Say whether a claim is dated before the admission."""
    day, admitted = moment(claim)[:10], (view.anchors.admitted or "")[:10]
    return day != UNDATED and bool(admitted) and day < admitted
