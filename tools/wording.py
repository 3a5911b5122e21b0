"""The lines in which tools answer, numbered so that an answer can point to them."""

from collections.abc import Iterable

from kg.descriptions import interval
from kg.evidence import Evidence
from kg.graph import Community, Entity, GraphRelation
from kg.instance import Instance, InstanceEdge

SHOWN = 60
"""Lines of one list in a text; the artifact beside the text has all."""


def numbered(title: str, lines: Iterable[str]) -> str:
    """Number lines under a title; what is left out is counted, and an empty list says so."""
    written = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    more = [f"and {len(written) - SHOWN} more"] if len(written) > SHOWN else []
    return "\n".join([f"{title}:", *(written[:SHOWN] or ["none"]), *more])


def entity_line(entity: Entity) -> str:
    """Tell what an entity is and what is known of it."""
    known = entity.description or ", ".join(f"{k} {v}" for k, v in entity.attributes.items())
    return f"{entity.kind} {entity.name} [{entity.id}]" + (f": {known}" if known else "")


def relation_line(relation: GraphRelation, names: dict[str, str]) -> str:
    """Tell a relation by the names of its ends."""
    ends = [names.get(end, end) for end in (relation.source, relation.target)]
    details = [text for text in (relation.description, interval(relation.time)) if text]
    told = f"{ends[0]} {relation.kind} {ends[1]}"
    return " | ".join([told, *details])


def evidence_line(item: Evidence) -> str:
    """Quote an item on one line, with its id, its place and its time."""
    quote = " ".join(item.quote.split())
    when = interval(item.time)
    return f'[{item.id}] "{quote}" ({item.source}{", " + when if when else ""})'


def community_line(community: Community) -> str:
    """Tell a community by its report, on one line."""
    return f"[{community.id}] {' '.join(community.report.split())}"


def instance_line(one: Instance) -> str:
    """Tell one instance with its time, its value and the evidence that tells of it."""
    whose = "" if one.owner == "patient" else "of a relative"
    details = (whose, one.value, one.site or "", one.study or "")
    known = ", ".join(text for text in details if text)
    when = interval(one.time) or "no date"
    said = f"{when}: {one.kind.replace('_', ' ')} {one.name}" + (f", {known}" if known else "")
    return f"{said} ({', '.join(one.evidence)})"


def edge_line(edge: InstanceEdge, names: dict[str, str]) -> str:
    """Tell what joins two instances by their names."""
    ends = [names.get(end, end) for end in (edge.source, edge.target)]
    cited = f" ({', '.join(edge.evidence)})" if edge.evidence else ""
    return f"{ends[0]} {edge.kind} {ends[1]}{cited}"
