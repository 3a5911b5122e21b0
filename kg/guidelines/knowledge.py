"""A graph of knowledge: entities and relations with their attributes, each with its evidence."""

from hashlib import sha256

from pydantic import BaseModel

from kg.evidence import Evidence
from kg.guidelines.schema import (
    KNOWLEDGE_SCHEMA,
    KnowledgeKind,
    KnowledgeRelationKind,
)
from kg.property_graph import GraphEdge, GraphNode, PropertyGraph, Scalar

Strength = str
"""`strong`, `conditional` or an empty string."""


class Attributes(BaseModel, frozen=True):
    """What a relation says beside its ends; an empty string is not told."""

    condition: str = ""
    evidence_level: str = ""
    strength: Strength = ""
    approval: str = ""
    dosage: str = ""
    route: str = ""
    frequency: str = ""


class KnowledgeEntity(BaseModel, frozen=True):
    """One concept of medicine."""

    id: str
    kind: KnowledgeKind
    name: str
    aliases: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    """Codes of public vocabularies, such as `MONDO:0005155`."""

    evidence: tuple[str, ...] = ()


class KnowledgeRelation(BaseModel, frozen=True):
    """One statement of the documents, fused from all that say it."""

    id: str
    kind: KnowledgeRelationKind
    source: str
    target: str
    attributes: Attributes = Attributes()
    weight: float = 0.5
    """Confidence of a recommendation from 0 to 1: the mean over all statements of it."""

    evidence: tuple[str, ...] = ()


class KnowledgeGraph(BaseModel, frozen=True):
    """The knowledge of one set of documents."""

    name: str
    entities: tuple[KnowledgeEntity, ...]
    relations: tuple[KnowledgeRelation, ...]
    evidence: tuple[Evidence, ...]
    documents: dict[str, str] = {}
    """Title by the name of each document."""

    left_out: tuple[str, ...] = ()
    """What was read and not kept, and why."""

    @property
    def graph_id(self) -> str:
        """Name it so that no patient's graph can share the name."""
        return f"#knowledge:{self.name}"

    @property
    def version(self) -> str:
        """Hash of all it holds."""
        return sha256(self.model_dump_json().encode()).hexdigest()[:16]


def relation_id(kind: str, source: str, target: str, condition: str = "") -> str:
    """Hash the identity of a relation: under another condition it is another one."""
    parts = "\x1f".join((kind, source, target, condition))
    return "know_" + sha256(parts.encode()).hexdigest()[:16]


def knowledge_property_graph(graph: KnowledgeGraph) -> PropertyGraph:
    """View a graph of knowledge as nodes and edges with plain properties."""
    places = {item.id: item.source.document for item in graph.evidence}
    return PropertyGraph(
        graph_id=graph.graph_id,
        version=graph.version,
        schema=KNOWLEDGE_SCHEMA,
        nodes={entity.id: _node(entity) for entity in graph.entities},
        edges={relation.id: _edge(relation, places) for relation in graph.relations},
    )


def _node(entity: KnowledgeEntity) -> GraphNode:
    properties: dict[str, Scalar] = {
        "entity_id": entity.id,
        "kind": entity.kind,
        "name": entity.name,
        "aliases": entity.aliases,
        "codes": entity.codes,
    }
    return GraphNode(entity.id, entity.kind, entity.name, properties, entity.evidence)


def _edge(relation: KnowledgeRelation, places: dict[str, str]) -> GraphEdge:
    told = {name: text for name, text in relation.attributes.model_dump().items() if text}
    documents = dict.fromkeys(places[one] for one in relation.evidence if one in places)
    properties: dict[str, Scalar] = {
        "relation_id": relation.id,
        **told,
        "weight": relation.weight,
        "documents": tuple(documents),
    }
    return GraphEdge(
        relation.id, relation.kind, relation.source, relation.target, properties, relation.evidence
    )
