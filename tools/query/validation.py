"""Checks a query against the schema of the graph before it runs: right in form is not right.

Every fault is told with what would be right, so that whoever drafted the query can mend it.
"""

from collections.abc import Iterator

from kg.graph_schema import GraphSchema, PropertyType, RelationShape
from tools.query.lexing import CypherRefusedError
from tools.query.pattern import (
    LONGEST_WALK,
    MOST_ROWS,
    Column,
    Comparison,
    GraphQuery,
    Step,
    comparisons,
)

MOST_NODES = 8
"""Nodes in one pattern; a question that needs more is several questions."""

MOST_COLUMNS = 16
MOST_SKIPPED = 10_000

_ORDERED = frozenset({"<", "<=", ">", ">="})
_WORDED = frozenset({"CONTAINS", "STARTS WITH", "ENDS WITH"})


def checked(query: GraphQuery, schema: GraphSchema) -> GraphQuery:
    """Return the query, or raise `CypherRefusedError` with all that is wrong with it."""
    query = _without_general_label(query, schema)
    faults = list(faults_of(query, schema))
    if faults:
        raise CypherRefusedError("; ".join(faults))
    return query


def _without_general_label(query: GraphQuery, schema: GraphSchema) -> GraphQuery:
    """Take the label that every node has for what it says: any node."""
    nodes = tuple(
        node.model_copy(update={"kind": ""}) if node.kind == schema.label else node
        for node in query.nodes
    )
    return query.model_copy(update={"nodes": nodes})


def faults_of(query: GraphQuery, schema: GraphSchema) -> Iterator[str]:
    """Name everything that the graph cannot mean by a query."""
    yield from _of_labels(query, schema)
    for step in query.steps:
        yield from _of_step(query, step, schema)
    yield from _of_size(query)
    for comparison in comparisons(query.where):
        yield from _of_comparison(query, comparison, schema)
    yield from _of_columns(query, schema)


def _of_labels(query: GraphQuery, schema: GraphSchema) -> Iterator[str]:
    for node in query.nodes:
        if node.kind and node.kind not in schema.kinds:
            yield f"no label {node.kind}; the labels are {', '.join(schema.kinds)}"


def _of_step(query: GraphQuery, step: Step, schema: GraphSchema) -> Iterator[str]:
    unknown = [kind for kind in step.kinds if kind not in schema.relations]
    for kind in unknown:
        yield f"no relation {kind}; the relations are {', '.join(schema.relations)}"
    if not 1 <= step.low <= step.high <= LONGEST_WALK:
        yield f"a path has 1 to {LONGEST_WALK} relations, not {step.low} to {step.high}"
    if unknown or step.high > 1:
        return
    source, target = query.kind_of(step.source), query.kind_of(step.target)
    for kind in step.kinds:
        yield from _of_ends(kind, source, target, step, schema)
    if not step.kinds and not any(
        _leads(shape, source, target, step.direction) for shape in schema.relations.values()
    ):
        yield f"no relation joins {source} and {target}"


def _of_ends(kind: str, source: str, target: str, step: Step, schema: GraphSchema) -> Iterator[str]:
    shape = schema.relations[kind]
    if _leads(shape, source, target, step.direction):
        return
    right = f"{'|'.join(sorted(shape.sources))} to {'|'.join(sorted(shape.targets))}"
    way = "against" if _leads(shape, source, target, "both") else "not between"
    ends = f"{source or 'any node'} and {target or 'any node'}"
    told = "its direction" if way == "against" else ends
    yield f"{kind} leads from {right}: the query goes {way} {told}"


def _leads(shape: RelationShape, source: str, target: str, direction: str) -> bool:
    forward = source in ("", *shape.sources) and target in ("", *shape.targets)
    backward = source in ("", *shape.targets) and target in ("", *shape.sources)
    return (forward and direction != "in") or (backward and direction != "out")


def _of_size(query: GraphQuery) -> Iterator[str]:
    if len(query.nodes) > MOST_NODES:
        yield f"a pattern has at most {MOST_NODES} nodes, not {len(query.nodes)}"
    if len(query.columns) > MOST_COLUMNS:
        yield f"a row has at most {MOST_COLUMNS} columns"
    if not 1 <= query.limit <= MOST_ROWS:
        yield f"LIMIT is 1 to {MOST_ROWS}, not {query.limit}"
    if query.skip > MOST_SKIPPED:
        yield f"SKIP is at most {MOST_SKIPPED}"
    if len(_joined(query)) < len(query.nodes):
        yield "the pattern falls apart: every node must be joined to the others by relations"
    if sum(step.high for step in query.steps) > MOST_NODES:
        yield f"the paths of a pattern have at most {MOST_NODES} relations together"


def _joined(query: GraphQuery) -> set[str]:
    """Return the nodes that can be reached from the first one."""
    reached = {query.nodes[0].variable} if query.nodes else set()
    for _ in query.steps:
        for step in query.steps:
            if reached & {step.source, step.target}:
                reached |= {step.source, step.target}
    return reached


def _kinds_of(query: GraphQuery, variable: str, schema: GraphSchema) -> tuple[str, ...]:
    """Return the kinds that a node can be of: its own, else those that its relations allow."""
    own = query.kind_of(variable)
    kinds = [own] if own in schema.kinds else list(schema.kinds)
    for step in query.steps:
        if step.high > 1 or variable not in (step.source, step.target):
            continue
        ends: set[str] = set()
        for name in step.kinds or schema.relations:
            shape = schema.relations.get(name)
            if shape is not None:
                first = (variable == step.source) == (step.direction != "in")
                ends |= shape.sources if first or step.direction == "both" else set()
                ends |= shape.targets if not first or step.direction == "both" else set()
        kinds = [kind for kind in kinds if kind in ends]
    return tuple(kinds) or schema.kinds


def _common(kinds: tuple[str, ...], schema: GraphSchema) -> dict[str, PropertyType]:
    """Return the properties that nodes of all these kinds have."""
    known = [schema.properties_of(kind) for kind in kinds]
    return {name: type_ for name, type_ in known[0].items() if all(name in one for one in known)}


def _type_of(
    query: GraphQuery, variable: str, property_: str, schema: GraphSchema
) -> PropertyType | str:
    """Return the type of a property, or a fault, which holds a space."""
    if variable in query.node_variables:
        kinds = _kinds_of(query, variable, schema)
        known = _common(kinds, schema)
        owner = kinds[0] if len(kinds) == 1 else "a node without a label"
    elif variable in query.step_variables:
        known, owner = dict(schema.relation_properties), "a relation"
        if any(step.variable == variable and step.high > 1 for step in query.steps):
            return f"{variable} is a path and has no properties"
    else:
        return f"{variable} is not in the pattern"
    if property_ not in known:
        return f"{owner} has no property {property_}; it has {', '.join(known)}"
    return known[property_]


def _of_comparison(query: GraphQuery, comparison: Comparison, schema: GraphSchema) -> Iterator[str]:
    kind = _type_of(query, comparison.variable, comparison.property, schema)
    named = f"{comparison.variable}.{comparison.property}"
    operator, value = comparison.operator, comparison.value
    if " " in kind:
        yield kind
    elif operator in ("IS NULL", "IS NOT NULL"):
        return
    elif (operator == "HAS") != (kind == "texts"):
        yield (
            f"{named} is a list: write 'x' IN {named}"
            if kind == "texts"
            else (f"{named} is no list")
        )
    elif kind == "number":
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            yield f"{named} is a number, not {value!r}"
        elif operator in (_WORDED | {"IN"}) or comparison.folded:
            yield f"{named} is a number, which {operator} cannot compare"
    elif not (isinstance(value, tuple) if operator == "IN" else isinstance(value, str)):
        yield f"{named} is a text, not {value!r}"
    elif operator in _ORDERED and kind != "time":
        yield f"{named} is a text without order; only times and numbers can be compared by size"


def _of_columns(query: GraphQuery, schema: GraphSchema) -> Iterator[str]:
    names = [column.name for column in query.columns]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield f"two columns are named {name}"
    for column in query.columns:
        yield from _of_column(query, column, schema)


def _of_column(query: GraphQuery, column: Column, schema: GraphSchema) -> Iterator[str]:
    if not column.variable:
        return
    if column.property:
        kind = _type_of(query, column.variable, column.property, schema)
        if " " in kind:
            yield kind
        elif kind == "texts" and column.function in ("min", "max"):
            yield f"{column.variable}.{column.property} is a list without order"
    elif column.variable not in query.node_variables | query.step_variables:
        yield f"{column.variable} is not in the pattern"
    elif column.function in ("min", "max"):
        yield f"{column.function} takes a property"
