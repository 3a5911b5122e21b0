"""Words for what a patient's graph says: relations between findings, the person, yes and no."""

import re
from collections.abc import Sequence

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


def patient_lead(reading: QuestionReading, told: Sequence[Told], facts: Sequence[GraphFact]) -> str:
    """Begin an answer: yes, no, or that the record is not sure."""
    if not reading.yes_no or not facts:
        return ""
    if not told:
        return "Yes:"
    assertions = {one.fact.assertion for one in told}
    not_given = all(one.fact.status == "not_given" for one in told)
    negative = [one for one in told if one.fact.result == "negative"]
    if assertions <= _DENIED or not_given or len(negative) == len(told):
        return "No, the record denies it:"
    if assertions == {"family"}:
        return "No, only of a relative:"
    if assertions <= _OPEN | _DENIED:
        return "Not for certain:"
    if assertions & _DENIED and reading.links:
        return "The record says both:"
    return "Yes:"
