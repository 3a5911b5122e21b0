"""A question to a graph as data: what to match, which conditions hold, what to return.

A query names no graph: whoever runs it binds it to one, and no part of it can choose another.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from kg.property_graph import Scalar

Direction = Literal["out", "in", "both"]
Operator = Literal[
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "CONTAINS",
    "STARTS WITH",
    "ENDS WITH",
    "IN",
    "HAS",
    "IS NULL",
    "IS NOT NULL",
]
"""`HAS` asks whether a list property holds a text; Cypher writes it `'x' IN n.p`."""

Function = Literal["", "count", "min", "max", "collect"]

LONGEST_WALK = 4
"""Relations that one step may stand for (second paper, 2.3.2.1: depth 2, 3 or 4)."""

MOST_ROWS = 1000
"""Rows that a query may ask for."""


class NodePattern(BaseModel, frozen=True):
    """A node to find; an empty kind is any kind."""

    variable: str
    kind: str = ""


class Step(BaseModel, frozen=True):
    """A relation to find between two nodes, or a walk of several.

    The direction is that of the relations as seen from `source`.
    """

    variable: str
    source: str
    target: str
    kinds: tuple[str, ...] = ()
    direction: Direction = "out"
    low: int = 1
    high: int = 1


class Comparison(BaseModel, frozen=True):
    """A condition on one property."""

    variable: str
    property: str
    operator: Operator
    value: Scalar | None = None
    folded: bool = False
    """Both sides are compared in lower case."""


class Combination(BaseModel, frozen=True):
    """Conditions joined; `not` takes one."""

    operator: Literal["and", "or", "not"]
    parts: tuple[Comparison | Combination, ...]


Predicate = Comparison | Combination


class Column(BaseModel, frozen=True):
    """What a row returns: a variable, a property of it, or an aggregate over all matches."""

    name: str
    variable: str = ""
    """Empty only in `count(*)`."""

    property: str = ""
    function: Function = ""
    distinct: bool = False
    """The aggregate counts or collects each value once."""


class SortKey(BaseModel, frozen=True):
    """A column that rows are sorted by; rows without a value come last, or first if descending."""

    column: str
    descending: bool = False


class GraphQuery(BaseModel, frozen=True):
    """One question to one graph."""

    nodes: tuple[NodePattern, ...]
    steps: tuple[Step, ...] = ()
    where: Predicate | None = None
    columns: tuple[Column, ...]
    distinct: bool = False
    order: tuple[SortKey, ...] = ()
    skip: int = 0
    limit: int = MOST_ROWS

    def kind_of(self, variable: str) -> str:
        """Return the kind that a node variable is held to, or an empty string."""
        return next((node.kind for node in self.nodes if node.variable == variable), "")

    @property
    def node_variables(self) -> frozenset[str]:
        """Names of all nodes."""
        return frozenset(node.variable for node in self.nodes)

    @property
    def step_variables(self) -> frozenset[str]:
        """Names of all relations."""
        return frozenset(step.variable for step in self.steps)


def conjuncts(predicate: Predicate | None) -> tuple[Predicate, ...]:
    """Split a condition into parts that must all hold."""
    if predicate is None:
        return ()
    if isinstance(predicate, Combination) and predicate.operator == "and":
        return tuple(part for inner in predicate.parts for part in conjuncts(inner))
    return (predicate,)


def comparisons(predicate: Predicate | None) -> tuple[Comparison, ...]:
    """Return every comparison inside a condition."""
    if predicate is None:
        return ()
    if isinstance(predicate, Comparison):
        return (predicate,)
    return tuple(one for part in predicate.parts for one in comparisons(part))


def together(*parts: Predicate | None) -> Predicate | None:
    """Join conditions that must all hold."""
    given = tuple(one for part in parts for one in conjuncts(part))
    if len(given) < 2:
        return given[0] if given else None
    return Combination(operator="and", parts=given)
