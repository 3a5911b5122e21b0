"""What every store refuses, so that all stores hold the same graphs."""

from collections import Counter
from collections.abc import Iterable

from kg.errors import BadInputError
from kg.graph import PatientGraph


def check_graph(graph: PatientGraph) -> None:
    """Refuse a graph with missing ends, missing evidence, doubled ids or several patients."""
    if not graph.graph_id:
        raise BadInputError("graph: empty graph id; give the patient an id")
    patients = sum(entity.kind == "PATIENT" for entity in graph.entities)
    if patients > 1:
        raise BadInputError(
            f"graph {graph.graph_id}: {patients} PATIENT entities; build it normalized"
        )
    for kind, ids in {
        "entity": [entity.id for entity in graph.entities],
        "relation": [relation.id for relation in graph.relations],
        "community": [community.id for community in graph.communities],
        "evidence": [item.id for item in graph.evidence],
        "instance": [one.id for one in graph.instances],
        "edge": [edge.id for edge in graph.edges],
    }.items():
        _once(graph.graph_id, kind, ids)
    entities = {entity.id for entity in graph.entities}
    evidence = {item.id for item in graph.evidence}
    for relation in graph.relations:
        _known(graph.graph_id, relation.id, (relation.source, relation.target), entities)
        _known(graph.graph_id, relation.id, relation.evidence, evidence)
    for entity in graph.entities:
        _known(graph.graph_id, entity.id, entity.evidence, evidence)
    for community in graph.communities:
        _known(graph.graph_id, community.id, community.entities, entities)
    _check_instances(graph, entities, evidence)


def _check_instances(graph: PatientGraph, entities: set[str], evidence: set[str]) -> None:
    ends = entities | {one.id for one in graph.instances}
    for one in graph.instances:
        _known(graph.graph_id, one.id, (one.entity,), entities)
        _known(graph.graph_id, one.id, one.evidence, evidence)
    for edge in graph.edges:
        _known(graph.graph_id, edge.id, (edge.source, edge.target), ends)
        _known(graph.graph_id, edge.id, edge.evidence, evidence)


def _once(graph_id: str, kind: str, ids: list[str]) -> None:
    doubled = next((name for name, times in Counter(ids).items() if times > 1), None)
    if doubled is not None:
        raise BadInputError(f"graph {graph_id}: {kind} id {doubled} is used twice; make ids unique")


def _known(graph_id: str, holder: str, used: Iterable[str], known: set[str]) -> None:
    missing = next((name for name in used if name not in known), None)
    if missing is not None:
        raise BadInputError(f"graph {graph_id}: {holder} refers to {missing}, which is missing")
