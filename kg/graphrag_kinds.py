"""What GraphRAG's free types and unnamed relationships are in a patient graph."""

from collections.abc import Mapping
from typing import NamedTuple, get_args

from kg.graph import EntityKind, RelationKind

ENTITY_KINDS: dict[str, EntityKind] = {kind: kind for kind in get_args(EntityKind)} | {
    "ADVERSE_REACTION": "ALLERGY",
    "ALLERGEN": "ALLERGY",
    "CLINIC": "DEPARTMENT",
    "CONDITION": "DIAGNOSIS",
    "DISEASE": "DIAGNOSIS",
    "DISORDER": "DIAGNOSIS",
    "DRUG": "MEDICATION",
    "FINDING": "SYMPTOM",
    "LABORATORY_RESULT": "LAB_RESULT",
    "LABORATORY_TEST": "LAB_TEST",
    "MEDICINE": "MEDICATION",
    "OPERATION": "PROCEDURE",
    "PROBLEM": "DIAGNOSIS",
    "SIGN": "SYMPTOM",
    "SURGERY": "PROCEDURE",
    "TREATMENT": "PROCEDURE",
    "UNIT": "DEPARTMENT",
    "VITAL": "VITAL_SIGN",
    "WARD": "DEPARTMENT",
}
"""Types that people ask GraphRAG to extract from clinical text."""

_KINDS_OF_ENDS: dict[tuple[EntityKind, EntityKind], RelationKind] = {
    ("PATIENT", "DIAGNOSIS"): "has_diagnosis",
    ("PATIENT", "MEDICATION"): "prescribed",
    ("PATIENT", "SYMPTOM"): "shows",
    ("PATIENT", "PROCEDURE"): "underwent",
    ("PATIENT", "VITAL_SIGN"): "has_vital_sign",
    ("PATIENT", "LAB_TEST"): "tested_by",
    ("PATIENT", "DEPARTMENT"): "treated_in",
    ("PATIENT", "ALLERGY"): "has_allergy",
    ("LAB_RESULT", "LAB_TEST"): "result_of",
    ("LAB_RESULT", "DIAGNOSIS"): "indicates",
    ("SYMPTOM", "DIAGNOSIS"): "indicates",
    ("VITAL_SIGN", "DIAGNOSIS"): "indicates",
    ("MEDICATION", "DIAGNOSIS"): "indicates",
    ("MEDICATION", "ALLERGY"): "contraindicated_with",
}
_OTHER_ENDS: dict[RelationKind, tuple[EntityKind, EntityKind]] = {
    "contraindicated_with": ("MEDICATION", "DIAGNOSIS")
}
_BY_NAME: dict[str, RelationKind] = {kind: kind for kind in get_args(RelationKind)}
_FROM_PATIENT = {kind for (source, _), kind in _KINDS_OF_ENDS.items() if source == "PATIENT"}


class Direction(NamedTuple):
    """A kind of relation, and whether it leads the other way."""

    kind: RelationKind
    reversed: bool


def entity_kind(written: str | None, told: Mapping[str, EntityKind]) -> EntityKind | None:
    """Return the kind that a type stands for; `told` has the user's own types."""
    name = type_name(written or "")
    return told.get(name, ENTITY_KINDS.get(name))


def type_name(written: str) -> str:
    """Write a type as it is looked up: `lab test` as LAB_TEST."""
    return "_".join(written.replace("-", " ").replace("_", " ").upper().split())


def relation_kind(description: str, source: EntityKind, target: EntityKind) -> Direction | None:
    """Return the kind that a description begins with, else the one kind that fits the ends."""
    named = _BY_NAME.get(description.partition(" ")[0])
    if named is not None and _fits(named, source, target):
        return Direction(named, reversed=False)
    forward = _KINDS_OF_ENDS.get((source, target))
    if forward is not None:
        return Direction(forward, reversed=False)
    backward = _KINDS_OF_ENDS.get((target, source))
    return None if backward is None else Direction(backward, reversed=True)


def _fits(kind: RelationKind, source: EntityKind, target: EntityKind) -> bool:
    """A sentence may well begin with `shows` without being about what the patient shows."""
    if kind in _FROM_PATIENT:
        return source == "PATIENT" != target
    ends = (source, target)
    return _KINDS_OF_ENDS.get(ends) == kind or _OTHER_ENDS.get(kind) == ends
