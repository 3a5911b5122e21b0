"""Rules for questions with one answer: where the patient went, what the code status was."""

from agents.rule_judge.decisions import Decision, contradicted
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.kindred import kindred
from clinical.labels import ErrorType

SLOTS: dict[str, ErrorType] = {
    "disposition:": "diagnosis_error",
    "event:code_status": "diagnosis_error",
}
"""Beginning of the concept ids that answer one question, with the type of a wrong answer."""

SAME_ANSWER = {
    "disposition:home": "disposition:home_with_services",
    "disposition:home_with_services": "disposition:home",
}


def judge_slot(claim: Fact, view: RecordView) -> Decision | None:
    """Another answer stands on record, and none that agrees with the claim."""
    prefix = next((slot for slot in SLOTS if in_slot(claim.concept.id, claim, slot)), None)
    if prefix is None or claim.assertion != "present":
        return None
    answers = [i for i in view.items if in_slot(i.fact.concept.id, i.fact, prefix)]
    answers = [i for i in answers if i.fact.assertion == "present"]
    if not answers or any(agrees(claim, item.fact) for item in answers):
        return None
    return contradicted(
        "other_answer",
        answers,
        (SLOTS[prefix],),
        f"the record says {answers[0].evidence.quote!r}, not {claim.text!r}",
        "slot",
        confidence=0.75,
    )


def in_slot(identity: str, fact: Fact, slot: str) -> bool:
    """Say whether a fact answers the question of a slot."""
    return identity.startswith(slot) or slot in fact.concept.broader


def agrees(claim: Fact, fact: Fact) -> bool:
    """Say whether two answers are one, or one includes the other."""
    mine, theirs = claim.concept, fact.concept
    return (
        mine.id == theirs.id
        or mine.id in theirs.broader
        or theirs.id in mine.broader
        or theirs.id in kindred().get(mine.id, ())
        or SAME_ANSWER.get(mine.id) == theirs.id
    )
