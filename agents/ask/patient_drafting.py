"""Drafts queries about a patient from what a question names and asks for."""

import re
from collections.abc import Iterator, Sequence

from agents.ask.choosing import Choice
from agents.ask.pattern_writing import quoted
from agents.ask.reading import QuestionReading
from graph_state.asking import Link
from kg.property_graph import PropertyGraph

_FROM_PATIENT: dict[str, str] = {
    "MEDICATION": "PRESCRIBED|SHOWS",
    "DIAGNOSIS": "HAS_DIAGNOSIS|SHOWS",
    "SYMPTOM": "SHOWS",
    "PROCEDURE": "UNDERWENT|SHOWS",
    "ALLERGY": "HAS_ALLERGY|SHOWS",
    "VITAL_SIGN": "HAS_VITAL_SIGN|SHOWS",
    "DEPARTMENT": "TREATED_IN|SHOWS",
    "LAB_TEST": "TESTED_BY|SHOWS",
}
"""How the patient is related to what of a kind was named, denied or planned."""

_WHEN_LEFT = re.compile(r"\W*when (?:was|did) .*\bdischarged?\b", re.IGNORECASE)
_ENDS_OF_STAY = "WHERE t.name IN ['admission', 'discharge'] RETURN p, r, t"

_STRICT = frozenset({"drugs", "dose", "procedures", "places"})
"""Cues that ask for one kind and are no mere words of talk."""

_NOT_ALLERGIES = frozenset(_FROM_PATIENT) - {"ALLERGY"} | {"LAB_RESULT"}
"""What a name means where nothing speaks of allergies: that a drug is not borne is no use of it."""

_LISTED: dict[str, str] = {
    "MEDICATION": "PRESCRIBED",
    "DIAGNOSIS": "HAS_DIAGNOSIS",
    "SYMPTOM": "SHOWS",
    "PROCEDURE": "UNDERWENT",
    "ALLERGY": "HAS_ALLERGY",
    "VITAL_SIGN": "HAS_VITAL_SIGN",
    "DEPARTMENT": "TREATED_IN",
}
"""How to list all of a kind."""


def draft_patient(reading: QuestionReading, choice: Choice, graph: PropertyGraph) -> list[str]:
    """Write the queries of a question, none where nothing can be made of it."""
    links = [one for one in reading.links if not in_moment(one, choice)]
    if reading.has("conflict"):
        return list(_conflicts(links, graph))
    if reading.has("person") and not links:
        return ["MATCH (t:PATIENT) RETURN t"]
    if not links and (reading.has("stay") or _WHEN_LEFT.match(reading.text)):
        return [f"{_listing('DEPARTMENT').partition(' RETURN')[0]} {_ENDS_OF_STAY}"]
    if reading.has("allergies"):
        allergies = [one for link in links for one in _kinds(link, graph) if one == "ALLERGY"]
        if links and not allergies:
            return []
        links = links if allergies else []
        return list(_of_links(links, reading, graph, ("ALLERGY",))) or [_listing("ALLERGY")]
    joined = list(_joined(links, reading, graph))
    if not joined and _asks_for_another_kind(links, reading, graph):
        return []
    return joined or list(_of_links(links, reading, graph)) or list(_listings(links, reading))


def _asks_for_another_kind(
    links: Sequence[Link], reading: QuestionReading, graph: PropertyGraph
) -> bool:
    """Say whether drugs, say, are asked for, but only things of other kinds are named."""
    asked = {kind for cued in reading.cues if cued.cue.name in _STRICT for kind in cued.cue.kinds}
    named = {kind for link in links for kind in _kinds(link, graph)}
    return bool(links and asked and not asked & named)


def in_moment(link: Link, choice: Choice) -> bool:
    """Say whether a link only tells when: the creatinine of `when the creatinine rose`."""
    moment = choice.moment
    return moment is not None and moment[0] <= link.start and link.end <= moment[1]


def _conflicts(links: Sequence[Link], graph: PropertyGraph) -> Iterator[str]:
    held = [
        condition
        for link in links
        for kind, variable in (("MEDICATION", "a"), ("ALLERGY", "t"), ("DIAGNOSIS", "t"))
        if kind in _kinds(link, graph)
        for condition in [condition_of(link, variable, kind, graph)]
    ]
    where = f" WHERE {' AND '.join(held)}" if held else ""
    yield f"MATCH (a:MEDICATION)-[r:CONTRAINDICATED_WITH]->(t){where} RETURN a, r, t"


def _joined(links: Sequence[Link], reading: QuestionReading, graph: PropertyGraph) -> Iterator[str]:
    """Ask what a drug is given for, or which drugs a disease is treated with."""
    drugs = [one for one in links if "MEDICATION" in _kinds(one, graph)]
    diseases = [one for one in links if "DIAGNOSIS" in _kinds(one, graph)]
    pattern = "MATCH (a:MEDICATION)-[r:INDICATES]->(t:DIAGNOSIS)"
    if drugs and (diseases or reading.has("why")):
        held = [condition_of(one, "a", "MEDICATION", graph) for one in drugs]
        held += [condition_of(one, "t", "DIAGNOSIS", graph) for one in diseases]
        yield f"{pattern} WHERE {' AND '.join(held)} RETURN a, r, t"
    elif diseases and reading.has("drugs", "dose"):
        held = [condition_of(one, "t", "DIAGNOSIS", graph) for one in diseases]
        yield f"{pattern} WHERE {' AND '.join(held)} RETURN a, r, t"


def _of_links(
    links: Sequence[Link],
    reading: QuestionReading,
    graph: PropertyGraph,
    only: tuple[str, ...] = (),
) -> Iterator[str]:
    for link in links:
        kinds = [one for one in _kinds(link, graph) if one in (only or _NOT_ALLERGIES)]
        preferred = [one for cued in reading.cues for one in cued.cue.kinds if one in kinds]
        for kind in dict.fromkeys(preferred or kinds):
            # Whether a study was done is one question, what it found another.
            found = not reading.yes_no or reading.has("studies", "labs")
            yield from _of_kind(link, kind, graph, found)


def _of_kind(link: Link, kind: str, graph: PropertyGraph, found: bool) -> Iterator[str]:
    held = condition_of(link, "t", kind, graph)
    if kind == "LAB_RESULT":
        yield f"MATCH (t:LAB_RESULT)-[r:RESULT_OF]->(a:LAB_TEST) WHERE {held} RETURN t, r, a"
        return
    if kind == "LAB_TEST" and found:
        test = condition_of(link, "a", kind, graph)
        yield f"MATCH (t:LAB_RESULT)-[r:RESULT_OF]->(a:LAB_TEST) WHERE {test} RETURN t, r, a"
    if kind in _FROM_PATIENT:
        relations = _FROM_PATIENT[kind]
        yield f"MATCH (p:PATIENT)-[r:{relations}]->(t:{kind}) WHERE {held} RETURN p, r, t"


def _listings(links: Sequence[Link], reading: QuestionReading) -> Iterator[str]:
    if links:
        return
    kinds = dict.fromkeys(one for cued in reading.cues for one in cued.cue.kinds)
    for kind in kinds:
        if kind == "LAB_RESULT":
            yield "MATCH (t:LAB_RESULT)-[r:RESULT_OF]->(a:LAB_TEST) RETURN t, r, a"
        elif kind in _LISTED:
            yield _listing(kind)


def _listing(kind: str) -> str:
    return f"MATCH (p:PATIENT)-[r:{_LISTED[kind]}]->(t:{kind}) RETURN p, r, t"


def _kinds(link: Link, graph: PropertyGraph) -> tuple[str, ...]:
    return tuple(dict.fromkeys(graph.nodes[one].kind for one in link.nodes))


def condition_of(link: Link, variable: str, kind: str, graph: PropertyGraph) -> str:
    """Hold a variable to what a link names: by its concept, else by name."""
    if link.concept:
        return f"{quoted([link.concept])} IN {variable}.concepts"
    nodes = [graph.nodes[one] for one in link.nodes if graph.nodes[one].kind == kind]
    return f"{variable}.name IN [{quoted(list(dict.fromkeys(one.name for one in nodes)))}]"
