"""Answers to questions by rule, from the snippets alone, beside the answer of the sentence."""

from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import BaseModel

from agents.questions import ATTRIBUTES, NO, YES, Question, day_of
from agents.rule_judge.decisions import is_residual
from agents.rule_judge.findings.events import judge_event
from agents.rule_judge.record_view import stems_of, view_of_evidence
from agents.rule_judge.values.quantities import matches
from clinical.facts import Anchors, Fact, Quantity
from clinical.labels import Assertion, Relation
from graph_state.findings import Citation
from kg.evidence import Evidence

Match = Literal["aligned", "contradicted", "insufficient"]
"""The answer agrees with the sentence, excludes it, or the snippets give none."""

RELATIONS: dict[Match, Relation] = {
    "aligned": "supports",
    "contradicted": "contradicts",
    "insufficient": "context",
}

AFFIRMED: frozenset[Assertion] = frozenset({"present", "historical"})
STOPPED = frozenset({"stopped", "held", "not_given"})
MOST_CITED = 2
DAYS_OF_SLACK = 1.0
NEARLY_ALL = 0.6
"""Share of the content words that one snippet must hold to say the same in other words."""


class AnsweredQuestion(BaseModel, frozen=True):
    """A question with the answer of the record."""

    question: Question
    answer: str
    """Empty where the snippets give none."""

    match: Match
    evidence: tuple[Citation, ...] = ()


Told = tuple[Fact, Evidence]


def answer_by_rule(question: Question, snippets: Sequence[Evidence]) -> AnsweredQuestion:
    """Answer one question from facts of the same concept in the snippets."""
    claim = question.claim
    if claim is None:
        raise ValueError("a question that no claim stands behind cannot be answered by rule")
    if is_residual(claim):
        return _by_wording(question, claim, snippets)
    told = _told_of(claim, snippets)
    if question.asked == "existence":
        return _existence(question, claim, told, snippets)
    return _attribute(question, claim, told)


def _told_of(claim: Fact, snippets: Sequence[Evidence]) -> list[Told]:
    """Facts of the claim's concept or of a narrower one, best snippet first."""
    return [
        (fact, item)
        for item in snippets
        for fact in item.facts
        if claim.concept.id in (fact.concept.id, *fact.concept.broader)
    ]


def _existence(
    question: Question, claim: Fact, told: list[Told], snippets: Sequence[Evidence]
) -> AnsweredQuestion:
    of_whom = [t for t in told if (t[0].assertion == "family") == (claim.assertion == "family")]
    said = [t for t in of_whom if t[0].assertion in (*AFFIRMED, "family")]
    denied = [t for t in of_whom if t[0].assertion == "absent"]
    if question.expected == NO:
        # One denial does not outweigh that it is stated elsewhere, nor the reverse.
        return _settled(question, denied, NO, said, YES)
    if claim.assertion not in (*AFFIRMED, "family"):
        return _settled(question, of_whom, YES, [], NO)
    if said or denied:
        return _settled(question, said, YES, denied, NO)
    return _by_name(question, claim, snippets)


def _settled(
    question: Question, agreeing: list[Told], agreed: str, against: list[Told], other: str
) -> AnsweredQuestion:
    if agreeing:
        return _answered(question, agreed, "aligned", [item for _, item in agreeing])
    if against:
        return _answered(question, other, "contradicted", [item for _, item in against])
    return _answered(question, "", "insufficient", [])


def _by_wording(question: Question, claim: Fact, snippets: Sequence[Evidence]) -> AnsweredQuestion:
    """Look for words that no parser understood as the rule judge does: in all snippets together."""
    decision = judge_event(claim, view_of_evidence(list(snippets), Anchors()))
    ids = [identity for identity, _ in decision.citations]
    items = [item for one in ids for item in snippets if item.id == one]
    if decision.grade == "E1":
        return _answered(question, YES, "aligned", items)
    if decision.grade == "E4":
        return _answered(question, NO, "contradicted", items)
    return _answered(question, "", "insufficient", [])


def _by_name(question: Question, claim: Fact, snippets: Sequence[Evidence]) -> AnsweredQuestion:
    wanted = stems_of(claim.text)
    holders = [
        (claim, item)
        for item in snippets
        if wanted and len(wanted & stems_of(item.quote)) >= NEARLY_ALL * len(wanted)
    ]
    return _settled(question, holders, question.expected, [], NO)


def _attribute(question: Question, claim: Fact, told: list[Told]) -> AnsweredQuestion:
    agrees = _AGREES.get(question.asked, _same_word(question))
    read = next(one.read for one in ATTRIBUTES if one.asked == question.asked)
    giving = [t for t in told if t[0].assertion != "absent" and read(t[0])]
    if question.asked != "date" and claim.time is not None:
        time = claim.time
        giving = [t for t in giving if t[0].time is None or time.overlaps(t[0].time)] or giving
    agreeing = [t for t in giving if agrees(claim, t[0])]
    if agreeing:
        return _answered(question, question.expected, "aligned", [item for _, item in agreeing])
    if not giving:
        return _answered(question, "", "insufficient", [])
    fact, item = giving[0]
    return _answered(question, read(fact) or "", "contradicted", [item])


def _answered(
    question: Question, answer: str, match: Match, items: Sequence[Evidence]
) -> AnsweredQuestion:
    ids = list(dict.fromkeys(item.id for item in items))[:MOST_CITED]
    citations = tuple(Citation(id=one, relation=RELATIONS[match]) for one in ids)
    return AnsweredQuestion(question=question, answer=answer, match=match, evidence=citations)


def _same_quantity(claimed: Quantity | None, recorded: Quantity | None) -> bool:
    return claimed is not None and recorded is not None and matches(claimed, recorded)


def _same_frequency(claim: Fact, fact: Fact) -> bool:
    return claim.frequency == fact.frequency


def _same_side(claim: Fact, fact: Fact) -> bool:
    return claim.laterality == fact.laterality


def _going_on_alike(claim: Fact, fact: Fact) -> bool:
    """A drug may be started, raised and continued in one stay; only an end excludes the rest."""
    return (claim.status in STOPPED) == (fact.status in STOPPED)


def _same_duration(claim: Fact, fact: Fact) -> bool:
    claimed, recorded = claim.duration_days, fact.duration_days
    if claimed is None or recorded is None:
        return False
    return abs(claimed.value - recorded.value) < DAYS_OF_SLACK


def _same_word(question: Question) -> Callable[[Fact, Fact], bool]:
    read = next(one.read for one in ATTRIBUTES if one.asked == question.asked)
    return lambda claim, fact: read(claim) == read(fact)


_AGREES: dict[str, Callable[[Fact, Fact], bool]] = {
    "value": lambda claim, fact: _same_quantity(claim.quantity, fact.quantity),
    "dose": lambda claim, fact: _same_quantity(claim.quantity, fact.quantity),
    "frequency": _same_frequency,
    "status": _going_on_alike,
    "side": _same_side,
    "date": lambda claim, fact: day_of(claim) == day_of(fact),
    "duration": _same_duration,
}
