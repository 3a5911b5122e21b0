"""The statements that write a patient graph to Neo4j, in batches."""

from collections.abc import Iterable, Iterator
from typing import LiteralString

from kg import cypher
from kg.graph import PatientGraph
from kg.neo4j_connection import Row, Statement
from kg.neo4j_rows import GraphRows, link_row

_ROWS = 2_000
_BYTES = 4_000_000
"""Rows of one message and their size: both ends hold a message in memory as a whole."""

_NUMBER_BYTES = 9

_Listed = tuple[str, Row]
"""The list that a row belongs to, and the row."""


def writing(graph: PatientGraph, rows: GraphRows) -> list[Statement]:
    """Return what replaces the graph of this id, to be run in one transaction."""
    own: Row = {"graph_id": graph.graph_id}
    return [
        (cypher.SET_GRAPH, own | {"properties": rows.graph}),
        *((text, own) for text in cypher.CLEAR),
        *_batches(cypher.CREATE_NODES, cypher.NODE_LISTS, _nodes(graph, rows)),
        *_batches(cypher.CREATE_LINKS, cypher.LINK_LISTS, _links(graph, rows)),
    ]


def _nodes(graph: PatientGraph, rows: GraphRows) -> Iterator[_Listed]:
    for entity, row in zip(graph.entities, rows.entities, strict=True):
        yield entity.kind, row
    for row in rows.evidence:
        yield cypher.EVIDENCE, row
    for row in rows.communities:
        yield cypher.COMMUNITIES, row
    for row in rows.instances:
        yield cypher.INSTANCES, row


def _links(graph: PatientGraph, rows: GraphRows) -> Iterator[_Listed]:
    """Draw relations, and what properties of nodes say as well, for queries by hand."""
    for relation, row in zip(graph.relations, rows.relations, strict=True):
        yield relation.kind, row
    name = graph.graph_id
    known = {community.id for community in graph.communities}
    for community in graph.communities:
        for member in dict.fromkeys(community.entities):
            yield cypher.MEMBERSHIPS, link_row(name, member, community.id)
        if community.parent is not None and community.parent in known:
            yield cypher.PARENTS, link_row(name, community.id, community.parent)
    for entity in graph.entities:
        for item in dict.fromkeys(entity.evidence):
            yield cypher.CITATIONS, link_row(name, entity.id, item)
    for edge, row in zip(graph.edges, rows.edges, strict=True):
        yield cypher.INSTANCE_TYPES[edge.kind], row
    for one in graph.instances:
        yield cypher.OWNERS, link_row(name, one.id, one.entity)


def _batches(
    text: LiteralString, lists: tuple[str, ...], rows: Iterable[_Listed]
) -> list[Statement]:
    """Fill message after message; a statement takes all its lists, also those without a row."""
    messages: list[dict[str, list[Row]]] = []
    count = size = 0
    for name, row in rows:
        needed = _size(row)
        if not messages or count == _ROWS or size + needed > _BYTES:
            messages.append({one: [] for one in lists})
            count = size = 0
        messages[-1][name].append(row)
        count, size = count + 1, size + needed
    return [(text, {**message}) for message in messages]


def _size(value: object) -> int:
    """Estimate the bytes of a value; text counts by characters, which is near enough."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    if isinstance(value, list):
        if value and isinstance(value[0], float):
            return len(value) * _NUMBER_BYTES
        return sum(map(_size, value))
    return _NUMBER_BYTES
