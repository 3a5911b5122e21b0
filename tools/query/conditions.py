"""Says whether a condition holds, with the three truth values of Cypher: true, false, unknown."""

from collections.abc import Callable, Mapping

from kg.property_graph import Scalar
from tools.query.pattern import Combination, Comparison, Predicate

Named = Mapping[str, Mapping[str, Scalar]]
"""The properties of each variable."""


def holds(predicate: Predicate, named: Named) -> bool:
    """Say whether a condition is true; what is unknown is not."""
    return _truth(predicate, named) is True


def _truth(predicate: Predicate, named: Named) -> bool | None:
    if isinstance(predicate, Comparison):
        return _compared(predicate, named[predicate.variable].get(predicate.property))
    return _combined(predicate, [_truth(part, named) for part in predicate.parts])


def _combined(combination: Combination, truths: list[bool | None]) -> bool | None:
    if combination.operator == "not":
        return None if truths[0] is None else not truths[0]
    decisive = combination.operator == "or"
    if decisive in truths:
        return decisive
    return None if None in truths else not decisive


_WORDED: Mapping[str, Callable[[str, str], bool]] = {
    "CONTAINS": lambda held, wanted: wanted in held,
    "STARTS WITH": lambda held, wanted: held.startswith(wanted),
    "ENDS WITH": lambda held, wanted: held.endswith(wanted),
    "=": lambda held, wanted: held == wanted,
    "<>": lambda held, wanted: held != wanted,
    "<": lambda held, wanted: held < wanted,
    "<=": lambda held, wanted: held <= wanted,
    ">": lambda held, wanted: held > wanted,
    ">=": lambda held, wanted: held >= wanted,
}
_NUMERIC: Mapping[str, Callable[[float, float], bool]] = {
    "=": lambda held, wanted: held == wanted,
    "<>": lambda held, wanted: held != wanted,
    "<": lambda held, wanted: held < wanted,
    "<=": lambda held, wanted: held <= wanted,
    ">": lambda held, wanted: held > wanted,
    ">=": lambda held, wanted: held >= wanted,
}


def _compared(comparison: Comparison, held: Scalar | None) -> bool | None:
    operator, wanted = comparison.operator, comparison.value
    if operator in ("IS NULL", "IS NOT NULL"):
        return (held is None) == (operator == "IS NULL")
    if held is None or wanted is None:
        return None
    if operator == "HAS":
        return isinstance(held, tuple) and wanted in held
    if isinstance(held, str) and isinstance(wanted, (str, tuple)):
        return _of_texts(comparison, held.lower() if comparison.folded else held, wanted)
    if isinstance(held, (int, float)) and isinstance(wanted, (int, float)):
        return _NUMERIC[operator](held, wanted)
    return None


def _of_texts(comparison: Comparison, held: str, wanted: str | tuple[str, ...]) -> bool:
    if isinstance(wanted, tuple):
        known = [one.lower() for one in wanted] if comparison.folded else wanted
        return held in known
    return _WORDED[comparison.operator](held, wanted.lower() if comparison.folded else wanted)
