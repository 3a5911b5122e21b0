"""Any graph as nodes and edges with plain properties, ready to be matched and walked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kg.cypher import RELATIONSHIP_TYPES
from kg.graph import Entity, GraphRelation, PatientGraph
from kg.graph_schema import PATIENT_SCHEMA, GraphSchema

Scalar = str | int | float | bool | tuple[str, ...]
"""What a property can hold."""


@dataclass(frozen=True)
class GraphNode:
    """One node; `properties` hold everything a query may ask of it."""

    id: str
    kind: str
    name: str
    properties: Mapping[str, Scalar]
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class GraphEdge:
    """One relation, with the evidence that states it."""

    id: str
    kind: str
    source: str
    target: str
    properties: Mapping[str, Scalar]
    evidence: tuple[str, ...] = ()

    def other(self, end: str) -> str:
        """Return the end that is not this one."""
        return self.target if self.source == end else self.source


@dataclass(frozen=True)
class PropertyGraph:
    """One graph of one patient, or one graph of knowledge; nothing of another is in it."""

    graph_id: str
    version: str
    schema: GraphSchema
    nodes: Mapping[str, GraphNode]
    edges: Mapping[str, GraphEdge]
    owner: str = ""
    """The patient it is about; empty for knowledge."""

    @cached_property
    def by_kind(self) -> Mapping[str, tuple[GraphNode, ...]]:
        """Nodes of each kind, in order of their ids."""
        found: dict[str, list[GraphNode]] = defaultdict(list)
        for node_id in sorted(self.nodes):
            found[self.nodes[node_id].kind].append(self.nodes[node_id])
        return {kind: tuple(nodes) for kind, nodes in found.items()}

    @cached_property
    def by_name(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the nodes of each name, exactly as it is written."""
        found: dict[str, list[str]] = defaultdict(list)
        for node_id in sorted(self.nodes):
            name = self.nodes[node_id].properties.get("name")
            if isinstance(name, str):
                found[name].append(node_id)
        return {name: tuple(ids) for name, ids in found.items()}

    @cached_property
    def _incident(self) -> Mapping[str, tuple[GraphEdge, ...]]:
        found: dict[str, list[GraphEdge]] = defaultdict(list)
        for edge_id in sorted(self.edges):
            edge = self.edges[edge_id]
            found[edge.source].append(edge)
            if edge.target != edge.source:
                found[edge.target].append(edge)
        return {node: tuple(edges) for node, edges in found.items()}

    def around(self, node_id: str) -> tuple[GraphEdge, ...]:
        """Return the edges of a node in order of their ids."""
        return self._incident.get(node_id, ())


def patient_property_graph(graph: PatientGraph) -> PropertyGraph:
    """View the graph of a patient as nodes and edges with plain properties."""
    return PropertyGraph(
        graph_id=graph.graph_id,
        version=graph.version,
        schema=PATIENT_SCHEMA,
        nodes=_by_id(_patient_node(entity) for entity in graph.entities),
        edges={edge.id: edge for edge in map(_patient_edge, graph.relations)},
        owner=graph.patient_id,
    )


def _by_id(nodes: Iterable[GraphNode]) -> dict[str, GraphNode]:
    return {node.id: node for node in nodes}


def _patient_node(entity: Entity) -> GraphNode:
    known = PATIENT_SCHEMA.properties_of(entity.kind)
    properties: dict[str, Scalar] = {
        **{name: text for name, text in entity.attributes.items() if name in known},
        "entity_id": entity.id,
        "kind": entity.kind,
        "name": entity.name,
        "concepts": entity.concepts,
        "description": entity.description,
    }
    kept = {name: value for name, value in properties.items() if name in known}
    return GraphNode(entity.id, entity.kind, entity.name, kept, entity.evidence)


def _patient_edge(relation: GraphRelation) -> GraphEdge:
    bounds = relation.time
    times = {"earliest": bounds.earliest, "latest": bounds.latest} if bounds else {}
    properties: dict[str, Scalar] = {
        "relation_id": relation.id,
        "description": relation.description,
        "weight": relation.weight,
        **{name: moment for name, moment in times.items() if moment is not None},
    }
    kind = RELATIONSHIP_TYPES[relation.kind]
    return GraphEdge(
        relation.id, kind, relation.source, relation.target, properties, relation.evidence
    )
