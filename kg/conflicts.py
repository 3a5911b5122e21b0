"""Where the chart disagrees with itself: kept, listed, never overwritten."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeAlias

from clinical.facts import Fact
from kg.descriptions import amount, interval
from kg.graph import EntityKind
from kg.nodes import NodeDraft

_Said: TypeAlias = tuple[str, str] | None
"""What a fact says of one attribute, after the terms in which it says it."""

_Read: TypeAlias = Callable[[Fact], _Said]


def find_conflicts(nodes: Iterable[NodeDraft]) -> tuple[str, ...]:
    """List statements about one entity that cannot all be true at their time."""
    nodes = list(nodes)
    found = [line for node in nodes for line in _of_entity(node)]
    found.extend(_results(nodes))
    found.extend(_allergies(nodes))
    return tuple(sorted(dict.fromkeys(found)))


def _of_entity(node: NodeDraft) -> list[str]:
    if node.kind == "PATIENT":
        return [
            f"patient: {name} is given as {' and as '.join(values.split('; '))}"
            for name, values in node.attributes.items()
            if "; " in values and name in {"sex", "gender", "race", "date of birth"}
        ]
    return [
        f"{node.kind} {node.name}: {name} is {' and '.join(values)}{_at(facts[0])}"
        for name, read in _CHECKS.get(node.kind, _OF_ALL).items()
        for facts in _same_moment(node.facts)
        for values in _incompatible(facts, read)
    ]


def _presence(fact: Fact) -> _Said:
    """Presence in one place (side, body site) says nothing about another."""
    place = f"{fact.laterality or ''}:{fact.site or ''}:{fact.study or ''}"
    return (place, fact.assertion) if fact.assertion in {"present", "absent"} else None


def _side(fact: Fact) -> _Said:
    sided = fact.laterality in {"left", "right"} and fact.assertion == "present"
    return ("", str(fact.laterality)) if sided else None


def _amount(fact: Fact) -> _Said:
    """Amounts in different units (tablets and milligrams) cannot be told to differ."""
    return (fact.quantity.unit, amount(fact.quantity)) if fact.quantity else None


def _listed_dose(fact: Fact) -> _Said:
    """A list names one dose a drug; orders of a stay may well run side by side."""
    return _amount(fact) if fact.status in {"home", "discharge"} else None


def _reading(fact: Fact) -> _Said:
    """Read a vital sign of one minute; it changes within a day, and sizes are of many things."""
    named = fact.concept.id.startswith("vital:")
    return _amount(fact) if named and _exact(fact) else None


_OF_ALL: dict[str, _Read] = {"assertion": _presence}
_CHECKS: dict[EntityKind, dict[str, _Read]] = {
    "DIAGNOSIS": {"assertion": _presence, "side": _side},
    "PROCEDURE": {"assertion": _presence, "side": _side},
    "MEDICATION": {"assertion": _presence, "dose": _listed_dose},
    "VITAL_SIGN": {"value": _reading},
    "LAB_RESULT": {},
    "LAB_TEST": {},
}


def _same_moment(facts: list[Fact]) -> list[list[Fact]]:
    """Group facts of one exact time and status; facts without a time can always both be true."""
    groups: dict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        time = fact.time
        if time and time.earliest and time.latest:
            groups[(time.earliest, time.latest, fact.status or "")].append(fact)
    return list(groups.values())


def _incompatible(facts: list[Fact], read: _Read) -> list[list[str]]:
    """Return the sets of more than one value that were said in comparable terms."""
    said: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        term = read(fact)
        if term is not None:
            said[term[0]].add(term[1])
    return [sorted(values) for _, values in sorted(said.items()) if len(values) > 1]


def _at(fact: Fact) -> str:
    when = interval(fact.time)
    return f" ({when})" if when else ""


def _results(nodes: list[NodeDraft]) -> list[str]:
    """Compare results of one test at one minute; a day may hold several true values."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for node in nodes:
        for fact in node.facts:
            if node.kind == "LAB_RESULT" and fact.quantity and _exact(fact):
                groups[(fact.concept.id, f"{fact.study}:{fact.site}:{interval(fact.time)}")].append(
                    fact
                )
    return [
        f"LAB_RESULT {facts[0].concept.name}: value is {' and '.join(values)}{_at(facts[0])}"
        for facts in groups.values()
        for values in _incompatible(facts, _amount)
    ]


def _exact(fact: Fact) -> bool:
    time = fact.time
    return time is not None and time.precision == "minute" and time.earliest == time.latest


def _allergies(nodes: list[NodeDraft]) -> list[str]:
    listed = [
        node.name
        for node in nodes
        if node.kind == "ALLERGY" and any(fact.assertion == "present" for fact in node.facts)
    ]
    denied = [
        node.name
        for node in nodes
        if node.kind == "ALLERGY" and any(_denies_all(fact) for fact in node.facts)
    ]
    if listed and denied:
        names = ", ".join(sorted(listed))
        return [f"ALLERGY: {', '.join(sorted(denied))} is denied beside {names}"]
    return []


def _denies_all(fact: Fact) -> bool:
    return fact.assertion == "absent" and fact.concept.id == "allergy:any"
