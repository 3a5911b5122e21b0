"""The schema of knowledge: eight kinds of entities, eleven relations, and their attributes.

The names of the kinds follow the second paper (section 2.2.2), which names one relation; the other
ten are ours.
"""

from typing import Literal, get_args

from kg.graph_schema import GraphSchema, PropertyType, RelationShape

KnowledgeKind = Literal[
    "DISEASE", "DRUG", "GENE", "SYMPTOM", "TEST", "TREATMENT", "RISK_FACTOR", "CRITERION"
]
KnowledgeRelationKind = Literal[
    "RECOMMENDS_DRUG",
    "RECOMMENDS_TREATMENT",
    "NOT_RECOMMENDED",
    "HAS_SYMPTOM",
    "DIAGNOSED_BY",
    "CAUSED_BY",
    "LEADS_TO",
    "LINKED_TO_GENE",
    "DEFINED_BY",
    "MONITORED_BY",
    "HAS_SIDE_EFFECT",
]
KNOWLEDGE_KINDS: tuple[KnowledgeKind, ...] = get_args(KnowledgeKind)
KNOWLEDGE_RELATIONS: tuple[KnowledgeRelationKind, ...] = get_args(KnowledgeRelationKind)

_CONDITIONS = frozenset({"DISEASE", "SYMPTOM"})
_STATES = frozenset({"DISEASE", "SYMPTOM", "RISK_FACTOR", "TREATMENT"})


def _shape(sources: frozenset[str] | set[str], targets: frozenset[str] | set[str]) -> RelationShape:
    return RelationShape(sources=frozenset(sources), targets=frozenset(targets))


SHAPES: dict[KnowledgeRelationKind, RelationShape] = {
    "RECOMMENDS_DRUG": _shape(_CONDITIONS, {"DRUG"}),
    "RECOMMENDS_TREATMENT": _shape(_CONDITIONS, {"TREATMENT"}),
    "NOT_RECOMMENDED": _shape(_STATES, {"DRUG", "TREATMENT", "TEST"}),
    "HAS_SYMPTOM": _shape({"DISEASE"}, _CONDITIONS),
    "DIAGNOSED_BY": _shape({"DISEASE"}, {"TEST", "CRITERION"}),
    "CAUSED_BY": _shape({"DISEASE"}, {"RISK_FACTOR", "DISEASE", "DRUG", "TREATMENT"}),
    "LEADS_TO": _shape({"DISEASE"}, _CONDITIONS),
    "LINKED_TO_GENE": _shape({"DISEASE"}, {"GENE"}),
    "DEFINED_BY": _shape({"DISEASE"}, {"CRITERION"}),
    "MONITORED_BY": _shape({"DISEASE", "DRUG", "TREATMENT"}, {"TEST"}),
    "HAS_SIDE_EFFECT": _shape({"DRUG", "TREATMENT"}, _CONDITIONS),
}
"""What each relation joins. `NOT_RECOMMENDED` is the negative relation: it holds on purpose."""

ATTRIBUTES: dict[str, PropertyType] = {
    "condition": "text",
    "evidence_level": "text",
    "strength": "text",
    "approval": "text",
    "dosage": "text",
    "route": "text",
    "frequency": "text",
}
"""What a relation may carry beside its weight; `condition` says when it holds."""

KNOWLEDGE_SCHEMA = GraphSchema(
    name="knowledge",
    label="Knowledge",
    kinds=KNOWLEDGE_KINDS,
    relations={str(kind): shape for kind, shape in SHAPES.items()},
    node_properties={
        "entity_id": "text",
        "kind": "text",
        "name": "text",
        "aliases": "texts",
        "codes": "texts",
    },
    relation_properties={
        "relation_id": "text",
        **ATTRIBUTES,
        "weight": "number",
        "documents": "texts",
    },
)
