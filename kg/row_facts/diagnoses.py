"""Diagnoses of tables: coded titles, paths of diagnosis trees and FHIR conditions."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.coded_titles import (
    drug_of_long_use,
    edition_of,
    everyday_names,
    facts_in_words,
    looks_like_code,
    plain_title,
)
from clinical.drug_lexicon import find_drug_names
from clinical.facts import Concept, Fact, Quantity
from clinical.labels import Assertion, Kind
from clinical.modifiers import laterality_of, severity_of
from clinical.vocabulary import condition_concept, find_terms
from kg.row_facts.cells import Cells
from kg.row_facts.statuses import never_was

_TITLES = ("icd_title", "long_title", "short_title", "title", "diagnosisstring", "admitdxpath")
_PLAIN_TITLES = ("code", "diagnosis", "condition", "problem", "description", "name", "display")
_EXCLUDED = re.compile(
    r"[,(]?\s*\b(?:without(?: mention of)?|not elsewhere classified|not otherwise specified|"
    r"excluding|unspecified as to)\b.*|,?\s*\bunspecified\b|\s*\((?:disorder|finding|situation)\)",
    re.IGNORECASE,
)
"""What a coded title adds about other conditions, or about its own place in the system."""

_HISTORY = re.compile(r"^(?:personal )?history of (?:other |an? )?|^status post |^s/p ", re.I)
_FAMILY = re.compile(r"^family history of (?:other )?", re.IGNORECASE)
_NOT_A_DISEASE = re.compile(r"\((?:finding|situation|procedure)\)\s*$")
_UNCONFIRMED = frozenset({"unconfirmed", "provisional", "differential"})
_READ_BESIDE = frozenset({"diagnosis", "symptom", "exam", "event"})
"""Kinds of what a title names beside its main condition; its devices were not used on the day."""

_WRONG = frozenset({"refuted", "entered-in-error"})
_PAST = frozenset({"resolved", "inactive", "remission", "in remission"})


def read_diagnosis(cells: Cells) -> list[Fact]:
    """Read the diagnosis of a row, and all else that its code or title says in everyday words."""
    field = cells.field(*_TITLES) or cells.worded(*_PLAIN_TITLES)
    title = _end_of_path(cells.text(field.casefold())) if field else ""
    if not field or not title:
        return []
    code, edition = _icd(cells)
    codes = _codes(cells)
    return [
        Fact(
            kind=meaning.kind,
            concept=meaning.concept.model_copy(
                update={"codes": (*meaning.concept.codes, *codes) if first else ()}
            ),
            text=title,
            source=cells.source(field.casefold()),
            assertion=_assertion(cells, meaning.assertion),
            quantity=meaning.quantity,
            status="home" if meaning.kind == "medication" else None,
            laterality=laterality_of(title, 0, len(title)),
            severity=severity_of(title, 0, len(title)),
            time=cells.during(("onsetdatetime", "abatementdatetime"), ("start", "stop")),
            encounter=cells.row.encounter,
        )
        for first, meaning in _first_marked(_meanings(title, code, edition))
    ]


class Meaning(NamedTuple):
    """One thing that a coded title stands for."""

    kind: Kind
    concept: Concept
    assertion: Assertion
    quantity: Quantity | None = None


def _first_marked(meanings: tuple[Meaning, ...]) -> list[tuple[bool, Meaning]]:
    """Mark the first meaning: the codes of the row are those of it alone."""
    return [(place == 0, meaning) for place, meaning in enumerate(meanings)]


@lru_cache(maxsize=16384)
def _meanings(title: str, code: str, edition: str) -> tuple[Meaning, ...]:
    """Return what a coded title stands for, each concept once, the main one first."""
    found = [
        Meaning(fact.kind, fact.concept, told.assertion, fact.quantity)
        for told in everyday_names(code, edition, title)
        for fact in facts_in_words(told.name)
    ]
    if not found:
        main = _meaning(title)
        found = [main, *_beside(title, main)]
    drug = drug_of_long_use(title)
    if drug:
        found = [
            Meaning("medication", name.concept, "present") for name in find_drug_names(drug)
        ] or found
    once = {(meaning.concept.id, meaning.assertion): meaning for meaning in reversed(found)}
    return tuple(reversed(once.values()))


def _beside(title: str, main: Meaning) -> list[Meaning]:
    """What else an unknown title names: `with ascites`, `and hyponatremia`."""
    return [
        Meaning(fact.kind, fact.concept, main.assertion, fact.quantity)
        for fact in facts_in_words(plain_title(title))
        if fact.assertion in ("present", main.assertion) and fact.kind in _READ_BESIDE
    ]


def _meaning(title: str) -> Meaning:
    """Return the kind, concept and assertion that a coded title stands for by its longest term."""
    assertion: Assertion = "present"
    for pattern, meant in ((_FAMILY, "family"), (_HISTORY, "historical")):
        if pattern.search(title):
            assertion = "family" if meant == "family" else "historical"
            title = pattern.sub("", title)
            break
    bare = _EXCLUDED.sub("", title).strip(" ,-") or title
    concept = condition_concept(bare)
    if concept.id.startswith("text:"):
        concept = condition_concept(plain_title(bare))
    kinds = {term.kind for term in find_terms(bare) if term.concept_id == concept.id}
    if _NOT_A_DISEASE.search(title):
        return Meaning("symptom" if "symptom" in kinds else "event", concept, assertion)
    return Meaning("symptom" if kinds == {"symptom"} else "diagnosis", concept, assertion)


def _end_of_path(text: str) -> str:
    """Take the most special named condition of a path; a plain title is its own end.

    A path that only answers a question of the form (`No`, `Organ System`) names none.
    """
    parts = [part.strip() for part in re.split(r"\|", text) if part.strip()]
    if len(parts) < 2:
        return text
    if parts[0].casefold() == "admission diagnosis" and "Diagnosis" not in parts[1:]:
        return ""
    known = [part for part in parts[1:] if find_terms(part)]
    return known[-1] if known else parts[-1]


def _icd(cells: Cells) -> tuple[str, str]:
    """Return the ICD code of a row and its edition; both empty where it has none."""
    code = cells.text("icd_code", "icd10_code", "icd_10_code", "dx_code", "diagnosis_code")
    if code:
        return code, cells.text("icd_version") if cells.field("icd_version") else edition_of(code)
    ninth = cells.text("icd9_code", "icd9")
    if ninth:
        return ninth, "9"
    for listed in cells.text("code.code").split("; "):
        system, _, value = listed.partition(":")
        if system.startswith("ICD") and value:
            return value, "9" if system.startswith("ICD9") else "10"
    plain = cells.text("code", "icd9code").partition(",")[0].strip()
    return (plain, edition_of(plain)) if looks_like_code(plain) else ("", "")


def _codes(cells: Cells) -> tuple[str, ...]:
    code, edition = _icd(cells)
    if code and edition in ("9", "10"):
        return (f"ICD{edition}CM:{code}",)
    return tuple(part for part in cells.text("code.code").split("; ") if part)


def _assertion(cells: Cells, titled: Assertion) -> Assertion:
    """Combine what the title says with the status of a FHIR condition."""
    verification = cells.text("verificationstatus").casefold()
    if never_was(cells):
        return "absent"
    if verification in _UNCONFIRMED:
        return "possible"
    if _is_over(cells):
        return "historical"
    return titled


def _is_over(cells: Cells) -> bool:
    """Say whether a condition has ended, by its status with or without a date, or by its end."""
    said = cells.text("clinicalstatus").casefold()
    codes = cells.text("clinicalstatus.code").casefold()
    words = {said, *(code.rpartition(":")[2] for code in codes.split("; "))}
    return not words.isdisjoint(_PAST) or cells.field("stop") is not None
