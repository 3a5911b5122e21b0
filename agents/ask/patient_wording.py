"""Words for what a patient's graph says: relations between findings, the person, yes and no."""

import re
from collections.abc import Sequence

from agents.ask.levels import level_lead
from agents.ask.patient_facts import Told
from agents.ask.reading import QuestionReading
from graph_state.asking import Found, GraphFact
from kg.property_graph import PropertyGraph

_RELATED = {
    "INDICATES": "{source}: {why} ({target})",
    "CONTRAINDICATED_WITH": "{source} conflicts with {target}: {why}",
}
_PERSON = {
    "age": re.compile(r"\b(?:age|old|years)\b", re.IGNORECASE),
    "sex": re.compile(r"\b(?:sex|gender|male|female|man|woman)\b", re.IGNORECASE),
    "race": re.compile(r"\b(?:race|ethnicity)\b", re.IGNORECASE),
}
_DENIED = frozenset({"absent"})
_VALUES = frozenset({"LAB_RESULT", "VITAL_SIGN"})
_OPEN = frozenset({"possible", "hypothetical"})


def related_facts(found: Found, graph: PropertyGraph) -> tuple[GraphFact, ...]:
    """Say what a drug is given for, what a value indicates, and what conflicts with what."""
    edges = [graph.edges[one] for one in found.edges if graph.edges[one].kind in _RELATED]
    return tuple(
        GraphFact(
            text=_RELATED[edge.kind].format(
                source=graph.nodes[edge.source].name,
                target=graph.nodes[edge.target].name,
                why=edge.properties.get("description") or "related",
            ),
            nodes=(edge.source, edge.target),
            relation=edge.kind,
            edge=edge.id,
            evidence=edge.evidence,
        )
        for edge in sorted(edges, key=lambda one: (one.source, one.target, one.id))
    )


def person_facts(
    question: str, graph: PropertyGraph, answers: Sequence[str]
) -> tuple[GraphFact, ...]:
    """Say what the record tells of the person that the question asks for."""
    node = graph.nodes[answers[0]]
    asked = [name for name, words in _PERSON.items() if words.search(question)]
    told = {name: node.properties[name] for name in asked or _PERSON if name in node.properties}
    return tuple(
        GraphFact(text=f"{name}: {text}", nodes=(node.id,), evidence=node.evidence)
        for name, text in told.items()
    )


def patient_lead(reading: QuestionReading, told: Sequence[Told], sex: str) -> str:
    """Begin an answer: yes, no, or that the record is not sure."""
    if not reading.yes_no or not told:
        return ""
    if all(one.kind in _VALUES and one.fact.quantity is not None for one in told):
        return level_lead(reading.text, told, sex)
    assertions = {one.fact.assertion for one in told}
    not_given = all(one.fact.status == "not_given" for one in told)
    negative = all(one.fact.result == "negative" for one in told)
    if assertions <= _DENIED or not_given or negative:
        return "No, the record denies it:"
    if assertions <= _OPEN | _DENIED:
        return "Not for certain:"
    if assertions & _DENIED and reading.links:
        return "The record says both:"
    return "Yes:"
