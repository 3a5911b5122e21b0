"""What was found in a patient's graph, as dated statements with the places that hold them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.ask.choosing import Choice
from clinical.body_parts import is_near, parts_in
from clinical.facts import Fact, TimeSpan
from kg.descriptions import interval, value
from kg.evidence import Evidence
from kg.graph import PatientGraph
from kg.property_graph import PropertyGraph

_PLACELESS = frozenset({"VITAL_SIGN", "MEDICATION", "ALLERGY"})
"""Kinds that have no place in the body."""


@dataclass(frozen=True)
class Told:
    """One statement of the record about a node."""

    node: str
    name: str
    kind: str
    fact: Fact
    evidence: Evidence
    edge: str = ""

    @property
    def time(self) -> TimeSpan | None:
        """When it holds, else when it was written down."""
        return self.fact.time

    @property
    def earliest(self) -> str:
        """The beginning, for ordering; the unknown comes first."""
        return (self.time.earliest or self.time.latest or "") if self.time else ""

    def text(self) -> str:
        """Say it in words."""
        said, when = value(self.fact), interval(self.time)
        return f"{self.name}{f': {said}' if said else ''}{f' ({when})' if when else ''}"


def told_facts(
    graph: PatientGraph, view: PropertyGraph, nodes: Iterable[str], edges: Sequence[str]
) -> list[Told]:
    """Return the statements behind some nodes, in order of time and place."""
    evidence = {item.id: item for item in graph.evidence}
    found: dict[tuple[str, str, str], Told] = {}
    for node_id in nodes:
        node = view.nodes[node_id]
        if node.kind == "PATIENT":
            continue
        concepts = node.properties.get("concepts")
        own = concepts[0] if isinstance(concepts, tuple) and concepts else ""
        cited = dict.fromkeys(node.evidence)
        joined = [one for one in edges if node_id in _ends(view, one)]
        for edge_id in joined:
            cited.update(dict.fromkeys(view.edges[edge_id].evidence))
        for evidence_id in cited:
            item = evidence.get(evidence_id)
            for fact in item.facts if item else ():
                if item and fact.concept.id == own and _is_same(node.kind, node_id, fact):
                    key = (node_id, str(fact.source), fact.model_dump_json())
                    edge = next(
                        (one for one in joined if evidence_id in view.edges[one].evidence), ""
                    )
                    found[key] = Told(node_id, node.name, node.kind, fact, item, edge)
    return sorted(found.values(), key=lambda one: (one.earliest, str(one.fact.source)))


def _ends(view: PropertyGraph, edge_id: str) -> tuple[str, str]:
    edge = view.edges[edge_id]
    return edge.source, edge.target


def _is_same(kind: str, node_id: str, fact: Fact) -> bool:
    """Keep a relative's disease, an allergy and a drug of one name apart."""
    if (fact.kind == "allergy") != (kind == "ALLERGY"):
        return False
    return (fact.assertion == "family") == node_id.endswith(":family") or kind == "LAB_RESULT"


def chosen(
    told: Sequence[Told], choice: Choice, relative: str | None, by_status: bool = True
) -> list[Told]:
    """Keep the statements that the question means; of a named drug also those without a status.

    A disease of a relative is no answer about the patient, and the other way round.
    """
    kept = [one for one in told if _is_of(one, relative)]
    kept = [one for one in _once(kept) if _is_placed(one, choice)]
    said = [one for one in kept if one.fact.assertion != "hypothetical"]
    # Why a study was asked for, or what might come, is told only where nothing else is.
    kept = said or kept
    if choice.day is not None:
        day = choice.day
        kept = [one for one in kept if one.time is not None and one.time.overlaps(day)]
    if choice.statuses:
        told_so = [
            one for one in kept if one.kind != "MEDICATION" or one.fact.status in choice.statuses
        ]
        kept = told_so if told_so or by_status else kept
    return _selected(kept, choice)


def _is_of(told: Told, relative: str | None) -> bool:
    own = told.fact.assertion != "family"
    if relative is None:
        return own
    return not own and relative.removesuffix("s") in told.evidence.quote.lower()


def affirmed(told: Sequence[Told]) -> list[Told]:
    """Leave out what is denied or only supposed: a list is of what the patient has."""
    return [one for one in told if one.fact.assertion in ("present", "historical", "family")]


def _is_placed(told: Told, choice: Choice) -> bool:
    """Say whether a statement can be about the part and side of the body that is asked for."""
    if told.kind in _PLACELESS:
        return not (choice.at_home and told.kind == "VITAL_SIGN")
    held = parts_in(told.evidence.quote) | parts_in(told.name)
    if told.kind == "PROCEDURE" and choice.parts and not held:
        return False
    if choice.parts and held and not any(is_near(part, held) for part in choice.parts):
        return False
    return not choice.side or told.fact.laterality in (None, choice.side, "bilateral")


def _once(told: Sequence[Told]) -> list[Told]:
    """Say once what several places say alike."""
    found: dict[tuple[str, str], Told] = {}
    for one in told:
        found.setdefault((one.node, one.text()), one)
    return list(found.values())


def _selected(told: list[Told], choice: Choice) -> list[Told]:
    measured = [one for one in told if one.kind in ("LAB_RESULT", "VITAL_SIGN")]
    other = [one for one in told if one not in measured]
    for selector in choice.selectors:
        other = _of_list(other, selector)
    if choice.every or not choice.selectors:
        return [*measured, *other]
    by_name: dict[str, list[Told]] = {}
    for one in measured:
        by_name.setdefault(one.name, []).append(one)
    return [*(_of_values(values, choice) for values in by_name.values() if values), *other]


def _of_list(told: list[Told], selector: str) -> list[Told]:
    """Choose among drugs by the list they stand in; other things have no such lists."""
    drugs = [one for one in told if one.kind == "MEDICATION"]
    others = [one for one in told if one.kind != "MEDICATION"]
    if selector == "discharge":
        return others + [one for one in drugs if one.fact.status in ("discharge", "stopped")]
    if selector == "admission":
        return others + [one for one in drugs if one.fact.status == "home"]
    return told


def _of_values(values: list[Told], choice: Choice) -> Told:
    numbers = [one for one in values if one.fact.quantity is not None] or values

    def number(one: Told) -> float:
        return one.fact.quantity.value if one.fact.quantity else 0.0

    if "peak" in choice.selectors:
        return max(numbers, key=number)
    if "nadir" in choice.selectors:
        return min(numbers, key=number)
    if {"first", "admission"} & set(choice.selectors):
        return numbers[0]
    return numbers[-1]
