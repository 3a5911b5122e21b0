"""What was found in a graph of knowledge, as statements in words."""

from collections.abc import Iterable, Sequence

from agents.ask.reading import QuestionReading
from graph_state.asking import GraphFact
from kg.guidelines.wording import told
from kg.property_graph import GraphEdge, PropertyGraph

_ORDER = ("NOT_RECOMMENDED", "RECOMMENDS_DRUG", "RECOMMENDS_TREATMENT")


def knowledge_facts(edges: Iterable[str], graph: PropertyGraph) -> tuple[GraphFact, ...]:
    """Say every relation; warnings first, then by weight."""
    found = [graph.edges[one] for one in edges]
    return tuple(_fact(edge, graph) for edge in sorted(found, key=_rank))


def _rank(edge: GraphEdge) -> tuple[int, str, float, str]:
    first = _ORDER.index(edge.kind) if edge.kind in _ORDER else len(_ORDER)
    weight = edge.properties.get("weight", 0.0)
    return first, edge.kind, -weight if isinstance(weight, float) else 0.0, edge.id


def _fact(edge: GraphEdge, graph: PropertyGraph) -> GraphFact:
    return GraphFact(
        text=told(edge, graph),
        nodes=(edge.source, edge.target),
        relation=edge.kind,
        edge=edge.id,
        evidence=edge.evidence,
    )


def knowledge_lead(
    reading: QuestionReading,
    facts: Sequence[GraphFact],
    answers: Sequence[str],
    graph: PropertyGraph,
) -> str:
    """Begin an answer: yes or no where that was asked, else what was asked for."""
    names = list(dict.fromkeys(graph.nodes[one].name for one in answers))
    if reading.yes_no and len(reading.links) > 1:
        return _yes_or_no(reading, facts)
    if not names:
        return "The graph says:"
    return f"The graph names {_listed(names)}."


def _yes_or_no(reading: QuestionReading, facts: Sequence[GraphFact]) -> str:
    relations = {fact.relation for fact in facts}
    against = "NOT_RECOMMENDED" in relations
    wanted = {
        option.relation for cued in reading.cues for option in (*cued.cue.before, *cued.cue.after)
    }
    asks_against = "NOT_RECOMMENDED" in wanted
    favors = bool(relations & {"RECOMMENDS_DRUG", "RECOMMENDS_TREATMENT"})
    if against and favors:
        return "It depends: the graph recommends it in some cases and advises against it in others."
    if against:
        return (
            "Yes, the graph advises against it." if asks_against else "No: it is not recommended."
        )
    if favors:
        return "No: it is recommended." if asks_against else "Yes."
    return "Yes." if relations & wanted or not wanted else "The graph relates them otherwise:"


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
