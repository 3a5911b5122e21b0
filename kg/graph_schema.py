"""What a graph may hold: kinds of nodes, relations with their ends, and typed properties."""

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import BaseModel

from kg.cypher import RELATIONSHIP_TYPES
from kg.graph import EntityKind
from kg.relations import ENDPOINTS

PropertyType = Literal["text", "texts", "number", "time"]
"""`texts` is a list of texts; `time` is an ISO string, which compares as it sorts."""


class RelationShape(BaseModel, frozen=True):
    """The kinds of nodes that a relation leads from and to."""

    sources: frozenset[str]
    targets: frozenset[str]


class GraphSchema(BaseModel, frozen=True):
    """Everything that a query may name."""

    name: str
    label: str
    """The label that every node of such a graph has in a database."""

    kinds: tuple[str, ...]
    relations: dict[str, RelationShape]
    node_properties: dict[str, PropertyType]
    own_properties: dict[str, dict[str, PropertyType]] = {}
    """Properties that only nodes of one kind have; they replace the common ones of that kind."""

    relation_properties: dict[str, PropertyType]

    def properties_of(self, kind: str) -> Mapping[str, PropertyType]:
        """Return the properties of nodes of a kind; of any node where the kind is empty."""
        return self.own_properties.get(kind, self.node_properties)


_NODE: dict[str, PropertyType] = {
    "entity_id": "text",
    "name": "text",
    "kind": "text",
    "concepts": "texts",
    "description": "text",
    **dict.fromkeys(
        (
            "assertion",
            "experiencer",
            "laterality",
            "site",
            "severity",
            "synonyms",
            "status",
            "route",
            "dose",
            "frequency",
            "value",
            "values",
            "study",
            "selector",
        ),
        "text",
    ),
    "time": "text",
}

_PATIENT: dict[str, PropertyType] = {
    "entity_id": "text",
    "kind": "text",
    "age": "text",
    "sex": "text",
    "race": "text",
}
"""Neither the name nor an id: a query is bound to its patient and cannot ask for another."""

PATIENT_SCHEMA = GraphSchema(
    name="patient",
    label="Entity",
    kinds=get_args(EntityKind),
    relations={
        RELATIONSHIP_TYPES[kind]: RelationShape(
            sources=frozenset(sources), targets=frozenset(targets)
        )
        for kind, (sources, targets) in ENDPOINTS.items()
    },
    node_properties=_NODE,
    own_properties={"PATIENT": _PATIENT},
    relation_properties={
        "relation_id": "text",
        "description": "text",
        "weight": "number",
        "earliest": "time",
        "latest": "time",
    },
)
"""The graph of one patient, as `docs/cypher.md` describes it."""
