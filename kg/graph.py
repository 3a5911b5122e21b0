"""The patient graph: entities, relations and communities, each with its evidence."""

from typing import Literal, get_args

from pydantic import BaseModel

from clinical.facts import Anchors, TimeSpan
from clinical.sources import SourceRef
from kg.evidence import Evidence
from kg.instance import Instance, InstanceEdge

EntityKind = Literal[
    "PATIENT",
    "DIAGNOSIS",
    "MEDICATION",
    "LAB_TEST",
    "LAB_RESULT",
    "VITAL_SIGN",
    "SYMPTOM",
    "PROCEDURE",
    "DEPARTMENT",
    "ALLERGY",
]
"""The nine entity types of the CuraView paper (section 4.3.1), and allergies."""

RelationKind = Literal[
    "has_diagnosis",
    "prescribed",
    "shows",
    "underwent",
    "has_vital_sign",
    "tested_by",
    "result_of",
    "treated_in",
    "indicates",
    "contraindicated_with",
    "has_allergy",
]
"""The ten relations of the CuraView paper (section 4.3.1), and `has_allergy`.

From the patient: has_diagnosis, prescribed, shows, underwent, has_vital_sign, tested_by (to a
LAB_TEST), treated_in, has_allergy. `result_of` leads from a LAB_RESULT to its LAB_TEST,
`indicates` from a result, symptom or medication to a diagnosis, `contraindicated_with` from a
medication to an allergy or diagnosis.
"""


EvidenceSetting = Literal["all", "structured"]
"""Which sources a graph is made of: every one, or tables and radiology reports alone."""

EVIDENCE_SETTINGS: tuple[EvidenceSetting, ...] = get_args(EvidenceSetting)


class Entity(BaseModel, frozen=True):
    """One node: one concept of the patient (or one result of a test at one time)."""

    id: str
    kind: EntityKind
    name: str
    concepts: tuple[str, ...] = ()
    """Own concept id first, then wider ones; a query links to an entity through any of them."""

    description: str = ""
    attributes: dict[str, str] = {}
    evidence: tuple[str, ...] = ()
    """Ids of the evidence it was read from, in record order."""


class GraphRelation(BaseModel, frozen=True):
    """One timestamped edge. Its interval is part of its identity: two courses stay two."""

    id: str
    source: str
    target: str
    kind: RelationKind
    description: str = ""
    time: TimeSpan | None = None
    weight: float = 1.0
    evidence: tuple[str, ...] = ()


class Community(BaseModel, frozen=True):
    """A Leiden community with its report; level 0 is the coarsest."""

    id: str
    level: int
    parent: str | None
    title: str
    entities: tuple[str, ...]
    report: str


class BuildReport(BaseModel, frozen=True):
    """What building did: merges, chart-internal conflicts and what was left out, each a line."""

    merged: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class SourceState(BaseModel, frozen=True):
    """A note or row as it was when the graph read it, so that it need not be read again."""

    source: SourceRef
    """The whole note, or the whole row: neither offsets nor field."""

    digest: str
    """Hash of its content."""

    left_out: tuple[str, ...] = ()
    """What reading it left out, and why."""


class PatientGraph(BaseModel, frozen=True):
    """The graph of one record view. `graph_id` scopes everything a store holds for it."""

    graph_id: str
    patient_id: str
    admission_id: str | None
    version: str
    """Hash of the sources and of the builder's settings; cache keys begin with it."""

    anchors: Anchors
    entities: tuple[Entity, ...]
    relations: tuple[GraphRelation, ...]
    communities: tuple[Community, ...]
    evidence: tuple[Evidence, ...]
    report: BuildReport
    instances: tuple[Instance, ...] = ()
    """What was or happened, one by one; no part of the communities."""

    edges: tuple[InstanceEdge, ...] = ()
    """What joins two instances, or an instance to an entity."""

    built_by: str = ""
    """Names of everything but the record that decides on the graph: builder, extractor, ..."""

    built_from: tuple[SourceState, ...] = ()
    """The notes and rows it was made from, in record order."""


def graph_id(patient_id: str, admission_id: str | None, evidence: EvidenceSetting = "all") -> str:
    """Name the graph of a patient as seen when one admission is checked.

    No two views of a record share a name: `70847@27428867`, and `70847@27428867#structured` for
    its tables and radiology reports alone. `%`, `@` and `#` inside an id are written `%25`, `%40`
    and `%23`.
    """
    stay = "" if admission_id is None else f"@{_escaped(admission_id)}"
    return f"{_escaped(patient_id)}{stay}" + ("" if evidence == "all" else f"#{evidence}")


def _escaped(own_id: str) -> str:
    return own_id.replace("%", "%25").replace("@", "%40").replace("#", "%23")
