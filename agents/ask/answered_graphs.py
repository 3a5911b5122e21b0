"""Opens the graph that a question is bound to, and keeps it open while its version stands."""

import asyncio
from dataclasses import dataclass, field

from agents.ask.domain import Domain
from agents.ask.knowledge_domain import KnowledgeDomain
from agents.ask.patient_domain import PatientDomain
from agents.same_graph import not_in_store
from kg.guidelines.knowledge import KnowledgeGraph
from kg.store import Embedder, GraphStore

_KEPT = 4
"""Graphs that are held ready; each is of one patient or of one field."""


@dataclass
class AnsweredGraphs:
    """Graphs of patients from a store, and graphs of knowledge given by hand."""

    store: GraphStore
    embedder: Embedder
    knowledge: dict[str, KnowledgeGraph] = field(default_factory=dict)
    _open: dict[tuple[str, str], Domain] = field(default_factory=dict)

    async def domain_of(self, graph_id: str) -> Domain:
        """Return what answers about one graph; the key holds its id and its version."""
        own = self.knowledge.get(graph_id)
        if own is not None:
            return self._kept((graph_id, own.version), KnowledgeDomain(own, self.embedder))
        summary = await self.store.summary(graph_id)
        if summary is None:
            raise not_in_store(graph_id)
        key = (graph_id, summary.version)
        if key in self._open:
            return self._open[key]
        patient = await self.store.load(graph_id)
        if patient is None:
            raise not_in_store(graph_id)
        domain = await asyncio.to_thread(PatientDomain, patient, self.embedder)
        return self._kept(key, domain)

    def _kept(self, key: tuple[str, str], domain: Domain) -> Domain:
        if key not in self._open:
            while len(self._open) >= _KEPT:
                self._open.pop(next(iter(self._open)))
            self._open[key] = domain
        return self._open[key]
