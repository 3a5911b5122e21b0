"""Rules for findings that nothing typed in the record answers to."""

import re

from agents.rule_judge.decisions import Decision, Item, silent, supported, undecided
from agents.rule_judge.findings.error_types import error_type_of
from agents.rule_judge.findings.other_words import is_said_apart, judge_other_words
from agents.rule_judge.findings.rivals import judge_sibling
from agents.rule_judge.findings.wording import judge_by_words
from agents.rule_judge.record_view import RecordView, all_stems, stems_of
from clinical.facts import Fact
from clinical.vocabulary import find_terms, is_general, is_process

COMMON_STUDIES = frozenset(
    {
        "study:imaging",
        "study:radiograph",
        "study:ct",
        "study:ultrasound",
        "study:pathology",
        "study:culture",
        "study:urinalysis",
        "study:electrocardiogram",
        "study:chest_radiograph",
        "study:abdominal_radiograph",
        "study:blood_culture",
        "study:urine_culture",
        "study:sputum_culture",
        "study:stool_culture",
        "study:wound_culture",
        "study:gram_stain",
        "study:telemetry",
        "study:physical_examination",
        "procedure:surgery",
        "procedure:oxygen",
        "service:emergency",
        "service:icu",
        "service:primary_care",
        "disposition:home",
        "event:vaccine",
        "service:wound_care",
        "procedure:bowel_rest",
    }
)
"""Named so generally that a record may show them without their name."""
ORDERS_COMPLETE = "coverage:orders"
ORDERED_STUDIES = frozenset(
    {"study:ct", "study:ultrasound", "study:radiograph", "study:chest_radiograph"}
)
"""Studies that nobody makes without an order."""

NOT_IMAGING = re.compile(
    r"\b(?:apart from|except(?:ing)?|excluding|without|no)\b[^.;]*\b(?:imaging|radiolog\w+)\b",
    re.IGNORECASE,
)
"""A table of orders that leaves studies out."""

CONSULTING = frozenset({"service:icu"})
"""Places that are services too."""
STATUS = re.compile(r"\b(?:positive|negative|status|wild[- ]type|deficient)$", re.IGNORECASE)
ADJECTIVE = re.compile(r"(?:ing|ic|al|ous|ive|ary|ed)$", re.IGNORECASE)
LOOK_AHEAD = 40
"""Characters behind a name in which the next one is looked for."""
UNDECIDED_KINDS = frozenset({"symptom", "exam", "vital", "lab"})
"""Findings that notes paraphrase so freely that silence proves little."""
STATED = ("present", "historical")
SHORTEST_NAME = 3
"""A name of so few letters (`pus`) has other words for it too often."""

NEGATIVE = frozenset({"negative", "none", "absent", "normal", "not detected"})


CONSULTED = re.compile(
    r"^\W*(?:team|service|fellow|attending|consult(?:ants?)?|physicians?|doctors?|outreach)?\W*"
    r"(?:(?:also|then|was|were|had|who|team|service|was then|initially) )*"
    r"(?:consulted|evaluated|assessed|saw|reviewed|seen|recommended|advised|asked|involved|called"
    r"|contacted|judged|declined|felt|agreed)\b",
    re.IGNORECASE,
)
"""What follows a service that gave its opinion: that is no mere place."""


def judge_silence(claim: Fact, family: list[Item], view: RecordView, sentence: str) -> Decision:
    """Nothing typed was found: look for a relative, for the words, then call it silence."""
    if family and not is_general(claim.concept.id, claim.text):
        return silent(
            "only_in_a_relative",
            (error_type_of(claim),),
            f"the record states {claim.text!r} of a relative only",
            family,
            confidence=0.8,
        )
    akin = [i for i in view.kindred(claim.concept) if speaks_for(i)]
    if akin:
        return supported("kindred_concept", akin, f"the record states {akin[0].fact.text!r}")
    found = judge_by_words(claim, view) or judge_sibling(claim, view)
    if found is not None:
        return found
    gave_opinion = claim.concept.id in CONSULTING and is_consulted(claim, sentence)
    unordered = judge_unordered(claim, view)
    if unordered is not None:
        return unordered
    if not gave_opinion and (claim.concept.id in COMMON_STUDIES or names_own_service(claim)):
        return supported("common_study", [], "too common to be looked for by name", by="E2")
    if is_general(claim.concept.id, claim.text):
        return undecided("general_term", f"{claim.text!r} is too general to be looked for by name")
    if is_descriptor(claim, sentence):
        return undecided("not_named", f"{claim.text!r} describes what is named beside it")
    return judge_unnamed(claim, view)


def judge_unordered(claim: Fact, view: RecordView) -> Decision | None:
    """A study with images that a complete table of orders does not hold was not done."""
    orders = view.by_concept.get(ORDERS_COMPLETE, [])
    told = [i for i in orders if not NOT_IMAGING.search(i.fact.text)]
    if not told or claim.concept.id not in ORDERED_STUDIES:
        return None
    note = "the table of orders is complete and holds no such study"
    return silent("not_ordered", ("invented_fact",), note, told)


def shares_a_word(claim: Fact, view: RecordView) -> bool:
    """Say whether a passage holds one of several words of a name: it may say the rest otherwise."""
    words = all_stems(claim.text)
    return len(words) > 1 and any(words & all_stems(passage.quote) for passage in view.passages)


def is_descriptor(claim: Fact, sentence: str) -> bool:
    """Say whether a name only describes another: `stuttering chest pain`, `receptor positive`."""
    if STATUS.search(claim.text):
        return True
    after = sentence[claim.source.end or 0 :]
    beside = find_terms(after[: len(claim.text) + LOOK_AHEAD])
    adjective = " " not in claim.text and ADJECTIVE.search(claim.text) is not None
    return adjective and bool(beside) and beside[0].start == 1 and after[0] in " -"


def is_consulted(claim: Fact, sentence: str) -> bool:
    """Say whether a sentence has a service give its opinion: `the ICU team evaluated her`."""
    return CONSULTED.match(sentence[claim.source.end or 0 :]) is not None


def speaks_for(item: Item) -> bool:
    """Say whether an item of a kindred concept states that it is there."""
    denied = item.fact.kind == "lab" and str(item.fact.result).lower() in NEGATIVE
    return item.fact.assertion in STATED and not denied


def names_own_service(claim: Fact) -> bool:
    """Say whether a claim names the service that the stay belongs to: `the surgical service`."""
    own = claim.concept.id in ("service:surgery", "service:medicine")
    return own and claim.text.lower().endswith(("service", "team", "floor", "ward"))


def judge_unnamed(claim: Fact, view: RecordView) -> Decision:
    """A finding with a name of its own that stands nowhere: what its silence proves."""
    meant = judge_other_words(claim, view)
    if meant is not None:
        return meant
    anchored = [i for i in view.items if claim.study and i.fact.concept.id == claim.study]
    named = len(claim.text) > SHORTEST_NAME and not shares_a_word(claim, view)
    if anchored and claim.kind == "exam" and named and not is_process(claim.text):
        return silent(
            "study_without_finding",
            ("exam_result_error",),
            f"the study is on record, {claim.text!r} is not among its findings",
            anchored,
        )
    if claim.kind in UNDECIDED_KINDS:
        return undecided("not_named", f"{claim.text!r} is not named in the sources searched")
    if is_said_apart(claim, view):
        return undecided("words_apart", f"the record says the words of {claim.text!r} apart")
    return silent(
        "not_on_record",
        ("diagnosis_error" if claim.kind == "diagnosis" else "invented_fact",),
        f"{claim.text!r} is nowhere in the sources searched",
        confidence=0.6 if stems_of(claim.text) else 0.4,
    )
