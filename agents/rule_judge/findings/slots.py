"""Rules for questions with one answer: where the patient went, what the code status was."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
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

CAME_FROM = re.compile(
    r"\b(?:from|liv(?:es?|ed|ing)(?: \w+)? (?:in|at)|resid(?:es?|ed|ing) (?:in|at)"
    r"|residents? (?:of|in|at)|return(?:s|ed|ing)? from)\s+(?:(?:an?|the|his|her|their|own)\s+)*\Z",
    re.IGNORECASE,
)
"""Words that name where someone came from, which does not answer where she went."""


def judge_slot(claim: Fact, view: RecordView, sentence: str = "") -> Decision | None:
    """Another answer stands on record, and none that agrees with the claim."""
    prefix = next((slot for slot in SLOTS if in_slot(claim.concept.id, claim, slot)), None)
    if prefix is None or claim.assertion != "present":
        return None
    if CAME_FROM.search(sentence, 0, claim.source.start or 0):
        return None
    answers = [i for i in view.items if in_slot(i.fact.concept.id, i.fact, prefix)]
    answers = [i for i in answers if i.fact.assertion == "present" and not is_origin(i)]
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


def is_origin(item: Item) -> bool:
    """Say whether a passage names a place as the one that the patient came from."""
    quote = item.evidence.quote
    inside = 0 <= item.start <= len(quote)
    return inside and CAME_FROM.search(quote, 0, item.start) is not None


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
