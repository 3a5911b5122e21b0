"""Reads the conditions of a query: comparisons of properties with literal values."""

from kg.property_graph import Scalar
from tools.query.cursor import Cursor
from tools.query.pattern import Combination, Comparison, Operator, Predicate

_SIGNS: dict[str, Operator] = {
    "=": "=",
    "<>": "<>",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
}
_FOLDING = ("tolower", "lower")
_DEEPEST = 16
"""Brackets and negations inside each other."""


def read_predicate(cursor: Cursor, depth: int = 0) -> Predicate:
    """Read conditions joined by OR."""
    if depth > _DEEPEST:
        raise cursor.refused("the conditions are nested too deeply")
    parts = [_conjunction(cursor, depth)]
    while cursor.take("OR"):
        parts.append(_conjunction(cursor, depth))
    return parts[0] if len(parts) == 1 else Combination(operator="or", parts=tuple(parts))


def read_value(cursor: Cursor) -> Scalar:
    """Read a literal: a text, a number, or true and false."""
    negative = cursor.take_mark("-")
    token = cursor.literal()
    if token.kind == "number":
        number = float(token.text) if "." in token.text else int(token.text)
        return -number if negative else number
    if not negative and token.kind == "text":
        return token.text
    if not negative and token.kind == "word" and token.text.lower() in ("true", "false"):
        return token.text.lower() == "true"
    cursor.position -= 1
    raise cursor.refused(f"expected a literal value, found {token.text or 'the end'}")


def _conjunction(cursor: Cursor, depth: int) -> Predicate:
    parts = [_condition(cursor, depth)]
    while cursor.take("AND"):
        parts.append(_condition(cursor, depth))
    return parts[0] if len(parts) == 1 else Combination(operator="and", parts=tuple(parts))


def _condition(cursor: Cursor, depth: int) -> Predicate:
    if cursor.take("NOT"):
        if depth > _DEEPEST:
            raise cursor.refused("the conditions are nested too deeply")
        return Combination(operator="not", parts=(_condition(cursor, depth + 1),))
    if cursor.take_mark("("):
        inner = read_predicate(cursor, depth + 1)
        cursor.need_mark(")")
        return inner
    if cursor.token.kind in ("text", "number"):
        return _membership(cursor)
    variable, property_, folded = _property(cursor)
    return _comparison(cursor, variable, property_, folded)


def _membership(cursor: Cursor) -> Comparison:
    """Read `'x' IN n.list`."""
    value = read_value(cursor)
    cursor.need("IN")
    variable, property_, folded = _property(cursor)
    if folded:
        raise cursor.refused("a list has no lower case")
    return Comparison(variable=variable, property=property_, operator="HAS", value=value)


def _property(cursor: Cursor) -> tuple[str, str, bool]:
    word = cursor.name()
    folded = word.lower() in _FOLDING and cursor.at_mark("(")
    if cursor.at_mark("(") and not folded:
        raise cursor.refused(f"{word} is no function that may be called")
    if folded:
        cursor.need_mark("(")
        word = cursor.name()
    cursor.need_mark(".")
    property_ = cursor.name()
    if folded:
        cursor.need_mark(")")
    return word, property_, folded


def _comparison(cursor: Cursor, variable: str, property_: str, folded: bool) -> Comparison:
    operator = _operator(cursor)
    value: Scalar | None = None
    if operator == "IN":
        cursor.need_mark("[")
        values = cursor.listed(lambda: read_value(cursor))
        cursor.need_mark("]")
        if not all(isinstance(one, str) for one in values):
            raise cursor.refused("a list of values holds texts")
        value = tuple(str(one) for one in values)
    elif operator not in ("IS NULL", "IS NOT NULL"):
        value = _right_side(cursor)
    return Comparison(
        variable=variable, property=property_, operator=operator, value=value, folded=folded
    )


def _right_side(cursor: Cursor) -> Scalar:
    """Read the value, also as `toLower('x')`."""
    if cursor.at_word() and cursor.token.text.lower() in _FOLDING:
        cursor.name()
        cursor.need_mark("(")
        value = read_value(cursor)
        cursor.need_mark(")")
        return value.lower() if isinstance(value, str) else value
    return read_value(cursor)


def _operator(cursor: Cursor) -> Operator:
    if cursor.token.kind == "mark" and cursor.token.text in _SIGNS:
        return _SIGNS[cursor.literal().text]
    if cursor.take("CONTAINS"):
        return "CONTAINS"
    if cursor.take("IN"):
        return "IN"
    if cursor.take("STARTS"):
        cursor.need("WITH")
        return "STARTS WITH"
    if cursor.take("ENDS"):
        cursor.need("WITH")
        return "ENDS WITH"
    cursor.need("IS")
    negated = cursor.take("NOT")
    cursor.need("NULL")
    return "IS NOT NULL" if negated else "IS NULL"
