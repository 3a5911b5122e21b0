"""A patient graph as GraphML, for graph viewers."""

import re
from xml.etree import ElementTree as Xml

from kg.descriptions import interval
from kg.graph import Entity, GraphRelation, PatientGraph
from kg.instance import Instance, InstanceEdge

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped."""


def graph_to_graphml(graph: PatientGraph) -> str:
    """Write entities, instances and what joins them, with kinds, times and evidence ids."""
    coarsest = {
        member: community.id
        for community in graph.communities
        for member in community.entities
        if community.level == 0
    }
    nodes = {entity.id: _of_entity(entity, coarsest) for entity in graph.entities}
    nodes |= {one.id: _of_instance(one) for one in graph.instances}
    edges = {relation.id: _of_relation(relation) for relation in graph.relations}
    edges |= {edge.id: _of_edge(edge) for edge in graph.edges}
    root = Xml.Element("graphml", xmlns=_NAMESPACE)
    _declare(root, "node", list(nodes.values()))
    _declare(root, "edge", list(edges.values()))
    drawn = Xml.SubElement(root, "graph", id=_clean(graph.graph_id), edgedefault="directed")
    for name, fields in nodes.items():
        _fill(Xml.SubElement(drawn, "node", id=_clean(name)), "node", fields)
    joins: tuple[GraphRelation | InstanceEdge, ...] = (*graph.relations, *graph.edges)
    for join in joins:
        ends = {"source": _clean(join.source), "target": _clean(join.target)}
        _fill(Xml.SubElement(drawn, "edge", {"id": join.id, **ends}), "edge", edges[join.id])
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _of_entity(entity: Entity, coarsest: dict[str, str]) -> dict[str, str]:
    return {
        "kind": entity.kind,
        "name": entity.name,
        "description": entity.description,
        "concepts": " ".join(entity.concepts),
        "community": coarsest.get(entity.id, ""),
        "evidence": " ".join(entity.evidence),
        **{f"attribute {name}": text for name, text in sorted(entity.attributes.items())},
    }


def _of_relation(relation: GraphRelation) -> dict[str, str]:
    return {
        "kind": relation.kind,
        "description": relation.description,
        "time": interval(relation.time),
        "weight": f"{relation.weight:g}",
        "evidence": " ".join(relation.evidence),
    }


def _of_instance(one: Instance) -> dict[str, str]:
    return {
        "kind": f"instance {one.kind}",
        "name": one.name,
        "description": one.value,
        "concepts": " ".join((one.concept, *one.broader)),
        "evidence": " ".join(one.evidence),
        "entity": one.entity,
        "owner": one.owner,
        "assertion": one.assertion,
        "time": interval(one.time),
        "side": one.side or "",
        "site": one.site or "",
        "study": one.study or "",
        "places": " ".join(map(str, one.spans)),
    }


def _of_edge(edge: InstanceEdge) -> dict[str, str]:
    return {"kind": edge.kind, "evidence": " ".join(edge.evidence)}


def _declare(root: Xml.Element, holder: str, described: list[dict[str, str]]) -> None:
    names = dict.fromkeys(name for fields in described for name in fields)
    for name in sorted(names):
        key = {"id": f"{holder} {_clean(name)}", "for": holder, "attr.name": _clean(name)}
        value_type = "double" if name == "weight" else "string"
        Xml.SubElement(root, "key", {**key, "attr.type": value_type})


def _fill(element: Xml.Element, holder: str, fields: dict[str, str]) -> None:
    for name, text in fields.items():
        if text:
            Xml.SubElement(element, "data", key=f"{holder} {_clean(name)}").text = _clean(text)


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)
