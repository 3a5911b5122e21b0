"""Rules for another kind of the same condition that stands in the place of a claim."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.findings.error_types import error_type_of
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView, stems_of
from clinical.alternatives import rival_diagnoses
from clinical.facts import Concept, Fact
from clinical.vocabulary import is_narrow, lexicon

STATED = ("present", "historical")
ORGAN = re.compile(
    r"\b(?:respiratory|lungs?|liver|kidneys?|(?:genito)?urinary|bones?|joints?|heart|brain(?:stem)?"
    r"|ears?|eye(?:lid)?s?)\b"
)


def judge_sibling(claim: Fact, view: RecordView) -> Decision | None:
    """Another kind of the same condition stands in its place: second- for third-degree block.

    Both must be kinds of one narrow parent, and the record must not call the other one old. A
    disease lasts, so the past history counts for it; a finding of an examination does not.
    """
    if claim.kind not in ("diagnosis", "exam") or claim.assertion != "present":
        return None
    return in_its_place(
        claim,
        [
            item
            for item in view.items
            if item.fact.assertion == "present"
            and item.fact.kind in ("diagnosis", "exam")
            and item.fact.concept.id not in (claim.concept.id, *claim.concept.broader)
            and not (item.fact.kind == "exam" and item.fact.section in HISTORY_SECTIONS)
            and are_rivals(claim.concept, item.fact.concept)
        ],
    )


def judge_alternative(claim: Fact, view: RecordView) -> Decision | None:
    """A diagnosis that answers the same question stands on record: a STEMI for an NSTEMI.

    The table names what one writer puts for another; the claim itself is nowhere in the record.
    """
    if claim.kind not in ("diagnosis", "symptom") or claim.assertion not in STATED:
        return None
    rivals = rival_diagnoses().get(claim.concept.id, frozenset())
    if any(item.fact.assertion in STATED for item in view.kindred(claim.concept)):
        return None
    return in_its_place(
        claim,
        [
            item
            for identity in sorted(rivals)
            for item in view.by_concept.get(identity, [])
            if item.fact.assertion in STATED
            and item.fact.section != "family_history"
            and (item.fact.section not in HISTORY_SECTIONS or are_alike(claim, item.fact))
        ],
    )


def are_alike(claim: Fact, fact: Fact) -> bool:
    """Say whether two diagnoses share a word or a near parent, so that both cannot be meant."""
    mine, theirs = claim.concept, fact.concept
    near = set(mine.broader[:2]) & set(theirs.broader[:2])
    return bool(near or stems_of(mine.name) & stems_of(theirs.name))


def in_its_place(claim: Fact, rivals: list[Item]) -> Decision | None:
    """Write out that others stand in the place of a claim."""
    if not rivals:
        return None
    alone = len({item.fact.concept.id for item in rivals}) == 1
    return contradicted(
        "other_kind",
        rivals,
        (error_type_of(claim),),
        f"the record has {rivals[0].fact.text!r} in place of {claim.text!r}",
        "kind",
        (claim.text, rivals[0].fact.text) if alone else None,
        confidence=0.65,
    )


def are_rivals(one: Concept, other: Concept) -> bool:
    """Say whether two conditions answer one question: of one parent, or infections of one organ."""
    shared = set(one.broader) & set(other.broader)
    near = shared & set(one.broader[:2]) & set(other.broader[:2])
    if any(is_narrow(parent) for parent in near):
        return True
    labels = [lexicon().labels.get(parent, "").lower() for parent in shared]
    infections = is_infection(one) and is_infection(other)
    return infections and any(ORGAN.search(label) for label in labels)


def is_infection(condition: Concept) -> bool:
    """Say whether a condition is an infection by its name or its wider concepts."""
    labels = [condition.name, *(lexicon().labels.get(p, "") for p in condition.broader)]
    return any("infect" in label.lower() or "pneumonia" in label.lower() for label in labels)
