"""Asks the reference graph what is known of a drug: contraindications and interactions."""

from collections.abc import Iterator

from clinical.drug_lexicon import parts_of
from clinical.facts import Concept
from graph_state.factcheck import PathStep
from kg.reference.graph import Edge, ReferenceGraph
from kg.reference.senses import Sense, sense_of

WIDER_STEPS = 4
"""How far a contraindication of a wider condition reaches down."""


class KnownDangers:
    """What one reference graph holds about drugs."""

    def __init__(self, graph: ReferenceGraph) -> None:
        self._graph = graph

    def nodes(self, concept: Concept) -> list[int]:
        """Nodes of a drug and of its ingredients."""
        ids = dict.fromkeys([concept.id, *(f"drug:{part}" for part in parts_of(concept.id))])
        return [self._graph.by_concept[id_] for id_ in ids if id_ in self._graph.by_concept]

    def contraindications(self, drug: Concept) -> Iterator[tuple[Edge, int]]:
        """Edges to what forbids a drug, with the node at their other end."""
        for node in self.nodes(drug):
            for edge in self._graph.of_sense(node, "contraindicated"):
                yield edge, edge.object if edge.subject == node else edge.subject

    def between(self, one: Concept, other: Concept, sense: Sense) -> Edge | None:
        """Return the gravest edge of one meaning between two drugs."""
        found = [
            edge
            for first in self.nodes(one)
            for second in self.nodes(other)
            for edge in self._graph.joining(first, second)
            if sense_of(edge.relation) == sense
        ]
        order = {"high": 0, "medium": 1, "low": 2}
        return min(found, key=lambda e: (order.get(e.severity, 3), e.origin), default=None)

    def node_of(self, concept: Concept) -> set[int]:
        """Nodes of a condition and of what the reference graph calls wider conditions."""
        own = self._graph.by_concept.get(concept.id, self._graph.find(concept.name))
        level = {own} if own is not None else set()
        found: set[int] = set()
        for _ in range(WIDER_STEPS + 1):
            found |= level
            level = {
                edge.object
                for node in level
                for edge in self._graph.of_sense(node, "is_a")
                if edge.subject == node
            } - found
        return found

    def step(self, edge: Edge) -> PathStep:
        """Write an edge out."""
        names = self._graph.names
        return PathStep(
            subject=names[edge.subject],
            relation=edge.relation,
            object=names[edge.object],
            origin=edge.origin,
            severity=edge.severity,
            why=edge.why,
        )

    def name(self, node: int) -> str:
        """Name a node."""
        return self._graph.names[node]
