"""Diagnoses of tables: coded titles, paths of diagnosis trees and FHIR conditions."""

import re
from functools import lru_cache

from clinical.facts import Concept, Fact
from clinical.labels import Assertion, Kind
from clinical.modifiers import laterality_of, severity_of
from clinical.vocabulary import condition_concept, find_terms
from kg.row_facts.cells import Cells

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
_WRONG = frozenset({"refuted", "entered-in-error"})
_PAST = frozenset({"resolved", "inactive", "remission", "in remission"})


def read_diagnosis(cells: Cells) -> list[Fact]:
    """Read the diagnosis of a row."""
    field = cells.field(*_TITLES) or cells.worded(*_PLAIN_TITLES)
    title = _end_of_path(cells.text(field.casefold())) if field else ""
    if not field or not title or _is_wrong(cells):
        return []
    kind, concept, assertion = _meaning(title)
    codes = _codes(cells)
    return [
        Fact(
            kind=kind,
            concept=concept.model_copy(update={"codes": (*concept.codes, *codes)}),
            text=title,
            source=cells.source(field.casefold()),
            assertion=_assertion(cells, assertion),
            laterality=laterality_of(title, 0, len(title)),
            severity=severity_of(title, 0, len(title)),
            time=cells.during(("onsetdatetime", "abatementdatetime"), ("start", "stop")),
            encounter=cells.row.encounter,
        )
    ]


@lru_cache(maxsize=16384)
def _meaning(title: str) -> tuple[Kind, Concept, Assertion]:
    """Return the kind, concept and assertion that a coded title stands for."""
    assertion: Assertion = "present"
    for pattern, meant in ((_FAMILY, "family"), (_HISTORY, "historical")):
        if pattern.search(title):
            assertion = "family" if meant == "family" else "historical"
            title = pattern.sub("", title)
            break
    bare = _EXCLUDED.sub("", title).strip(" ,-") or title
    concept = condition_concept(bare)
    kinds = {term.kind for term in find_terms(bare) if term.concept_id == concept.id}
    if _NOT_A_DISEASE.search(title):
        return ("symptom" if "symptom" in kinds else "event"), concept, assertion
    return ("symptom" if kinds == {"symptom"} else "diagnosis"), concept, assertion


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


def _codes(cells: Cells) -> tuple[str, ...]:
    code, version = cells.text("icd_code"), cells.text("icd_version")
    if code and version in ("9", "10"):
        return (f"ICD{version}CM:{code}",)
    return tuple(part for part in cells.text("code.code").split("; ") if part)


def _is_wrong(cells: Cells) -> bool:
    return cells.text("verificationstatus").casefold() == "entered-in-error"


def _assertion(cells: Cells, titled: Assertion) -> Assertion:
    """Combine what the title says with the status of a FHIR condition."""
    verification = cells.text("verificationstatus").casefold()
    if verification in _WRONG:
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
