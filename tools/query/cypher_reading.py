"""Reads the part of Cypher that can only ask: `MATCH`, `WHERE`, `RETURN`, `ORDER BY`, `LIMIT`.

It is a parser, not a list of forbidden words: what it has no rule for is refused, and the text
itself never reaches a database. The query that was read is checked and written out anew.
"""

from dataclasses import dataclass, field

from tools.query.cursor import Cursor
from tools.query.pattern import (
    LONGEST_WALK,
    MOST_ROWS,
    Column,
    Comparison,
    Direction,
    Function,
    GraphQuery,
    NodePattern,
    Predicate,
    SortKey,
    Step,
    together,
)
from tools.query.predicate_reading import read_predicate, read_value

FUNCTIONS: dict[str, Function] = {
    "count": "count",
    "min": "min",
    "max": "max",
    "collect": "collect",
}
BINDING = "graph_id"
"""`{graph_id: $graph_id}` is taken as what holds anyway; no other value can be given."""


def read_cypher(text: str) -> GraphQuery:
    """Read a query, or raise `CypherRefusedError`."""
    return _Reader(Cursor(text)).query()


@dataclass
class _Reader:
    cursor: Cursor
    nodes: dict[str, NodePattern] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    where: list[Predicate] = field(default_factory=list)

    def query(self) -> GraphQuery:
        cursor = self.cursor
        cursor.need("MATCH")
        self._match()
        while cursor.take("MATCH"):
            self._match()
        cursor.need("RETURN")
        distinct = cursor.take("DISTINCT")
        columns = cursor.listed(self._column)
        order = self._order(columns)
        skip = cursor.integer() if cursor.take("SKIP") else 0
        limit = cursor.integer() if cursor.take("LIMIT") else MOST_ROWS
        cursor.need_end()
        return GraphQuery(
            nodes=tuple(self.nodes.values()),
            steps=tuple(self.steps),
            where=together(*self.where),
            columns=tuple(columns),
            distinct=distinct,
            order=order,
            skip=skip,
            limit=limit,
        )

    def _match(self) -> None:
        self.cursor.listed(self._path)
        if self.cursor.take("WHERE"):
            self.where.append(read_predicate(self.cursor))

    def _path(self) -> None:
        source = self._node()
        while self.cursor.at_mark("-", "<"):
            incoming = self.cursor.take_mark("<")
            self.cursor.need_mark("-")
            step = self._relation()
            self.cursor.need_mark("-")
            outgoing = self.cursor.take_mark(">")
            if incoming and outgoing:
                raise self.cursor.refused("a relation cannot lead both ways")
            direction: Direction = "in" if incoming else "out" if outgoing else "both"
            target = self._node()
            update = {"source": source, "target": target, "direction": direction}
            self.steps.append(step.model_copy(update=update))
            source = target

    def _node(self) -> str:
        cursor = self.cursor
        cursor.need_mark("(")
        variable = self._variable("n")
        kind = cursor.name() if cursor.take_mark(":") else ""
        if cursor.at_mark(":"):
            raise cursor.refused("a node has one label")
        known = self.nodes.get(variable)
        if known is not None and kind and known.kind not in ("", kind):
            raise cursor.refused(f"{variable} cannot be {known.kind} and {kind}")
        self.nodes[variable] = NodePattern(
            variable=variable, kind=kind or (known.kind if known else "")
        )
        self._properties(variable)
        cursor.need_mark(")")
        return variable

    def _relation(self) -> Step:
        cursor = self.cursor
        if not cursor.take_mark("["):
            return Step(variable=self._unnamed("r"), source="", target="")
        variable = self._variable("r")
        if variable in self.nodes or any(step.variable == variable for step in self.steps):
            raise cursor.refused(f"{variable} is named twice")
        kinds = self._kinds() if cursor.take_mark(":") else ()
        low, high = self._length() if cursor.take_mark("*") else (1, 1)
        self._properties(variable)
        cursor.need_mark("]")
        return Step(variable=variable, source="", target="", kinds=kinds, low=low, high=high)

    def _kinds(self) -> tuple[str, ...]:
        kinds = [self.cursor.name()]
        while self.cursor.take_mark("|"):
            self.cursor.take_mark(":")
            kinds.append(self.cursor.name())
        return tuple(kinds)

    def _length(self) -> tuple[int, int]:
        cursor = self.cursor
        low = cursor.integer() if cursor.at_number() else None
        if not cursor.take_mark(".."):
            if low is None:
                raise cursor.refused("a path needs an end, such as *1..3")
            return low, low
        if not cursor.at_number():
            raise cursor.refused(f"a path needs an end of at most {LONGEST_WALK}, such as *1..3")
        return (1 if low is None else low), cursor.integer()

    def _variable(self, prefix: str) -> str:
        return self.cursor.name() if self.cursor.at_word() else self._unnamed(prefix)

    def _unnamed(self, prefix: str) -> str:
        """Name what the text leaves without a name; such a name cannot be written by hand."""
        return f"{prefix}#{len(self.nodes) + len(self.steps)}"

    def _properties(self, variable: str) -> None:
        cursor = self.cursor
        if cursor.take_mark("{"):
            cursor.listed(lambda: self._property(variable))
            cursor.need_mark("}")

    def _property(self, variable: str) -> None:
        cursor = self.cursor
        name = cursor.name()
        cursor.need_mark(":")
        if name == BINDING:
            if cursor.parameter() != f"${BINDING}":
                raise cursor.refused(f"{BINDING} can only be ${BINDING}: a query has one graph")
            return
        value = read_value(cursor)
        self.where.append(Comparison(variable=variable, property=name, operator="=", value=value))

    def _column(self) -> Column:
        cursor = self.cursor
        start = cursor.position
        word = cursor.name()
        function = FUNCTIONS.get(word.lower()) if cursor.at_mark("(") else None
        if function is None:
            if cursor.at_mark("("):
                raise cursor.refused(f"{word} is no function that may be called")
            property_ = cursor.name() if cursor.take_mark(".") else ""
            column = Column(name="", variable=word, property=property_)
        else:
            column = self._aggregate(function)
        name = cursor.name() if cursor.take("AS") else cursor.text_from(start)
        return column.model_copy(update={"name": name})

    def _aggregate(self, function: Function) -> Column:
        cursor = self.cursor
        cursor.need_mark("(")
        if function == "count" and cursor.take_mark("*"):
            cursor.need_mark(")")
            return Column(name="", function=function)
        distinct = cursor.take("DISTINCT")
        variable = cursor.name()
        property_ = cursor.name() if cursor.take_mark(".") else ""
        cursor.need_mark(")")
        return Column(
            name="", variable=variable, property=property_, function=function, distinct=distinct
        )

    def _order(self, columns: list[Column]) -> tuple[SortKey, ...]:
        if not self.cursor.take("ORDER"):
            return ()
        self.cursor.need("BY")
        return tuple(self.cursor.listed(lambda: self._sort_key(columns)))

    def _sort_key(self, columns: list[Column]) -> SortKey:
        cursor = self.cursor
        start = cursor.position
        cursor.name()
        if cursor.take_mark("."):
            cursor.name()
        written = cursor.text_from(start)
        column = next(
            (
                one.name
                for one in columns
                if written in (one.name, f"{one.variable}.{one.property}", one.variable)
            ),
            None,
        )
        if column is None:
            raise cursor.refused(f"rows are sorted by what they return, which {written} is not")
        descending = cursor.take("DESC") or cursor.take("DESCENDING")
        if not descending and not cursor.take("ASC"):
            cursor.take("ASCENDING")
        return SortKey(column=column, descending=descending)
