"""The slots of a sentence: every comparable word in one claim, with how it was compared."""

from collections.abc import Sequence

from agents.judging import SentenceToJudge
from agents.rule_judge.decisions import Decided, is_residual
from agents.rule_judge.ledger.comparison import compare
from agents.rule_judge.ledger.marks import Mark, marks_of
from agents.rule_judge.ledger.spans import slot_at
from agents.rule_judge.ledger.surroundings import surroundings_of
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import SlotState
from graph_state.findings import Slot

BESIDE = 24
"""Characters between a claim and a mark that still tells of it."""

SCOPE = 40
"""Characters behind a denial in which what it denies begins."""

DENIED = frozenset({"presence", "status"})
"""Attributes whose rule compared whether something is denied."""

TYPED = frozenset({"value", "dose", "duration", "date", "time", "result", "state", "trend"})
"""Attributes whose rule compared the very value of its claim."""


def with_slots(sentence: SentenceToJudge, decided: Decided, view: RecordView) -> Decided:
    """Give each decided claim its slots."""
    return [
        (claim, decision.model_copy(update={"slots": (*decision.slots, *own)}))
        for (claim, decision), own in zip(decided, slots_of(sentence, decided, view), strict=True)
    ]


def slots_of(
    sentence: SentenceToJudge, decided: Decided, view: RecordView
) -> list[tuple[Slot, ...]]:
    """Compare every mark of a sentence; the slots of each decided claim, in its order."""
    marks = marks_of(sentence.text, sentence.anchors)
    found: list[list[Slot]] = [[] for _ in decided]
    if not decided or not marks:
        return [tuple(own) for own in found]
    around = surroundings_of(sentence.text, [claim for claim, _ in decided], view)
    for mark in marks:
        owner = owner_of(mark.start, mark.end, [claim for claim, _ in decided])
        state: SlotState = "matched"
        ids = compared_by_rule(mark, decided)
        if ids is None:
            state, passages = compare(mark, around, concept_around(mark, decided[owner][0]))
            ids = tuple(passage.evidence.id for passage in passages)
        found[owner].append(slot_at(sentence, mark.name, mark.start, mark.end, state, ids))
    return [tuple(own) for own in found]


def owner_of(start: int, end: int, claims: Sequence[Fact]) -> int:
    """The narrowest claim around a stretch of the sentence, else the nearest one."""

    def distance(index: int) -> tuple[int, int, int]:
        first, last = claims[index].source.start or 0, claims[index].source.end or 0
        return (max(first - start, end - last, 0), last - first, index)

    return min(range(len(claims)), key=distance)


def concept_around(mark: Mark, claim: Fact) -> str | None:
    """The concept of a typed claim whose words hold a mark, or stand right beside it."""
    if is_residual(claim):
        return None
    start, end = claim.source.start or 0, claim.source.end or 0
    beside = mark.start - BESIDE <= end and start <= mark.end + BESIDE
    return claim.concept.id if beside else None


def denied_by_rule(mark: Mark, decided: Decided) -> tuple[str, ...] | None:
    """The evidence of a rule that compared a denial: the claim behind it, or around it."""
    for claim, decision in decided:
        start, end = claim.source.start or 0, claim.source.end or 0
        reached = start <= mark.end + SCOPE and mark.start <= end
        if reached and decision.attribute in DENIED and decision.grade in ("E1", "E2"):
            return tuple(identity for identity, _ in decision.citations)
    return None


def dated_by_rule(mark: Mark, decided: Decided) -> tuple[str, ...] | None:
    """The evidence of a rule that compared a claim at the very day of a mark."""
    for claim, decision in decided:
        time = claim.time
        if time is None or decision.grade not in ("E1", "E2") or decision.attribute not in TYPED:
            continue
        if {moment[:10] for moment in (time.earliest, time.latest) if moment} & mark.values:
            return tuple(identity for identity, _ in decision.citations)
    return None


def compared_by_rule(mark: Mark, decided: Decided) -> tuple[str, ...] | None:
    """The evidence of a rule that compared the value of a claim around a mark, if one did."""
    if mark.name == "polarity":
        return denied_by_rule(mark, decided)
    if mark.name == "date":
        return dated_by_rule(mark, decided)
    for claim, decision in decided:
        start, end = claim.source.start or 0, claim.source.end or 0
        if (
            start <= mark.start
            and mark.end <= end
            and (decision.attribute in TYPED or claim.kind == "demographic")
            and decision.grade in ("E1", "E2")
            and decision.citations
            and mark.name in ("number", "dose", "count", "duration")
        ):
            return tuple(identity for identity, _ in decision.citations)
    return None
