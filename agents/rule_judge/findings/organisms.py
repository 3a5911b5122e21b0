"""Rules for organisms: a culture that grew one organism did not grow another."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.findings.finding import judge_finding
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from clinical.facts import Fact
from clinical.vocabulary import find_terms

STERILE = re.compile(
    r"(?<![-\w])(?:no (?:bacterial |fungal )?growth|sterile|negative|neg|ngtd|ngsf|NG"
    r"|no organisms)\b",
    re.IGNORECASE,
)
SPECIFIC_CULTURES = frozenset(
    {
        "study:blood_culture",
        "study:urine_culture",
        "study:sputum_culture",
        "study:wound_culture",
        "study:stool_culture",
    }
)


def judge_organism(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on an organism; another organism in its place contradicts it."""
    decision = judge_finding(claim, view, sentence)
    tested = judge_test(claim, view)
    if tested is not None and decision.rule != "denied_in_both":
        return tested
    grown_there = claim.assertion == "present" and names_culture_first(claim, sentence)
    sterile = judge_sterile(claim, view) if grown_there else None
    if sterile is not None:
        return sterile
    elsewhere = judge_specimen(claim, view)
    if elsewhere is not None:
        return elsewhere
    settled = decision.grade == "E4" or decision.rule in ("same_concept", "possible_only")
    if settled or claim.assertion != "present":
        return decision
    others = [item for item in grown(view) if comparable_culture(claim, item.fact)]
    if not others:
        return judge_sterile(claim, view) or decision
    return contradicted(
        "other_organism",
        others,
        ("exam_result_error",),
        f"the record has {others[0].fact.text!r} in place of {claim.text!r}",
        "organism",
        (claim.text, others[0].fact.text),
        confidence=0.75,
    )


def names_culture_first(claim: Fact, sentence: str) -> bool:
    """Say whether the sentence names the culture of a germ before the germ: `BCx grew E. coli`."""
    start = claim.source.start or sentence.lower().find(claim.text.lower())
    before = find_terms(sentence[: max(start, 0)])
    return any(mention.concept_id == claim.study for mention in before)


def judge_test(claim: Fact, view: RecordView) -> Decision | None:
    """A test for the germ itself came out, all in one way: `C. difficile PCR: negative`."""
    if claim.assertion not in ("present", "absent"):
        return None
    tests = [i for i in view.kindred(claim.concept) if i.fact.kind == "lab"]
    results = {str(i.fact.result).lower() for i in tests if i.fact.result}
    if results not in ({"positive"}, {"negative"}):
        return None
    tests = [i for i in tests if i.fact.result]
    found = results == {"positive"}
    if found == (claim.assertion == "present"):
        return supported("test_result", tests, "the test for it came out so", "result")
    return contradicted(
        "other_test_result",
        tests,
        ("exam_result_error", "negation_error"),
        f"the sentence says {claim.text!r} was {claim.assertion}: {tests[0].evidence.quote!r}",
        "result",
    )


def judge_sterile(claim: Fact, view: RecordView) -> Decision | None:
    """The culture that the sentence names grew nothing."""
    if claim.study not in SPECIFIC_CULTURES:
        return None
    sterile = [
        item
        for item in view.items
        if item.fact.concept.id == claim.study and STERILE.search(item.evidence.quote)
    ]
    cultures = [item for item in view.items if item.fact.concept.id == claim.study]
    if any(item.fact.study == claim.study for item in grown(view)):
        return None
    if not sterile or len(sterile) < len(cultures):
        return None
    return contradicted(
        "sterile_culture",
        sterile,
        ("exam_result_error",),
        f"that culture grew nothing: {sterile[0].evidence.quote!r}",
        "organism",
    )


def judge_specimen(claim: Fact, view: RecordView) -> Decision | None:
    """The organism grew, but in another culture than the sentence says."""
    if claim.assertion != "present" or claim.study not in SPECIFIC_CULTURES:
        return None
    items = [i for i in view.narrower(claim.concept) if i.fact.assertion == "present"]
    told = {i.fact.study for i in items}
    taken = any(i.fact.concept.id == claim.study for i in view.items)
    if not items or not taken or not told <= SPECIFIC_CULTURES or claim.study in told:
        return None
    return contradicted(
        "other_specimen",
        items,
        ("exam_result_error",),
        f"the record has it from another culture: {items[0].evidence.quote!r}",
        "specimen",
        confidence=0.7,
    )


def grown(view: RecordView) -> list[Item]:
    """Organisms that the record states to be present."""
    return [
        item
        for item in view.items
        if item.fact.concept.id.startswith("organism:")
        and item.fact.assertion == "present"
        and item.fact.section not in HISTORY_SECTIONS
    ]


def comparable_culture(claim: Fact, fact: Fact) -> bool:
    """Say whether two organisms can be answers to one question.

    A more general name (gram-negative rods) is no other organism, and a virus is no answer to a
    bacterial culture.
    """
    mine = {claim.concept.id, *claim.concept.broader}
    if fact.concept.id in mine or claim.concept.id in fact.concept.broader:
        return False
    virus = "organism:virus"
    return (virus in claim.concept.broader) == (virus in fact.concept.broader)
