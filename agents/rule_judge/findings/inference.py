"""Clinical inference: a drug that stands for its disease, a cause, a reason, a purpose (E2)."""

import re
from functools import lru_cache

from agents.rule_judge.decisions import Decision, Item, supported
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.indications import indications_of
from clinical.vocabulary import condition_concept
from clinical.words import phrase

CAUSAL = re.compile(
    r"\b(?:because|due to|owing to|secondary to|attributed to|ascribed to|put down to|blamed on"
    r"|thought to|felt to|believed to|presumed|presumably|probably|likely|explain(?:s|ed|ing)?"
    r"|given (?:his|her|the|that|a|an)|since(?! (?:\d|last|this|admission|yesterday|then|the))"
    r"|in (?:view|light|keeping|the setting) (?:of|with)"
    r"|consistent with|suggest(?:s|ed|ing|ive)|indicat(?:es|ing|ive)|to (?:prevent|lower|reduce"
    r"|avoid|treat|control)|so that|in order to|contribut(?:ed|ing|or)|trigger(?:ed)?|provoked"
    r"|as expected|unsurprising|argued against|raised the question|account(?:s|ed)? for|culprit"
    r"|on that account|for (?:prophylaxis|pain|the pain|rate control)|reflect(?:s|ed|ing)"
    r"|to (?:help|correct|guard against|ward off|protect|relieve|ease|cover for|slow|minimi[sz]e)"
    r"|for fear of|out of (?:concern|caution)|(?:regarded|taken|interpreted|viewed) (?:to be|as)"
    r"|in (?:its|his|her|their|the) (?:stead|place)"
    r"|in response to|which is why|therefore|hence|precipitated|caus(?:ed|ing)|led to)\b",
    re.IGNORECASE,
)


GROWN_IN = (
    ("urinary tract infection", "study:urine_culture"),
    ("pyelonephritis", "study:urine_culture"),
    ("bacteriuria", "study:urine_culture"),
    ("bacteremia", "study:blood_culture"),
    ("sepsis", "study:blood_culture"),
    ("pneumonia", "study:sputum_culture"),
)
"""Infections with the culture that shows them."""


@lru_cache(maxsize=1)
def shown_by_culture() -> dict[str, str]:
    """The culture that shows an infection, by the id of the infection."""
    return {condition_concept(name).id: study for name, study in GROWN_IN}


def judge_by_treatment(claim: Fact, view: RecordView) -> Decision | None:
    """A condition is supported indirectly by a drug on record that is given for it."""
    if claim.kind not in ("diagnosis", "symptom") or claim.assertion not in (
        "present",
        "historical",
    ):
        return None
    names = {phrase(claim.text), phrase(claim.concept.name)}
    drugs = [
        item
        for item in view.of_kind("medication")
        if item.fact.assertion == "present"
        and item.fact.section != "family_history"
        and (claim.assertion != "historical" or is_old(item.fact))
        and treats(item.fact, names)
    ]
    if not drugs:
        return None
    note = f"{drugs[0].fact.text!r} is given for it; the record does not name it"
    return supported("treated_condition", drugs, note, "inference", by="E2")


def judge_by_culture(claim: Fact, view: RecordView) -> Decision | None:
    """An infection of a site follows from an organism that grew from its specimen."""
    study = shown_by_culture().get(claim.concept.id)
    if study is None or claim.assertion != "present":
        return None
    grown = [
        item
        for item in view.items
        if item.fact.study == study
        and item.fact.assertion == "present"
        and item.fact.concept.id.startswith("organism:")
    ]
    if not grown:
        return None
    note = f"{grown[0].fact.text!r} grew in that culture; the record does not name the infection"
    return supported("grown_in_culture", grown, note, "inference", by="E2")


def is_old(drug: Fact) -> bool:
    """Say whether a drug was taken before the stay: one begun in it tells of no old disease."""
    return drug.status == "home" or drug.section == "admission_medications"


def treats(drug: Fact, names: set[str]) -> bool:
    """Say whether a drug, or its class, is given for a condition of one of these names."""
    for identity in (drug.concept.id, *drug.concept.broader):
        for indication in indications_of(identity):
            given_for = phrase(indication)
            if given_for in names or any(f" {given_for} " in f" {name} " for name in names):
                return True
    return False


def causal_cues(text: str) -> list[str]:
    """Words by which a sentence states a cause, a reason or a purpose."""
    return [match[0].lower() for match in CAUSAL.finditer(text)]


def link_is_written(text: str, items: list[Item]) -> bool:
    """Say whether one cited passage states a cause itself."""
    return any(causal_cues(item.evidence.quote) for item in items)
