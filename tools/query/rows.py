"""Turns matches into rows: columns, aggregates, distinct, order, and the cut at the end.

The same code does this for every store, so that all of them return the same rows.
"""

from collections.abc import Iterable
from typing import TypeAlias

from pydantic import BaseModel

from kg.property_graph import PropertyGraph, Scalar
from tools.query.matching import Bound, Matches, match
from tools.query.pattern import Column, GraphQuery

Cell: TypeAlias = Scalar | None
Row: TypeAlias = tuple[Cell, ...]


class QueryResult(BaseModel, frozen=True):
    """Rows, and the part of the graph that they were made from."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    nodes: tuple[str, ...]
    """Ids of the nodes in any match, each once, in order of the matches."""

    edges: tuple[str, ...]
    complete: bool
    """False where a limit ended the search, so that there may be more."""


def run_query(graph: PropertyGraph, query: GraphQuery) -> QueryResult:
    """Run a checked query on a graph in memory."""
    return result_of(graph, query, match(graph, query))


def result_of(graph: PropertyGraph, query: GraphQuery, matches: Matches) -> QueryResult:
    """Make rows of matches, whoever found them."""
    found = sorted(matches.found, key=lambda bound: sorted(bound.items()))
    cells = [
        tuple(_cell(graph, query, column, bound) for column in query.columns) for bound in found
    ]
    rows = _aggregated(query, cells, len(found)) if _aggregates(query) else cells
    if query.distinct:
        rows = list(dict.fromkeys(rows))
    rows = _ordered(query, rows)
    cut = rows[query.skip : query.skip + query.limit]
    return QueryResult(
        columns=tuple(column.name for column in query.columns),
        rows=tuple(cut),
        nodes=_ids(found, query.node_variables),
        edges=_ids(found, query.step_variables),
        complete=matches.complete and query.skip + query.limit >= len(rows),
    )


def _ids(found: Iterable[Bound], variables: frozenset[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            one
            for bound in found
            for variable in sorted(variables & bound.keys())
            for one in bound[variable]
        )
    )


def _cell(graph: PropertyGraph, query: GraphQuery, column: Column, bound: Bound) -> Cell:
    if not column.variable:
        return None
    ids = bound[column.variable]
    is_node = column.variable in query.node_variables
    if not column.property:
        return ids[0] if is_node else ids
    owner = graph.nodes[ids[0]].properties if is_node else graph.edges[ids[0]].properties
    return owner.get(column.property)


def _aggregates(query: GraphQuery) -> bool:
    return any(column.function for column in query.columns)


def _aggregated(query: GraphQuery, cells: list[Row], matched: int) -> list[Row]:
    """Group by the columns that are no aggregates, as Cypher does."""
    plain = [at for at, column in enumerate(query.columns) if not column.function]
    groups: dict[Row, list[Row]] = {}
    for row in cells:
        groups.setdefault(tuple(row[at] for at in plain), []).append(row)
    if not plain and not matched:
        groups[()] = []
    return [
        tuple(
            _aggregate(column, [row[at] for row in rows]) if column.function else rows[0][at]
            for at, column in enumerate(query.columns)
        )
        for rows in groups.values()
    ]


def _aggregate(column: Column, values: list[Cell]) -> Cell:
    if column.function == "count" and not column.variable:
        return len(values)
    known = [value for value in values if value is not None]
    if column.distinct:
        known = list(dict.fromkeys(known))
    if column.function == "count":
        return len(known)
    if column.function == "collect":
        return tuple(str(value) for value in known)
    if not known:
        return None
    return min(known, key=_rank) if column.function == "min" else max(known, key=_rank)


def _ordered(query: GraphQuery, rows: list[Row]) -> list[Row]:
    names = [column.name for column in query.columns]
    ordered = list(rows)
    for key in reversed(query.order):
        at = names.index(key.column)
        ordered.sort(key=lambda row: _rank(row[at]), reverse=key.descending)
    return ordered


def _rank(value: Cell) -> tuple[int, float, str, tuple[str, ...]]:
    """Order values of one column: numbers, texts, lists, and last what is missing."""
    if value is None:
        return (3, 0.0, "", ())
    if isinstance(value, tuple):
        return (2, 0.0, "", value)
    if isinstance(value, str):
        return (1, 0.0, value, ())
    return (0, float(value), "", ())
