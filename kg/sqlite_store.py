"""The embedded store: one SQLite file, one row a graph, searched in memory."""

import asyncio
from hashlib import sha256
from pathlib import Path
from threading import RLock

from clinical.facts import Anchors, TimeSpan
from kg.embedding import WordVectors
from kg.errors import BadInputError
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.graph_check import check_graph
from kg.graph_index import GraphIndex
from kg.graph_vectors import (
    embed_graph,
    from_bytes,
    texts_of,
    to_bytes,
)
from kg.index_cache import CachedGraph, IndexCache
from kg.instance_index import Surroundings, Timeline
from kg.sqlite_file import open_file, packed, transaction, unpacked
from kg.store import Embedder, GraphSummary, LocalQuery, LocalResult, Vectors

_WRITE = """
INSERT INTO graph (graph_id, patient_id, admission_id, version, anchors, body, embedder, vectors,
                   digest)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (graph_id) DO UPDATE SET
  patient_id = excluded.patient_id, admission_id = excluded.admission_id,
  version = excluded.version, anchors = excluded.anchors, body = excluded.body,
  embedder = excluded.embedder, vectors = excluded.vectors, digest = excluded.digest
"""
_SUMMARY = "SELECT graph_id, patient_id, admission_id, version, anchors FROM graph"


class SqliteStore:
    """Patient graphs in one file that several processes may read and write at once.

    What touches the disk runs in a thread, so that an event loop never waits for it.
    """

    def __init__(self, path: Path | None = None, embedder: Embedder | None = None) -> None:
        self._embedder = embedder or WordVectors()
        self._lock = RLock()
        self._connection = open_file(path)
        self._cache = IndexCache()
        self._where = "memory" if path is None else str(path)

    @property
    def cached(self) -> int:
        """How many graphs are held in memory."""
        return len(self._cache)

    async def upsert(self, graph: PatientGraph) -> None:
        """Write a graph, replacing the one of the same id as a whole."""
        await asyncio.to_thread(self.write, graph)

    async def delete(self, graph_id: str) -> None:
        """Remove a graph; unknown ids are ignored."""
        await asyncio.to_thread(self._delete, graph_id)

    async def graphs(self) -> list[GraphSummary]:
        """List the stored graphs, by id."""
        return await asyncio.to_thread(self._graphs)

    async def summary(self, graph_id: str) -> GraphSummary | None:
        """Describe one stored graph, or return None."""
        return await asyncio.to_thread(self._summary, graph_id)

    async def load(self, graph_id: str) -> PatientGraph | None:
        """Read a whole graph back, equal to what was written, or return None."""
        found = await asyncio.to_thread(self._find, graph_id)
        return None if found is None else found.graph

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Find entities, their one-hop surroundings, reports and evidence for one sentence."""
        index, vector = await asyncio.to_thread(self._prepared, graph_id, query)
        return index.local_search(query, vector)

    async def community_search(self, graph_id: str, text: str, top_k: int) -> list[Community]:
        """Rank community reports against a text (global search)."""
        return await asyncio.to_thread(self._community_search, graph_id, text, top_k)

    async def neighbours(self, graph_id: str, entity_id: str) -> list[tuple[GraphRelation, Entity]]:
        """Return the relations of an entity with the entity at their other end."""
        index = await asyncio.to_thread(self._index, graph_id)
        return index.neighbours(entity_id)

    async def timeline(
        self, graph_id: str, concepts: tuple[str, ...], within: TimeSpan
    ) -> Timeline:
        """Return the instances of concepts, and of narrower ones, in order of time."""
        index = await asyncio.to_thread(self._index, graph_id)
        return index.instances.timeline(concepts, within)

    async def around(self, graph_id: str, entities: tuple[str, ...]) -> Surroundings:
        """Return what joins the instances of entities, with the instances at all ends."""
        index = await asyncio.to_thread(self._index, graph_id)
        return index.around(entities)

    async def shortest_path(self, graph_id: str, start: str, end: str) -> list[str] | None:
        """Return entity ids from start to end along at most six relations, or None."""
        index = await asyncio.to_thread(self._index, graph_id)
        return index.shortest_path(start, end)

    async def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        await asyncio.to_thread(self._close)

    def write(self, graph: PatientGraph) -> None:
        """Write a graph in the calling thread, as indexing processes do."""
        check_graph(graph)
        texts = texts_of(graph)
        with self._lock:
            known = self._cache.known_vectors(graph.graph_id)
        vectors = embed_graph(texts, self._embedder, known)
        digest = self._insert(graph, to_bytes(vectors))
        with self._lock:
            if graph.graph_id in self._cache:
                self._cache.put(graph.graph_id, CachedGraph(digest, graph, texts, vectors))

    def _insert(self, graph: PatientGraph, vectors: bytes) -> str:
        body = graph.model_dump_json(exclude_defaults=True)
        digest = sha256(body.encode() + vectors).hexdigest()
        row = (
            graph.graph_id,
            graph.patient_id,
            graph.admission_id,
            graph.version,
            graph.anchors.model_dump_json(exclude_defaults=True),
            packed(body),
            self._embedder.name,
            vectors,
            digest,
        )
        with self._lock, transaction(self._connection, self._where) as connection:
            connection.execute(_WRITE, row)
        return digest

    def _delete(self, graph_id: str) -> None:
        with self._lock, transaction(self._connection, self._where) as connection:
            connection.execute("DELETE FROM graph WHERE graph_id = ?", (graph_id,))
        with self._lock:
            self._cache.drop(graph_id)

    def _graphs(self) -> list[GraphSummary]:
        with self._lock:
            rows = self._connection.execute(f"{_SUMMARY} ORDER BY graph_id").fetchall()
        return [_summary_of(row) for row in rows]

    def _summary(self, graph_id: str) -> GraphSummary | None:
        with self._lock:
            row = self._connection.execute(f"{_SUMMARY} WHERE graph_id = ?", (graph_id,)).fetchone()
        return None if row is None else _summary_of(row)

    def _community_search(self, graph_id: str, text: str, top_k: int) -> list[Community]:
        return self._index(graph_id).community_search(self._embedder.embed([text]), top_k)

    def _index(self, graph_id: str) -> GraphIndex:
        """Find a graph to search; silence about an unknown one would read as a clean record."""
        found = self._find(graph_id)
        if found is None:
            raise BadInputError(f"store {self._where}: no graph {graph_id!r}; build it first")
        return found.index

    def _prepared(self, graph_id: str, query: LocalQuery) -> tuple[GraphIndex, Vectors]:
        """Do what may wait for a disk or a service; the rest in a thread would only compete."""
        return self._index(graph_id), self._embedder.embed([query.text])

    def _find(self, graph_id: str) -> CachedGraph | None:
        with self._lock:
            row = self._connection.execute(
                "SELECT digest FROM graph WHERE graph_id = ?", (graph_id,)
            ).fetchone()
            if row is None:
                self._cache.drop(graph_id)
                return None
            cached = self._cache.get(graph_id, row[0])
            if cached is None:
                cached = self._read(graph_id)
                self._cache.put(graph_id, cached)
            return cached

    def _read(self, graph_id: str) -> CachedGraph:
        body, embedder, vectors, digest = self._connection.execute(
            "SELECT body, embedder, vectors, digest FROM graph WHERE graph_id = ?", (graph_id,)
        ).fetchone()
        graph = PatientGraph.model_validate_json(unpacked(body, self._where))
        texts = texts_of(graph)
        same = embedder == self._embedder.name
        found = from_bytes(vectors, texts) if same else embed_graph(texts, self._embedder)
        return CachedGraph(digest, graph, texts, found)

    def _close(self) -> None:
        with self._lock:
            self._cache.clear()
            self._connection.close()


def _summary_of(row: tuple[str, str, str | None, str, str]) -> GraphSummary:
    graph_id, patient_id, admission_id, version, anchors = row
    return GraphSummary(
        graph_id=graph_id,
        patient_id=patient_id,
        admission_id=admission_id,
        version=version,
        anchors=Anchors.model_validate_json(anchors),
    )
