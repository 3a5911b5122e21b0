"""Rules for allergies, with the allergy list as a closed world."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView
from clinical.allergic_reactions import agree
from clinical.facts import Fact
from clinical.labels import Grade
from graph_state.context import Context
from kg.evidence import Evidence

LIST = "allergies"
REACTION = re.compile(
    r"\b(?:rash|hives|urticari\w+|anaphyl\w+|angioedema|itch\w*|prurit\w+|reactions?|flush\w*"
    r"|allerg\w+|intoleran\w+|swell\w*|swollen|red[ -]man|wheez\w*|erupt\w+|blister\w*)\b",
    re.IGNORECASE,
)
NO_REACTION = re.compile(
    r"\b(?:no|without|never|denies|denied)\b[^.;]{0,40}?\b(?:rash|reactions?|allerg\w+|hives"
    r"|itch\w*|intoleran\w+)|\btolerat\w+",
    re.IGNORECASE,
)


def judge_allergy(claim: Fact, view: RecordView, context: Context) -> Decision:
    """Decide on a claim that the patient is, or is not, allergic."""
    items = view.of_kind("allergy")
    known = [i for i in items if related(claim, i.fact)]
    present = [i for i in known if i.fact.assertion == "present"]
    absent = [i for i in items if i.fact.assertion == "absent" and (i in known or anything(i.fact))]
    if claim.assertion == "absent":
        return judge_denied_allergy(claim, items, present, absent)
    if present:
        return judge_reaction(claim, present)
    told = [p for p in view.passages if tells_of_reaction(claim, p)]
    if told:
        shown = [Item(claim, passage) for passage in told]
        return supported("reaction_told", shown, "a passage tells of a reaction to it")
    if any(of_one_class(claim, i.fact) for i in items):
        return undecided("allergy_of_its_class", "the list holds a drug of its class", items)
    listed = view.lists.get(LIST)
    table = any(item.evidence.source.table.lower().startswith("allerg") for item in items)
    closed = (listed is not None or table) and context.closed_allergies and bool(items)
    if absent or closed:
        proof = [*absent, *([Item(claim, listed)] if listed is not None else items)]
        return contradicted(
            "closed_allergies",
            proof,
            ("medication_error",),
            f"the allergy list is complete and does not hold {claim.concept.name}",
            "allergen",
        )
    return silent("allergy_not_on_record", ("invented_fact",), "no such allergy is on record")


def anything(fact: Fact) -> bool:
    """Say whether a fact denies all allergies."""
    return fact.concept.id == "allergy:any"


def related(claim: Fact, fact: Fact) -> bool:
    """Say whether two allergens are one, or one is a class of the other."""
    mine = {claim.concept.id, *claim.concept.broader}
    theirs = {fact.concept.id, *fact.concept.broader}
    return claim.concept.id in theirs or fact.concept.id in mine


def judge_denied_allergy(
    claim: Fact, items: list[Item], present: list[Item], absent: list[Item]
) -> Decision:
    """The sentence says that there is no allergy."""
    refuting = present or (
        [i for i in items if i.fact.assertion == "present"] if anything(claim) else []
    )
    if refuting:
        return contradicted(
            "denied_allergy",
            refuting,
            ("negation_error",),
            f"the record lists an allergy: {refuting[0].evidence.quote!r}",
            "presence",
        )
    by: Grade = "E1" if absent else "E2"
    return supported("no_allergy", absent, "the record lists no such allergy", by=by)


def judge_reaction(claim: Fact, present: list[Item]) -> Decision:
    """The allergen is on the list; compare the reaction where both state one."""
    stated = [i for i in present if i.fact.result]
    if claim.result and stated and not any(agree(claim.result, str(i.fact.result)) for i in stated):
        return contradicted(
            "other_reaction",
            stated,
            ("diagnosis_error",),
            f"the sentence says {claim.result!r}, the record {stated[0].fact.result!r}",
            "reaction",
            (claim.result, str(stated[0].fact.result)),
        )
    return supported("same_allergy", present, f"the record lists {present[0].fact.text!r}")


def tells_of_reaction(claim: Fact, passage: Evidence) -> bool:
    """Say whether a passage names the drug and a reaction: `rash after piperacillin`."""
    named = any(fact.concept.id == claim.concept.id for fact in passage.facts)
    told = REACTION.search(passage.quote) is not None
    return named and told and NO_REACTION.search(passage.quote) is None


def of_one_class(claim: Fact, fact: Fact) -> bool:
    """Say whether a claim names a class (`penicillin`) of which the record holds a drug."""
    classes = claim.concept.broader[:1]
    named = any(
        claim.text.lower().rstrip("s") in c.partition(":")[2].split("-class") for c in classes
    )
    return named and fact.assertion == "present" and bool(set(classes) & set(fact.concept.broader))
