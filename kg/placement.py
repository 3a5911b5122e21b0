"""Where a fact belongs in the graph: which kind of entity, which test, which relation."""

from hashlib import sha256
from typing import NamedTuple

from clinical import vocabulary
from clinical.facts import Concept, Fact
from clinical.labels import Assertion, Kind
from kg.graph import EntityKind, RelationKind

ENTITY_KINDS: dict[Kind, EntityKind] = {
    "diagnosis": "DIAGNOSIS",
    "medication": "MEDICATION",
    "lab": "LAB_RESULT",
    "vital": "VITAL_SIGN",
    "exam": "SYMPTOM",
    "procedure": "PROCEDURE",
    "symptom": "SYMPTOM",
    "allergy": "ALLERGY",
    "encounter": "DEPARTMENT",
    "demographic": "PATIENT",
    "event": "PROCEDURE",
}

PATIENT_RELATIONS: dict[EntityKind, RelationKind] = {
    "DIAGNOSIS": "has_diagnosis",
    "MEDICATION": "prescribed",
    "LAB_TEST": "tested_by",
    "VITAL_SIGN": "has_vital_sign",
    "SYMPTOM": "shows",
    "PROCEDURE": "underwent",
    "DEPARTMENT": "treated_in",
    "ALLERGY": "has_allergy",
}

_AFFIRMED: frozenset[Assertion] = frozenset({"present", "historical"})
_TESTED: frozenset[Assertion] = frozenset({"present", "historical", "absent", "possible"})

_STUDY_SECTIONS = frozenset(
    {"imaging", "microbiology", "pathology", "results", "laboratory", "findings", "impression"}
)
"""A finding in one of these sections is a study's, even where the study is not named."""


class PlacedFact(NamedTuple):
    """A fact with the evidence it stands in and the note or table that holds it."""

    fact: Fact
    evidence: str
    origin: str
    said: str
    """What the fact says of its concept, in words."""


def kind_of(fact: Fact) -> EntityKind:
    """Say which kind of entity a fact becomes."""
    if test_of(fact) is not None:
        return "LAB_RESULT"
    return ENTITY_KINDS[fact.kind]


def test_of(fact: Fact) -> Concept | None:
    """Return the test or study that a fact is a result of, or None for anything else."""
    if fact.kind == "lab" or is_bare_study(fact):
        return fact.concept
    if fact.kind != "exam":
        return None
    if fact.study:
        return study_concept(fact.study)
    if fact.section in _STUDY_SECTIONS:
        return Concept(id=f"study:{fact.section}", name=f"unnamed study ({fact.section})")
    return None


def study_concept(concept_id: str) -> Concept:
    """Name a study known by its id alone."""
    return vocabulary.concept(concept_id)


def is_bare_study(fact: Fact) -> bool:
    """Say whether a fact only states that a study was done."""
    return fact.concept.id.startswith("study:") or (
        fact.kind == "exam" and fact.concept.id == fact.study
    )


def is_found_by_study(fact: Fact) -> bool:
    """Say whether a disease or symptom is told as the finding of a study."""
    return fact.kind in {"diagnosis", "symptom"} and bool(fact.study)


def panel_of(test: Concept) -> Concept:
    """Return the panel that a test is part of, or the test itself."""
    panel = next((wider for wider in test.broader if wider.startswith("panel:")), None)
    if panel is None:
        return test
    return Concept(id=panel, name=f"{panel.removeprefix('panel:').replace('_', ' ')} panel")


def patient_relation(kind: EntityKind, fact: Fact) -> RelationKind:
    """Return the relation from the patient that a fact states.

    What is denied, only suspected, planned or told of a relative must not read as the patient's
    own diagnosis, drug or operation; the record `shows` it, and the description says how.
    """
    allowed = _TESTED if kind == "LAB_TEST" else _AFFIRMED
    if fact.assertion not in allowed or fact.status == "not_given":
        return "shows"
    return PATIENT_RELATIONS[kind]


def digest(*parts: str | None) -> str:
    """Hash the parts of an identity; None and an empty string differ."""
    text = "\x1f".join("\x00" if part is None else part for part in parts)
    return sha256(text.encode()).hexdigest()[:16]
