"""The statements that write a patient graph to Neo4j, in batches."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import LiteralString

from kg import cypher
from kg.graph import PatientGraph
from kg.neo4j_connection import Row, Statement
from kg.neo4j_rows import GraphRows, link_row

_ROWS = 500
_BYTES = 4_000_000
"""Rows of one message and their size: both ends hold a message in memory as a whole."""

_NUMBER_BYTES = 9


def writing(graph: PatientGraph, rows: GraphRows) -> list[Statement]:
    """Return what replaces the graph of this id, to be run in one transaction."""
    own: Row = {"graph_id": graph.graph_id}
    return [
        (cypher.SET_GRAPH, own | {"properties": rows.graph}),
        *((text, own) for text in cypher.CLEAR),
        *_by_kind(
            (cypher.CREATE_ENTITIES[entity.kind], row)
            for entity, row in zip(graph.entities, rows.entities, strict=True)
        ),
        *_batches(cypher.CREATE_EVIDENCE, rows.evidence),
        *_batches(cypher.CREATE_COMMUNITIES, rows.communities),
        *_by_kind(
            (cypher.CREATE_RELATIONS[relation.kind], row)
            for relation, row in zip(graph.relations, rows.relations, strict=True)
        ),
        *_links(graph),
    ]


def _links(graph: PatientGraph) -> Iterator[Statement]:
    """Draw what properties of nodes say as well, for queries by hand."""
    name = graph.graph_id
    known = {community.id for community in graph.communities}
    memberships = [
        link_row(name, member, community.id)
        for community in graph.communities
        for member in dict.fromkeys(community.entities)
    ]
    parents = [
        link_row(name, community.id, community.parent)
        for community in graph.communities
        if community.parent in known and community.parent is not None
    ]
    citations = [
        link_row(name, entity.id, item)
        for entity in graph.entities
        for item in dict.fromkeys(entity.evidence)
    ]
    yield from _batches(cypher.CREATE_MEMBERSHIPS, memberships)
    yield from _batches(cypher.CREATE_PARENTS, parents)
    yield from _batches(cypher.CREATE_CITATIONS, citations)


def _by_kind(rows: Iterable[tuple[LiteralString, Row]]) -> Iterator[Statement]:
    grouped: dict[LiteralString, list[Row]] = defaultdict(list)
    for text, row in rows:
        grouped[text].append(row)
    for text, of_kind in grouped.items():
        yield from _batches(text, of_kind)


def _batches(text: LiteralString, rows: list[Row]) -> Iterator[Statement]:
    batch: list[Row] = []
    size = 0
    for row in rows:
        needed = _size(row)
        if batch and (len(batch) == _ROWS or size + needed > _BYTES):
            yield text, {"rows": batch}
            batch, size = [], 0
        batch.append(row)
        size += needed
    if batch:
        yield text, {"rows": batch}


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
