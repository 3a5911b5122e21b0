"""A graph of medical knowledge that can be asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from agents.ask.knowledge_cues import KNOWLEDGE_CUES
from agents.ask.knowledge_drafting import draft_knowledge, hops_of
from agents.ask.knowledge_facts import knowledge_facts, knowledge_lead
from agents.ask.linking import EntityLinker
from agents.ask.names import NodeNames
from agents.ask.other_patients import refusal
from agents.ask.path_drafting import PathDrafter
from agents.ask.quoted_words import holding
from agents.ask.reading import QuestionReading, read_question
from agents.ask.searching import drafted
from agents.ask.strategies import first_strategy
from graph_state.asking import Draft, Found, GraphFact, Link, Strategy
from kg.evidence import Evidence
from kg.guidelines.knowledge import KnowledgeGraph, knowledge_property_graph
from kg.property_graph import PropertyGraph
from kg.store import Embedder

_KEPT = 64


@dataclass(frozen=True)
class ReadKnowledge:
    """A question about knowledge, read."""

    reading: QuestionReading
    hops: int

    @property
    def links(self) -> tuple[Link, ...]:
        """Words that name nodes."""
        return self.reading.links

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words that nothing answers to."""
        return self.reading.unknown


class KnowledgeDomain:
    """Answers from one graph of knowledge."""

    def __init__(self, knowledge: KnowledgeGraph, embedder: Embedder) -> None:
        self.graph: PropertyGraph = knowledge_property_graph(knowledge)
        self.evidence: Mapping[str, Evidence] = {item.id: item for item in knowledge.evidence}
        self.embedder = embedder
        self._read = lru_cache(_KEPT)(self._understand)

    @cached_property
    def _linker(self) -> EntityLinker:
        return EntityLinker(NodeNames(self.graph, self.embedder))

    @cached_property
    def _paths(self) -> PathDrafter:
        return PathDrafter(self.graph.schema, self.embedder)

    def refusal(self, question: str) -> str:
        """Refuse questions about any patient."""
        return refusal(question, "", None)

    def understand(self, question: str) -> ReadKnowledge:
        """Read a question."""
        return self._read(question)

    def _understand(self, question: str) -> ReadKnowledge:
        reading = read_question(question, self._linker, KNOWLEDGE_CUES)
        return ReadKnowledge(reading, hops_of(reading, self.graph))

    def drafts(self, question: str) -> tuple[Draft, Draft]:
        """Draft by the words between, and by likeness."""
        reading = self.understand(question).reading
        return (
            drafted("words", draft_knowledge(reading, self.graph), self.graph),
            drafted("likeness", self._paths.draft(question, reading.links, self.graph), self.graph),
        )

    def facts(self, question: str, found: Found) -> tuple[GraphFact, ...]:
        """Say every relation that was found."""
        kept = set(found.nodes)
        edges = [self.graph.edges[one] for one in found.edges]
        whole = [one.id for one in edges if one.source in kept and one.target in kept]
        unknown = self.understand(question).unknown
        return holding(knowledge_facts(whole, self.graph), unknown, self.evidence)

    def lead(self, question: str, facts: tuple[GraphFact, ...], found: Found) -> str:
        """Begin with yes, no, or the names asked for."""
        reading = self.understand(question).reading
        return knowledge_lead(reading, facts, found.answers, self.graph)

    def strategy(self, question: str) -> Strategy:
        """Choose by how many things the answer has to pass by."""
        return first_strategy(self.understand(question).hops)
