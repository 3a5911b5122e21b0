"""One graph with everything that answers questions about it."""

from collections.abc import Mapping
from typing import Protocol

from graph_state.asking import Draft, Found, GraphFact, Link, Strategy
from kg.evidence import Evidence
from kg.property_graph import PropertyGraph
from kg.store import Embedder


class Understanding(Protocol):
    """What was read of a question; each kind of graph has its own."""

    @property
    def links(self) -> tuple[Link, ...]:
        """Words that name nodes."""
        ...

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words that nothing answers to."""
        ...

    @property
    def hops(self) -> int:
        """How many things the answer has to pass by."""
        ...


class Domain(Protocol):
    """A graph that can be asked."""

    graph: PropertyGraph
    evidence: Mapping[str, Evidence]
    embedder: Embedder

    def refusal(self, question: str) -> str:
        """Say why the graph may not answer, or return an empty string."""
        ...

    def understand(self, question: str) -> Understanding:
        """Read a question."""
        ...

    def drafts(self, question: str) -> tuple[Draft, Draft]:
        """Put a question as queries, twice and each in its own way."""
        ...

    def facts(self, question: str, found: Found) -> tuple[GraphFact, ...]:
        """Say what was found that bears on the question."""
        ...

    def lead(self, question: str, facts: tuple[GraphFact, ...], found: Found) -> str:
        """Begin an answer in words."""
        ...

    def strategy(self, question: str) -> Strategy:
        """Choose how to search first."""
        ...
