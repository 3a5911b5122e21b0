"""Edges in the making, and the fixed schema of what each kind of relation may join."""

from dataclasses import dataclass, field
from typing import TypeAlias

from clinical.facts import Fact, TimeSpan
from kg.descriptions import listing
from kg.graph import EntityKind, GraphRelation, RelationKind
from kg.placement import digest

ENDPOINTS: dict[RelationKind, tuple[frozenset[EntityKind], frozenset[EntityKind]]] = {
    "has_diagnosis": (frozenset({"PATIENT"}), frozenset({"DIAGNOSIS"})),
    "prescribed": (frozenset({"PATIENT"}), frozenset({"MEDICATION"})),
    "shows": (
        frozenset({"PATIENT"}),
        frozenset(
            {
                "SYMPTOM",
                "DIAGNOSIS",
                "MEDICATION",
                "LAB_TEST",
                "VITAL_SIGN",
                "PROCEDURE",
                "DEPARTMENT",
                "ALLERGY",
            }
        ),
    ),
    "underwent": (frozenset({"PATIENT"}), frozenset({"PROCEDURE"})),
    "has_vital_sign": (frozenset({"PATIENT"}), frozenset({"VITAL_SIGN"})),
    "tested_by": (frozenset({"PATIENT"}), frozenset({"LAB_TEST"})),
    "result_of": (frozenset({"LAB_RESULT"}), frozenset({"LAB_TEST"})),
    "treated_in": (frozenset({"PATIENT"}), frozenset({"DEPARTMENT"})),
    "indicates": (
        frozenset({"LAB_RESULT", "SYMPTOM", "VITAL_SIGN", "MEDICATION"}),
        frozenset({"DIAGNOSIS"}),
    ),
    "contraindicated_with": (frozenset({"MEDICATION"}), frozenset({"ALLERGY", "DIAGNOSIS"})),
    "has_allergy": (frozenset({"PATIENT"}), frozenset({"ALLERGY"})),
}
"""Kinds of entities that each relation leads from and to.

`shows` leads to a symptom or finding, and to anything that the record denies, suspects, plans or
tells of a relative.
"""

_SHOWN = 4

EdgeIdentity: TypeAlias = tuple[str, RelationKind, str, str | None, str | None, str]


@dataclass
class EdgeDraft:
    """What is known so far of one relation."""

    source: str
    target: str
    kind: RelationKind
    time: TimeSpan | None
    qualifier: str
    said: list[str] = field(default_factory=list)
    evidence: dict[str, None] = field(default_factory=dict)

    @property
    def identity(self) -> EdgeIdentity:
        """Both ends, the kind, the interval, and the status or assertion stated."""
        time = self.time
        bounds = (time.earliest, time.latest) if time else (None, None)
        return (self.source, self.kind, self.target, *bounds, self.qualifier)

    @property
    def id(self) -> str:
        """Hash the identity."""
        return "rel_" + digest(*self.identity)

    def relation(self) -> GraphRelation:
        """Write the relation out."""
        return GraphRelation(
            id=self.id,
            source=self.source,
            target=self.target,
            kind=self.kind,
            description=listing(self.said, _SHOWN),
            time=self.time,
            weight=float(len(self.evidence)),
            evidence=tuple(self.evidence),
        )


def qualifier_of(kind: RelationKind, fact: Fact) -> str:
    """Return what keeps two edges of one interval apart: a drug's status, or how it was said."""
    if kind == "prescribed":
        return fact.status or ""
    return fact.assertion if kind == "shows" else ""
