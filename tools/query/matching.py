"""Finds every way in which a pattern lies in a graph, by its edges, within a budget of steps."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kg.property_graph import GraphEdge, GraphNode, PropertyGraph
from tools.query.conditions import holds
from tools.query.pattern import Comparison, GraphQuery, NodePattern, Predicate, Step, comparisons
from tools.query.pattern import conjuncts as parts_of

MOST_TRIED = 400_000
"""Edges looked at before a search ends; a large graph takes a few tenths of a second for them."""

MOST_MATCHES = 20_000
"""Matches kept before rows are made of them."""

Bound = Mapping[str, tuple[str, ...]]
"""By variable: the id of a node, or the ids of the relations of a step."""


class Matches(NamedTuple):
    """What was found; `complete` is false where a limit ended the search."""

    found: tuple[Bound, ...]
    complete: bool


def match(graph: PropertyGraph, query: GraphQuery, most_tried: int = MOST_TRIED) -> Matches:
    """Find the matches of a checked query, each relation used once in each of them."""
    search = _Search(graph, query, most_tried)
    found: list[Bound] = []
    for one in search.run():
        found.append(one)
        if len(found) == MOST_MATCHES:
            return Matches(tuple(found), False)
    return Matches(tuple(found), not search.spent)


@dataclass
class _Search:
    graph: PropertyGraph
    query: GraphQuery
    budget: int
    spent: bool = False
    early: dict[str, list[Predicate]] = field(default_factory=dict)
    """Conditions on one variable alone, which are asked as soon as it is bound."""

    late: list[Predicate] = field(default_factory=list)

    def __post_init__(self) -> None:
        walks = {step.variable for step in self.query.steps if step.high > 1}
        for part in parts_of(self.query.where):
            variables = {one.variable for one in comparisons(part)}
            alone = len(variables) == 1 and not variables & walks
            if alone:
                self.early.setdefault(variables.pop(), []).append(part)
            else:
                self.late.append(part)

    def run(self) -> Iterator[Bound]:
        start = min(self.query.nodes, key=lambda one: (self._cost(one), one.variable))
        steps = _in_order(self.query, start.variable)
        for node in self._candidates(start):
            if self._fits(start, node):
                yield from self._extend({start.variable: (node.id,)}, frozenset(), steps, 0)

    def _cost(self, pattern: NodePattern) -> int:
        ids = self._ids(pattern.variable)
        if ids is not None:
            return len(ids)
        every = len(self.graph.nodes)
        cost = len(self.graph.by_kind.get(pattern.kind, ())) if pattern.kind else every
        return cost // 8 if pattern.variable in self.early else cost

    def _ids(self, variable: str) -> tuple[str, ...] | None:
        """Return the ids that a condition on the id or the name holds a node to."""
        for part in self.early.get(variable, ()):
            if not isinstance(part, Comparison) or part.folded:
                continue
            values = _values(part)
            if part.property == "entity_id" and values is not None:
                return tuple(sorted(set(values)))
            if part.property == "name" and values is not None:
                named = (one for name in set(values) for one in self.graph.by_name.get(name, ()))
                return tuple(sorted(named))
        return None

    def _candidates(self, pattern: NodePattern) -> Iterable[GraphNode]:
        ids = self._ids(pattern.variable)
        if ids is not None:
            return [self.graph.nodes[one] for one in ids if one in self.graph.nodes]
        if pattern.kind:
            return self.graph.by_kind.get(pattern.kind, ())
        return [self.graph.nodes[one] for one in sorted(self.graph.nodes)]

    def _fits(self, pattern: NodePattern, node: GraphNode) -> bool:
        if pattern.kind not in ("", node.kind):
            return False
        named = {pattern.variable: node.properties}
        return all(holds(part, named) for part in self.early.get(pattern.variable, ()))

    def _extend(
        self, bound: Bound, used: frozenset[str], steps: tuple[Step, ...], at: int
    ) -> Iterator[Bound]:
        if at == len(steps):
            if not self.late or self._holds_late(bound):
                yield bound
            return
        step = steps[at]
        forward = step.source in bound
        here, there = (step.source, step.target) if forward else (step.target, step.source)
        for walked, end in self._walks(step, bound[here][0], forward, used, ()):
            if there in bound:
                if bound[there][0] != end:
                    continue
            elif not self._fits(self._pattern(there), self.graph.nodes[end]):
                continue
            path = walked if forward else tuple(reversed(walked))
            longer = {**bound, there: (end,), step.variable: path}
            yield from self._extend(longer, used | set(walked), steps, at + 1)

    def _walks(
        self, step: Step, node: str, forward: bool, used: frozenset[str], walked: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], str]]:
        """Follow a step from one end; yield the relations gone along and the other end."""
        for edge in self.graph.around(node):
            self.budget -= 1
            if self.budget < 0:
                self.spent = True
                return
            if edge.id in used or edge.id in walked or not _runs(edge, step, node, forward):
                continue
            path = (*walked, edge.id)
            if len(path) >= step.low and (step.high > 1 or self._edge_fits(step, edge)):
                yield path, edge.other(node)
            if len(path) < step.high:
                yield from self._walks(step, edge.other(node), forward, used, path)

    def _edge_fits(self, step: Step, edge: GraphEdge) -> bool:
        named = {step.variable: edge.properties}
        return all(holds(part, named) for part in self.early.get(step.variable, ()))

    def _pattern(self, variable: str) -> NodePattern:
        return next(one for one in self.query.nodes if one.variable == variable)

    def _holds_late(self, bound: Bound) -> bool:
        named = {
            variable: self.graph.nodes[ids[0]].properties
            if variable in self.query.node_variables
            else self.graph.edges[ids[0]].properties
            for variable, ids in bound.items()
        }
        return all(holds(part, named) for part in self.late)


def _values(comparison: Comparison) -> tuple[str, ...] | None:
    """Return the texts that a property has to be one of, or None for any other condition."""
    if comparison.operator == "=" and isinstance(comparison.value, str):
        return (comparison.value,)
    if comparison.operator == "IN" and isinstance(comparison.value, tuple):
        return comparison.value
    return None


def _runs(edge: GraphEdge, step: Step, node: str, forward: bool) -> bool:
    """Say whether an edge is of the kind and direction of a step as seen from one end."""
    if step.kinds and edge.kind not in step.kinds:
        return False
    if step.direction == "both":
        return True
    leaves = (step.direction == "out") == forward
    return edge.source == node if leaves else edge.target == node


def _in_order(query: GraphQuery, start: str) -> tuple[Step, ...]:
    """Put the steps in an order in which each begins at a node that is known by then."""
    known, left, ordered = {start}, list(query.steps), list[Step]()
    while left:
        step = next((one for one in left if {one.source, one.target} <= known), None) or next(
            one for one in left if known & {one.source, one.target}
        )
        left.remove(step)
        ordered.append(step)
        known |= {step.source, step.target}
    return tuple(ordered)
