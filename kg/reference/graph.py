"""The reference graph in memory: nodes with names, edges with a relation and an origin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from kg.errors import BadInputError
from kg.reference.names import concept_ids, folded
from kg.reference.senses import Sense, sense_of

Integers = npt.NDArray[np.int64]
FEWEST_LETTERS = 2


class Triple(NamedTuple):
    """One statement of a source: two node ids with a relation, and where it stands."""

    subject: str
    relation: str
    object: str
    origin: str
    """Name of the graph, and of its part where it has parts."""

    severity: str = ""
    why: str = ""


class Edge(NamedTuple):
    """One edge by the numbers of its nodes."""

    subject: int
    relation: str
    object: int
    origin: str
    severity: str
    why: str


@dataclass(frozen=True)
class ReferenceGraph:
    """Nodes and edges of one or several reference graphs, numbered in the order of their ids."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    """The first name of each node."""

    edges: tuple[Edge, ...]
    by_name: Mapping[str, int] = field(repr=False)
    """Folded name to node."""

    by_concept: Mapping[str, int] = field(repr=False)
    """Concept id of the clinical layer to node."""

    @cached_property
    def number(self) -> dict[str, int]:
        """Node by its id."""
        return {id_: position for position, id_ in enumerate(self.ids)}

    @cached_property
    def relations(self) -> tuple[str, ...]:
        """All relations, sorted."""
        return tuple(sorted({edge.relation for edge in self.edges}))

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """Names of the graphs that the edges come from, sorted."""
        return tuple(sorted({edge.origin.partition(",")[0] for edge in self.edges}))

    @cached_property
    def ends(self) -> tuple[Integers, Integers, Integers]:
        """Subject, relation number and object of every edge, as three arrays of one length."""
        place = {name: at for at, name in enumerate(self.relations)}
        table = np.array(
            [(e.subject, place[e.relation], e.object) for e in self.edges], dtype=np.int64
        ).reshape(-1, 3)
        return table[:, 0], table[:, 1], table[:, 2]

    @cached_property
    def adjacency(self) -> sparse.csr_matrix:
        """Nodes x nodes, undirected, 1 where any edge joins two nodes."""
        subjects, _, objects = self.ends
        size = len(self.ids)
        ones = np.ones(len(subjects), dtype=np.float32)
        one_way = sparse.coo_matrix((ones, (subjects, objects)), shape=(size, size))
        both = (one_way + one_way.T).tocsr()
        both.setdiag(0)
        both.eliminate_zeros()
        both.data[:] = 1
        both.sort_indices()
        return both

    @cached_property
    def between(self) -> dict[tuple[int, int], tuple[Edge, ...]]:
        """Edges by the pair of nodes that they join, smaller number first."""
        found: dict[tuple[int, int], list[Edge]] = {}
        for edge in self.edges:
            pair = min(edge.subject, edge.object), max(edge.subject, edge.object)
            found.setdefault(pair, []).append(edge)
        return {pair: tuple(edges) for pair, edges in found.items()}

    def joining(self, one: int, other: int) -> tuple[Edge, ...]:
        """Edges between two nodes, in either direction."""
        return self.between.get((min(one, other), max(one, other)), ())

    def of_sense(self, node: int, sense: Sense) -> tuple[Edge, ...]:
        """Edges of one meaning at a node."""
        return tuple(e for e in self._around.get(node, ()) if sense_of(e.relation) == sense)

    @cached_property
    def _around(self) -> dict[int, list[Edge]]:
        found: dict[int, list[Edge]] = {}
        for edge in self.edges:
            found.setdefault(edge.subject, []).append(edge)
            if edge.object != edge.subject:
                found.setdefault(edge.object, []).append(edge)
        return found

    def find(self, name: str) -> int | None:
        """Find the node that a name means: by the name itself, else by its clinical concept."""
        node = self.by_name.get(folded(name))
        if node is not None:
            return node
        return next((self.by_concept[c] for c in concept_ids(name) if c in self.by_concept), None)


def reference_graph(
    triples: Iterable[Triple], names: Mapping[str, Iterable[str]] | None = None
) -> ReferenceGraph:
    """Build a graph from statements and the names of their nodes; the order of neither matters.

    A node without a name is called by its id. Statements told twice count once; a statement of a
    node about itself is left out, as no path needs it.
    """
    told = names or {}
    kept = sorted({t for t in triples if t.subject != t.object and t.subject and t.object})
    if not kept:
        raise BadInputError("the reference graph holds no statement; check its file")
    ids = sorted({t.subject for t in kept} | {t.object for t in kept})
    number = {id_: position for position, id_ in enumerate(ids)}
    spellings = {id_: [*told.get(id_, ()), id_] for id_ in ids}
    return ReferenceGraph(
        ids=tuple(ids),
        names=tuple(spellings[id_][0] for id_ in ids),
        edges=tuple(
            Edge(number[t.subject], t.relation, number[t.object], t.origin, t.severity, t.why)
            for t in kept
        ),
        by_name=_by_name(spellings, number),
        by_concept=_by_concept(spellings, number),
    )


def _by_name(spellings: Mapping[str, list[str]], number: Mapping[str, int]) -> dict[str, int]:
    """Index the names; a first name wins over a synonym, then the smaller id."""
    found: dict[str, int] = {}
    for rank in (0, 1):
        for id_, own in spellings.items():
            for name in own[:1] if rank == 0 else own[1:]:
                key = folded(name)
                if len(key) >= FEWEST_LETTERS:
                    found.setdefault(key, number[id_])
    return found


def _by_concept(spellings: Mapping[str, list[str]], number: Mapping[str, int]) -> dict[str, int]:
    """Index the clinical concepts that nodes mean, by their ids and by their first names."""
    found: dict[str, int] = {id_: number[id_] for id_ in spellings if ":" in id_}
    for id_, own in spellings.items():
        for concept_id in concept_ids(own[0]):
            found.setdefault(concept_id, number[id_])
    return found


def joined(graphs: Iterable[tuple[str, ReferenceGraph]]) -> ReferenceGraph:
    """Join several graphs: nodes of one name or concept become one; edges keep their origins."""
    triples: list[Triple] = []
    names: dict[str, list[str]] = {}
    seen: dict[str, str] = {}
    for _, graph in sorted(graphs, key=lambda pair: pair[0]):
        spellings: dict[int, list[str]] = {}
        for name, node in graph.by_name.items():
            spellings.setdefault(node, []).append(name)
        home = [_home(graph, node, seen) for node in range(len(graph.ids))]
        for node, id_ in enumerate(home):
            own = names.setdefault(id_, [])
            own.extend(n for n in (graph.names[node], *spellings.get(node, ())) if n not in own)
        triples.extend(
            Triple(home[e.subject], e.relation, home[e.object], e.origin, e.severity, e.why)
            for e in graph.edges
        )
    return reference_graph(triples, names)


def _home(graph: ReferenceGraph, node: int, seen: dict[str, str]) -> str:
    """Find the id under which a node of this meaning is already known, else keep its own."""
    keys = [folded(graph.names[node]), *concept_ids(graph.names[node]), graph.ids[node]]
    id_ = next((seen[key] for key in keys if key in seen), graph.ids[node])
    for key in keys:
        seen.setdefault(key, id_)
    return id_
