"""Writes a checked query as portable Cypher that finds matches in one graph and nothing else.

Every node of the pattern, also those inside a path, is held to `$graph_id`; values travel as
parameters; labels, relations and properties are names that the schema knows.
"""

from dataclasses import dataclass, field
from itertools import product

from kg.graph_schema import GraphSchema
from kg.property_graph import Scalar
from tools.query.matching import MOST_MATCHES
from tools.query.pattern import Combination, Comparison, GraphQuery, NodePattern, Predicate, Step

_NODE, _RELATION = "node", "relation"


@dataclass
class WrittenQuery:
    """One statement with its parameters, and which of its columns is which variable."""

    text: str
    parameters: dict[str, object]
    nodes: dict[str, str]
    """Column by node variable."""

    steps: dict[str, tuple[str, ...]]
    """Columns by step variable: one for each relation of a path."""


def write_cypher(query: GraphQuery, schema: GraphSchema, graph_id: str) -> list[WrittenQuery]:
    """Write one statement for each combination of path lengths."""
    lengths = [range(step.low, step.high + 1) for step in query.steps]
    return [_Writer(query, schema, graph_id).write(chosen) for chosen in product(*lengths)]


@dataclass
class _Writer:
    query: GraphQuery
    schema: GraphSchema
    graph_id: str
    parameters: dict[str, object] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def write(self, lengths: tuple[int, ...]) -> WrittenQuery:
        self.parameters["graph_id"] = self.graph_id
        for number, node in enumerate(self.query.nodes):
            self.names[node.variable] = f"n{number}"
        steps = {
            step.variable: tuple(f"r{number}_{part}" for part in range(length))
            for number, (step, length) in enumerate(zip(self.query.steps, lengths, strict=True))
        }
        self.names.update({variable: names[0] for variable, names in steps.items()})
        patterns = [self._node(node) for node in self.query.nodes]
        patterns += [
            self._path(step, steps[step.variable], number)
            for number, step in enumerate(self.query.steps)
        ]
        nodes = {node.variable: self.names[node.variable] for node in self.query.nodes}
        where = f"\nWHERE {self._predicate(self.query.where)}" if self.query.where else ""
        relations = [name for names in steps.values() for name in names]
        returned = [self._returned(name, _NODE) for name in nodes.values()]
        returned += [self._returned(name, _RELATION) for name in relations]
        order = [f"{name}.entity_id" for name in nodes.values()]
        order += [f"{name}.relation_id" for name in relations]
        text = (
            f"MATCH {', '.join(patterns)}{where}\nRETURN {', '.join(returned)}\n"
            f"ORDER BY {', '.join(order)}\nLIMIT {MOST_MATCHES + 1}"
        )
        return WrittenQuery(text, self.parameters, nodes, steps)

    def _returned(self, name: str, what: str) -> str:
        """Return the properties that the schema knows; a node also holds vectors."""
        known = self.schema.relation_properties if what == _RELATION else _known(self.schema)
        listed = ", ".join(f".{one}" for one in (*known, "evidence"))
        kind = f", type({name}) AS {name}_kind" if what == _RELATION else ""
        return f"{name} {{{listed}}} AS {name}_held{kind}"

    def _node(self, node: NodePattern) -> str:
        return self._bound(self.names[node.variable], node.kind)

    def _bound(self, name: str, kind: str) -> str:
        labels = f":{self.schema.label}" + (f":{kind}" if kind else "")
        return f"({name}{labels} {{graph_id: $graph_id}})"

    def _path(self, step: Step, names: tuple[str, ...], number: int) -> str:
        kinds = "|".join(step.kinds or self.schema.relations)
        left = "<-" if step.direction == "in" else "-"
        right = "->" if step.direction == "out" else "-"
        path = f"({self.names[step.source]})"
        for part, name in enumerate(names):
            last = part == len(names) - 1
            end = f"({self.names[step.target]})" if last else self._bound(f"m{number}_{part}", "")
            path += f"{left}[{name}:{kinds}]{right}{end}"
        return path

    def _predicate(self, predicate: Predicate) -> str:
        if isinstance(predicate, Comparison):
            return self._comparison(predicate)
        return self._combination(predicate)

    def _combination(self, combination: Combination) -> str:
        parts = [f"({self._predicate(part)})" for part in combination.parts]
        if combination.operator == "not":
            return f"NOT {parts[0]}"
        return f" {combination.operator.upper()} ".join(parts)

    def _comparison(self, one: Comparison) -> str:
        left = f"{self.names[one.variable]}.{one.property}"
        if one.operator in ("IS NULL", "IS NOT NULL"):
            return f"{left} {one.operator}"
        if one.operator == "HAS":
            return f"{self._value(one.value)} IN {left}"
        value = one.value
        if one.folded:
            left = f"toLower({left})"
            value = value.lower() if isinstance(value, str) else _lower(value)
        return f"{left} {one.operator} {self._value(value)}"

    def _value(self, value: Scalar | None) -> str:
        name = f"v{len(self.parameters)}"
        self.parameters[name] = list(value) if isinstance(value, tuple) else value
        return f"${name}"


def _lower(value: Scalar | None) -> Scalar | None:
    return tuple(one.lower() for one in value) if isinstance(value, tuple) else value


def _known(schema: GraphSchema) -> tuple[str, ...]:
    own = [name for known in schema.own_properties.values() for name in known]
    return tuple(dict.fromkeys([*schema.node_properties, *own]))
