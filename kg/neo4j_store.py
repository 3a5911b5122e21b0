"""Patient graphs in Neo4j: typed nodes and relationships, one transaction a graph."""

import asyncio

from clinical.facts import TimeSpan
from kg import cypher
from kg.embedding import WordVectors
from kg.errors import BadInputError
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.graph_check import check_graph
from kg.graph_index import GraphIndex
from kg.graph_vectors import embed_graph, texts_of
from kg.index_cache import CachedGraph, IndexCache
from kg.instance_index import Surroundings, Timeline
from kg.neo4j_address import Neo4jAddress
from kg.neo4j_connection import Neo4jConnection, Row, Statement
from kg.neo4j_reading import (
    StoredGraph,
    digest_of,
    entity_from,
    part,
    reading,
    relation_from,
    stored_graph_from,
    summary_from,
)
from kg.neo4j_rows import rows_of, uid
from kg.neo4j_writing import writing
from kg.store import Embedder, GraphSummary, LocalQuery, LocalResult

_READS_TRIED = 3
"""Attempts at a read that a writer of the same graph gets in the way of."""


class Neo4jStore:
    """A store on a Neo4j server.

    Graphs are searched in memory, where ranking is exact and the same as in the embedded store;
    every search asks the server first whether it still holds what is in memory.
    """

    def __init__(self, address: Neo4jAddress, embedder: Embedder | None = None) -> None:
        self._embedder = embedder or WordVectors()
        self.connection = Neo4jConnection(address)
        self._cache = IndexCache()
        self._prepared = False

    @property
    def cached(self) -> int:
        """How many graphs are held in memory."""
        return len(self._cache)

    async def upsert(self, graph: PatientGraph) -> None:
        """Write a graph, replacing the one of the same id as a whole."""
        check_graph(graph)
        statements = await asyncio.to_thread(self._statements, graph)
        if not self._prepared:
            await self.connection.ensure(cypher.SCHEMA)
            self._prepared = True
        await self.connection.write(statements)

    async def delete(self, graph_id: str) -> None:
        """Remove a graph; unknown ids are ignored."""
        texts = (*cypher.CLEAR, cypher.DELETE)
        await self.connection.write([(text, {"graph_id": graph_id}) for text in texts])
        self._cache.drop(graph_id)

    async def graphs(self) -> list[GraphSummary]:
        """List the stored graphs, by id."""
        (rows,) = await self.connection.read((cypher.READ_SUMMARIES, {}))
        return sorted(map(summary_from, rows), key=lambda summary: summary.graph_id)

    async def summary(self, graph_id: str) -> GraphSummary | None:
        """Describe one stored graph, or return None."""
        (rows,) = await self.connection.read((cypher.READ_SUMMARY, {"graph_id": graph_id}))
        return summary_from(rows[0]) if rows else None

    async def load(self, graph_id: str) -> PatientGraph | None:
        """Read a whole graph back, equal to what was written, or return None."""
        found = await self._find(graph_id)
        return None if found is None else found.graph

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Find entities, their one-hop surroundings, reports and evidence for one sentence."""
        index = await self._index(graph_id)
        return await asyncio.to_thread(self._search, index, query)

    async def community_search(self, graph_id: str, text: str, top_k: int) -> list[Community]:
        """Rank community reports against a text (global search)."""
        index = await self._index(graph_id)
        return index.community_search(self._embedder.embed([text]), top_k)

    async def neighbours(self, graph_id: str, entity_id: str) -> list[tuple[GraphRelation, Entity]]:
        """Return the relations of an entity with the entity at their other end."""
        wanted: Row = {"graph_id": graph_id, "uid": uid(graph_id, entity_id)}
        rows = await self._rows(graph_id, (cypher.NEIGHBOURS, wanted))
        return [
            (relation_from(row), entity_from(part(row, "node")))
            for row in rows
            if row["node"] is not None
        ]

    async def timeline(
        self, graph_id: str, concepts: tuple[str, ...], within: TimeSpan
    ) -> Timeline:
        """Return the instances of concepts, and of narrower ones, in order of time."""
        return (await self._index(graph_id)).instances.timeline(concepts, within)

    async def around(self, graph_id: str, entities: tuple[str, ...]) -> Surroundings:
        """Return what joins the instances of entities, with the instances at all ends."""
        return (await self._index(graph_id)).around(entities)

    async def shortest_path(self, graph_id: str, start: str, end: str) -> list[str] | None:
        """Return entity ids from start to end along at most six relations, or None."""
        first, last = uid(graph_id, start), uid(graph_id, end)
        if start == end:
            found: Statement = (cypher.FIND_ENTITY, {"graph_id": graph_id, "uid": first})
        else:
            wanted: Row = {"graph_id": graph_id, "start": first, "end": last}
            found = (cypher.SHORTEST_PATHS, wanted)
        (row,) = await self._rows(graph_id, found)
        ids = row["ids"]
        return [str(name) for name in ids] if isinstance(ids, list) else None

    async def close(self) -> None:
        """Close the connections; the store cannot be used afterwards."""
        self._cache.clear()
        await self.connection.close()

    def _statements(self, graph: PatientGraph) -> list[Statement]:
        known = self._cache.known_vectors(graph.graph_id)
        vectors = embed_graph(texts_of(graph), self._embedder, known)
        rows = rows_of(graph, vectors)
        rows.graph.update(digest=digest_of(graph, vectors), embedder=self._embedder.name)
        return writing(graph, rows)

    def _search(self, index: GraphIndex, query: LocalQuery) -> LocalResult:
        return index.local_search(query, self._embedder.embed([query.text]))

    async def _rows(self, graph_id: str, statement: Statement) -> list[Row]:
        (rows,) = await self.connection.read(statement)
        if not rows:
            raise self._unknown(graph_id)
        return rows

    async def _index(self, graph_id: str) -> GraphIndex:
        """Find a graph to search; silence about an unknown one would read as a clean record."""
        found = await self._find(graph_id)
        if found is None:
            raise self._unknown(graph_id)
        return found.index

    def _unknown(self, graph_id: str) -> BadInputError:
        return BadInputError(f"{self.connection.where}: no graph {graph_id!r}; build it first")

    async def _find(self, graph_id: str) -> CachedGraph | None:
        wanted: Row = {"graph_id": graph_id}
        (rows,) = await self.connection.read((cypher.READ_DIGEST, wanted))
        if not rows:
            self._cache.drop(graph_id)
            return None
        kept = self._cache.get(graph_id, str(rows[0]["digest"]))
        return kept or await self._read(graph_id)

    async def _read(self, graph_id: str) -> CachedGraph | None:
        for _ in range(_READS_TRIED):
            found = await self.connection.read(*reading(graph_id))
            if not found[0]:
                return None
            stored = await asyncio.to_thread(stored_graph_from, found)
            if stored.is_whole:
                cached = await asyncio.to_thread(self._indexed, stored)
                self._cache.put(graph_id, cached)
                return cached
        raise BadInputError(
            f"{self.connection.where}: graph {graph_id!r} is not as it was written; build it again"
        )

    def _indexed(self, stored: StoredGraph) -> CachedGraph:
        texts = texts_of(stored.graph)
        same = stored.embedder == self._embedder.name
        vectors = stored.vectors if same else embed_graph(texts, self._embedder)
        return CachedGraph(stored.digest, stored.graph, texts, vectors)
