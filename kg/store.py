"""What the rest of CuraView asks of a graph store. Every call is scoped to one graph."""

from typing import Protocol

import numpy as np
from pydantic import BaseModel

from clinical.facts import Anchors, TimeSpan
from kg.evidence import Evidence
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.instance import Instance
from kg.instance_index import Surroundings, Timeline

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]


class LocalQuery(BaseModel, frozen=True):
    """A local search: ranked entities are joined with concept links and full-text hits."""

    text: str
    concepts: tuple[str, ...] = ()
    """Concept ids named in the sentence; every entity that carries one is linked."""

    sections: tuple[str, ...] = ()
    """Canonical sections whose whole lists are wanted (closed-world rules)."""

    tables: tuple[str, ...] = ()
    """Tables, in lower case, whose rows are all wanted (rules that sort and count)."""

    numbers: tuple[str, ...] = ()
    """Numbers of measured values; few passages that hold one may speak for the sentence."""

    top_k: int = 20
    """Entities taken by vector similarity (CuraView paper, section 4.4.1)."""

    passages: int = 12
    """Text units taken by BM25 and vector similarity."""

    words: tuple[str, ...] = ()
    """Words that must be found if any text unit holds them: silence on them is then proved."""


class EntityHit(BaseModel, frozen=True):
    """An entity found, with its cosine similarity in [-1, 1]."""

    entity: Entity
    score: float
    linked: bool
    """Found through a concept of the query."""


class LocalResult(BaseModel, frozen=True):
    """All that a local search returns, best first within each list."""

    version: str
    """Of the graph that was searched."""

    hits: tuple[EntityHit, ...]
    neighbours: tuple[Entity, ...]
    relations: tuple[GraphRelation, ...]
    communities: tuple[Community, ...]
    evidence: tuple[Evidence, ...]
    instances: tuple[Instance, ...] = ()
    """What is on record of the concepts of the query, one by one, in the order of the graph."""


class GraphSummary(BaseModel, frozen=True):
    """What is known of a stored graph without reading it."""

    graph_id: str
    patient_id: str
    admission_id: str | None
    version: str
    anchors: Anchors


class Embedder(Protocol):
    """Turns texts into vectors that find candidates; never proof of anything."""

    name: str

    def embed(self, texts: list[str]) -> Vectors:
        """Return unit-length vectors, shape (len(texts), dimension)."""
        ...


class LocalSearcher(Protocol):
    """Finds the evidence for one sentence: a store of graphs, or what stands in for its search."""

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Find entities, their one-hop surroundings, reports and evidence for one sentence."""
        ...


class GraphStore(LocalSearcher, Protocol):
    """Patient graphs, each apart from all others."""

    async def upsert(self, graph: PatientGraph) -> None:
        """Write a graph, replacing the one of the same id as a whole."""
        ...

    async def delete(self, graph_id: str) -> None:
        """Remove a graph; unknown ids are ignored."""
        ...

    async def graphs(self) -> list[GraphSummary]:
        """List the stored graphs, by id."""
        ...

    async def summary(self, graph_id: str) -> GraphSummary | None:
        """Describe one stored graph, or return None."""
        ...

    async def load(self, graph_id: str) -> PatientGraph | None:
        """Read a whole graph back, equal to what was written, or return None."""
        ...

    async def community_search(self, graph_id: str, text: str, top_k: int) -> list[Community]:
        """Rank community reports against a text (global search)."""
        ...

    async def neighbours(self, graph_id: str, entity_id: str) -> list[tuple[GraphRelation, Entity]]:
        """Return the relations of an entity with the entity at their other end."""
        ...

    async def timeline(
        self, graph_id: str, concepts: tuple[str, ...], within: TimeSpan
    ) -> Timeline:
        """Return the instances of concepts, and of narrower ones, in order of time."""
        ...

    async def around(self, graph_id: str, entities: tuple[str, ...]) -> Surroundings:
        """Return what joins the instances of entities, with the instances at all ends."""
        ...

    async def shortest_path(self, graph_id: str, start: str, end: str) -> list[str] | None:
        """Return entity ids from start to end along at most six relations, or None."""
        ...

    async def close(self) -> None:
        """Release files and connections."""
        ...
