"""One patient graph in memory, ready to be searched."""

from collections import Counter, defaultdict, deque
from itertools import chain

import numpy as np

from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.graph_vectors import GraphTexts, GraphVectors, Vector, entity_text, vectors_by_text
from kg.instance import TOLD, Instance
from kg.instance_index import InstanceIndex, Surroundings
from kg.passage_index import PassageIndex
from kg.store import EntityHit, LocalQuery, LocalResult, Vectors

Positions = np.ndarray[tuple[int], np.dtype[np.intp]]

LONGEST_PATH = 6
"""Relations on the longest path that `shortest_path` looks for."""

_ALLERGIES = "allergies"
"""The list with which every allergy is wanted."""

_PER_SIMILAR_ENTITY = 8
"""Evidence taken of an entity that is merely similar; a linked one gives all it has."""


class GraphIndex:
    """Look-ups over one graph; nothing in it changes after it is made."""

    def __init__(self, graph: PatientGraph, texts: GraphTexts, vectors: GraphVectors) -> None:
        self.graph = graph
        self._texts = texts
        self._vectors = vectors
        self._entities = {entity.id: entity for entity in graph.entities}
        self.instances = InstanceIndex(graph.instances, graph.edges)
        self._passages = PassageIndex(graph.evidence, texts.passages, vectors.passages)
        self._reports = {text: row for row, text in enumerate(texts.communities)}
        rows = {text: row for row, text in enumerate(texts.entities)}
        self._rows = np.array([rows[entity_text(e)] for e in graph.entities], dtype=np.intp)
        self._turns = _turns(self._rows)
        self._by_concept = _by_concept(graph.entities)
        self._edges = _edges(graph.relations)
        self._ends = [(relation.source, relation.target) for relation in graph.relations]
        self._communities: dict[str, list[int]] = defaultdict(list)
        for position, community in enumerate(graph.communities):
            for member in community.entities:
                self._communities[member].append(position)

    def known_vectors(self) -> dict[str, Vector]:
        """Return the vector of each text, so that a later graph need not embed it again."""
        return vectors_by_text(self._texts, self._vectors)

    def local_search(self, query: LocalQuery, vector: Vectors) -> LocalResult:
        """Join concept links, similar entities, full-text hits and their surroundings."""
        hits = self._hits(query, vector)
        found = [hit.entity.id for hit in hits]
        relations = self._relations_of(
            [hit.entity.id for hit in hits if hit.entity.kind != "PATIENT"]
        )
        return LocalResult(
            version=self.graph.version,
            hits=tuple(hits),
            neighbours=self._at_the_ends_of(relations, set(found)),
            relations=tuple(self.graph.relations[p] for p in relations),
            communities=self._communities_of(found),
            instances=self._instances_of(query),
            evidence=self._passages.gather(
                query,
                vector,
                linked=[e for hit in hits if hit.linked for e in hit.entity.evidence],
                similar=[
                    (e, hit.score)
                    for hit in hits
                    if not hit.linked
                    for e in hit.entity.evidence[:_PER_SIMILAR_ENTITY]
                ],
            ),
        )

    def _hits(self, query: LocalQuery, vector: Vectors) -> list[EntityHit]:
        scores = _cosines(self._vectors.entities, vector)[self._rows]
        linked = {p for concept in query.concepts for p in self._by_concept.get(concept, ())}
        ranked: list[int] = np.lexsort((-scores, self._turns))[: query.top_k].tolist()
        values: list[float] = scores.tolist()
        ordered = sorted({*linked, *ranked}, key=lambda p: (p not in linked, -values[p], p))
        entities = self.graph.entities
        return [EntityHit(entity=entities[p], score=values[p], linked=p in linked) for p in ordered]

    def _instances_of(self, query: LocalQuery) -> tuple[Instance, ...]:
        found = self.instances.of_concepts(query.concepts)
        if _ALLERGIES not in query.sections:
            return found
        return tuple({one.id: one for one in (*found, *self.instances.allergies())}.values())

    def _relations_of(self, entity_ids: list[str]) -> list[int]:
        """Return the positions of all relations of some entities, each once."""
        edges = self._edges
        return list(dict.fromkeys(chain.from_iterable(edges.get(e, ()) for e in entity_ids)))

    def _at_the_ends_of(self, relations: list[int], known: set[str]) -> tuple[Entity, ...]:
        ends = dict.fromkeys(chain.from_iterable(self._ends[p] for p in relations))
        return tuple(self._entities[end] for end in ends if end not in known)

    def _communities_of(self, entity_ids: list[str]) -> tuple[Community, ...]:
        counts = Counter(
            chain.from_iterable(self._communities.get(entity_id, ()) for entity_id in entity_ids)
        )
        ordered = sorted(counts, key=lambda p: (-counts[p], p))
        return tuple(self.graph.communities[p] for p in ordered)

    def community_search(self, vector: Vectors, top_k: int) -> list[Community]:
        """Rank the reports by similarity."""
        communities = self.graph.communities
        scores = _cosines(self._vectors.communities, vector)
        ranked = sorted(
            range(len(communities)),
            key=lambda p: (-scores[self._reports[communities[p].report]], p),
        )
        return [communities[p] for p in ranked[:top_k]]

    def neighbours(self, entity_id: str) -> list[tuple[GraphRelation, Entity]]:
        """Return the relations of an entity with the entity at their other end."""
        relations = [self.graph.relations[p] for p in self._edges.get(entity_id, ())]
        return [
            (relation, self._entities[_other_end(relation, entity_id)]) for relation in relations
        ]

    def around(self, entities: tuple[str, ...]) -> Surroundings:
        """Return what joins the instances of some entities, with its evidence."""
        found = self.instances.around(entities)
        told = dict.fromkeys(e for edge in found.edges if edge.kind in TOLD for e in edge.evidence)
        return found.model_copy(update={"evidence": self._passages.items(told)})

    def shortest_path(self, start: str, end: str) -> list[str] | None:
        """Search breadth first; of equally short paths the first in relation order wins."""
        if start not in self._entities or end not in self._entities:
            return None
        before: dict[str, str | None] = {start: None}
        queue = deque([(start, 0)])
        while queue and end not in before:
            current, length = queue.popleft()
            if length == LONGEST_PATH:
                return None
            for position in self._edges.get(current, ()):
                following = _other_end(self.graph.relations[position], current)
                if following not in before:
                    before[following] = current
                    queue.append((following, length + 1))
        return _walk_back(before, end) if end in before else None


def _walk_back(before: dict[str, str | None], end: str) -> list[str]:
    path: list[str] = []
    current: str | None = end
    while current is not None:
        path.append(current)
        current = before[current]
    return path[::-1]


def _other_end(relation: GraphRelation, entity_id: str) -> str:
    return relation.target if relation.source == entity_id else relation.source


def _by_concept(entities: tuple[Entity, ...]) -> dict[str, list[int]]:
    positions: dict[str, list[int]] = defaultdict(list)
    for position, entity in enumerate(entities):
        for concept in entity.concepts:
            positions[concept].append(position)
    return positions


def _edges(relations: tuple[GraphRelation, ...]) -> dict[str, list[int]]:
    """Return the positions of the relations of each entity."""
    edges: dict[str, list[int]] = defaultdict(list)
    for position, relation in enumerate(relations):
        edges[relation.source].append(position)
        if relation.target != relation.source:
            edges[relation.target].append(position)
    return edges


def _turns(rows: Positions) -> Positions:
    """Number the entities of equal text: a hundred results of one test must not fill the list."""
    seen: Counter[int] = Counter()
    turns = []
    for row in rows.tolist():
        turns.append(seen[row])
        seen[row] += 1
    return np.array(turns, dtype=np.intp)


def _cosines(matrix: Vectors, vector: Vectors) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Round, so that the last bit of a sum cannot decide an order."""
    if not matrix.size:
        return np.zeros(len(matrix), dtype=np.float32)
    rounded: np.ndarray[tuple[int], np.dtype[np.float32]] = np.round(matrix @ vector[0], 5)
    return rounded
