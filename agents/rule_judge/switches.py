"""Rules for a drug that took the place of another: which one came first."""

from itertools import permutations

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.medication_lists import HOME_LIST, TYPE
from agents.rule_judge.quantities import UNDATED, moment
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact

BEGUN = frozenset({"started", "given", "changed"})


def judge_switches(claims: list[Fact], view: RecordView) -> list[tuple[Fact, Decision]]:
    """`Switched from A to B` is wrong when the record ended B and began A in its place."""
    found = []
    for old, new in permutations([c for c in claims if c.kind == "medication"], 2):
        if old.status == "stopped" and new.status == "started" and overlap(old, new):
            decision = judge_switch(old, new, view)
            if decision is not None:
                found.append((new, decision))
    return found


def overlap(one: Fact, other: Fact) -> bool:
    """Say whether the words of two claims share the switch between them."""
    return (one.source.start or 0) < (other.source.end or 0) and (other.source.start or 0) < (
        one.source.end or 0
    )


def judge_switch(old: Fact, new: Fact, view: RecordView) -> Decision | None:
    """The new drug of the sentence ended on record, and the old one began and never ended."""
    before = [i for i in view.narrower(old.concept) if i.fact.kind == "medication"]
    after = [i for i in view.narrower(new.concept) if i.fact.kind == "medication"]
    taken = any(i.fact.section == HOME_LIST for i in before)
    ended = [i for i in after if i.fact.status == "stopped"]
    began = [i for i in before if i.fact.status in BEGUN]
    never_ended = not any(i.fact.status in ("stopped", "held") for i in before)
    if taken or not ended or not began or not never_ended or not is_later(began, after):
        return None
    return contradicted(
        "reversed_switch",
        [*ended, *began],
        TYPE,
        f"the record ended {new.concept.name} and began {old.concept.name}",
        "status",
        confidence=0.75,
    )


def is_later(began: list[Item], others: list[Item]) -> bool:
    """Say whether nothing dated speaks against the first drug having begun after the second."""
    first = [moment(i.fact) for i in began if moment(i.fact) != UNDATED]
    second = [moment(i.fact) for i in others if moment(i.fact) != UNDATED]
    return not first or not second or min(first) >= min(second)
