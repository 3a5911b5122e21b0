"""Rules for a drug that took the place of another: which one came first."""

from itertools import permutations

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.medications.lists import DISCHARGE_LIST, HOME_LIST, OFF, TYPE
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import UNDATED, moment
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
    """The record began the old drug of the sentence when it ended the new one."""
    before = [i for i in view.narrower(old.concept) if i.fact.kind == "medication"]
    after = [i for i in view.narrower(new.concept) if i.fact.kind == "medication"]
    ended = [i for i in after if i.fact.status == "stopped"]
    began = [i for i in before if i.fact.status in BEGUN]
    proof = (
        told_reversed(before, after)
        or listed_reversed(before, after)
        or ordered_reversed(before, after)
    )
    if not proof:
        return None
    return contradicted(
        "reversed_switch",
        [*ended, *began] or [*after, *before],
        TYPE,
        f"the record ended {new.concept.name} and began {old.concept.name}",
        "status",
        confidence=0.75,
    )


def told_reversed(before: list[Item], after: list[Item]) -> bool:
    """Say whether one passage tells the switch the other way round, and none as claimed."""
    return switched(after, before) and not switched(before, after)


def switched(old: list[Item], new: list[Item]) -> bool:
    """Say whether the words that end a drug are those that begin another."""
    return any(
        one.fact.source.note == other.fact.source.note and overlap(one.fact, other.fact)
        for one in old
        if one.fact.status == "stopped" and one.fact.source.note
        for other in new
        if other.fact.status == "started"
    )


def listed_reversed(before: list[Item], after: list[Item]) -> bool:
    """Say whether the old drug is new on the last list, and the new one ended.

    Where the new one is no home drug either, the old one must never have ended.
    """
    kept = any(i.fact.section == DISCHARGE_LIST and i.fact.status not in OFF for i in before)
    known = any(i.fact.section == HOME_LIST for i in before)
    home = any(i.fact.section == HOME_LIST for i in after)
    ended = any(i.fact.status == "stopped" for i in after)
    left = any(i.fact.section == DISCHARGE_LIST and i.fact.status not in OFF for i in after)
    never_ended = not any(i.fact.status in OFF for i in before)
    return kept and not known and ended and not left and (home or never_ended)


def ordered_reversed(before: list[Item], after: list[Item]) -> bool:
    """Say whether the new drug ended, and the old one began later and never ended."""
    taken = any(i.fact.section == HOME_LIST for i in before)
    ended = any(i.fact.status == "stopped" for i in after)
    began = [i for i in before if i.fact.status in BEGUN]
    never_ended = not any(i.fact.status in ("stopped", "held") for i in before)
    return not taken and ended and bool(began) and never_ended and is_later(began, after)


def is_later(began: list[Item], others: list[Item]) -> bool:
    """Say whether nothing dated speaks against the first drug having begun after the second."""
    first = [moment(i.fact) for i in began if moment(i.fact) != UNDATED]
    second = [moment(i.fact) for i in others if moment(i.fact) != UNDATED]
    return not first or not second or min(first) >= min(second)
