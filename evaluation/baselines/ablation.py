"""The check with a part of its searches taken away or made wrong, under the same judge and rules.

All arms share the facts, the lists that closed-world rules read, and the claims; they differ in
what is found and in what joins it.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar, get_args

from agents.search_plan import ALL_SEARCHES, LOCAL_ALONE, SearchParts
from evaluation.baselines.flat_search import FlatSearch, by_similarity, flat_search
from evaluation.baselines.retrieval import SearchedRecord
from kg.evidence import Evidence
from kg.graph import GraphRelation, PatientGraph
from kg.instance import InstanceEdge
from kg.sqlite_store import SqliteStore
from kg.store import GraphStore, LocalQuery, LocalResult, LocalSearcher

AblationName = Literal[
    "whole_record",
    "flat_equal",
    "permuted",
    "no_entities",
    "no_relations",
    "no_communities",
    "no_timeline",
]
"""`whole_record`: all evidence of the record for every sentence, nothing joined. `flat_equal`:
chunks by similarity, as many bytes as the graph finds. `permuted`: the graph with the ends of its
relations and edges exchanged by seed. `no_...`: the graph without one part."""

ABLATIONS: tuple[AblationName, ...] = get_args(AblationName)
SEED = 20240229

Join = TypeVar("Join", GraphRelation, InstanceEdge)


class Ablation(NamedTuple):
    """What a check without a part is made of."""

    store: GraphStore
    searcher: LocalSearcher
    searches: SearchParts


@dataclass(frozen=True)
class WholeRecord:
    """Finds everything, whatever is asked."""

    graph: PatientGraph
    store: GraphStore

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Return all evidence, and the instances of the concepts asked for."""
        found = await self.store.local_search(graph_id, query)
        return _of_evidence(found, self.graph.evidence)


@dataclass(frozen=True)
class FlatOfEqualBytes:
    """Finds the nearest chunks, as many bytes as the graph search finds, and its lists."""

    store: GraphStore
    flat: FlatSearch

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Return whole lists as the graph does, and fill up with chunks, best first."""
        found = await self.store.local_search(graph_id, query)
        left = _bytes_of(found.evidence)
        kept = [i for i in found.evidence if i.kind == "list" and i.section in query.sections]
        left -= _bytes_of(kept)
        every = query.model_copy(update={"passages": len(self.flat.chunks)})
        for item in (await self.flat.local_search(graph_id, every)).evidence:
            size = _bytes_of((item,))
            if size > left:
                break
            kept.append(item)
            left -= size
        return _of_evidence(found, tuple(kept))


@dataclass(frozen=True)
class WithoutEntities:
    """Finds passages and lists alone: no concept and no similar entity leads to anything."""

    store: GraphStore

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Search by words and lists."""
        words_alone = query.model_copy(update={"concepts": (), "top_k": 0})
        return await self.store.local_search(graph_id, words_alone)


def _of_evidence(found: LocalResult, evidence: tuple[Evidence, ...]) -> LocalResult:
    """Keep of a search its version and instances, and put other evidence in its place."""
    nothing: dict[str, tuple[object, ...]] = {
        "hits": (), "neighbours": (), "relations": (), "communities": (),
    }  # fmt: skip
    return found.model_copy(update={**nothing, "evidence": evidence})


def _bytes_of(evidence: Sequence[Evidence]) -> int:
    return sum(len(item.quote.encode()) for item in evidence)


def permuted(graph: PatientGraph, seed: int = SEED) -> PatientGraph:
    """Exchange the targets of relations and edges of one kind among themselves."""
    drawn = random.Random(seed)
    relations = _exchanged(graph.relations, _kind_of_relation, drawn)
    edges = _exchanged(graph.edges, _kind_of_edge, drawn)
    return graph.model_copy(update={"relations": relations, "edges": edges})


def _kind_of_relation(relation: GraphRelation) -> tuple[str, str]:
    return relation.kind, relation.target.partition(":")[0]


def _kind_of_edge(edge: InstanceEdge) -> tuple[str, str]:
    return edge.kind, edge.target.partition("_")[0]


def _exchanged(
    joins: Sequence[Join], key: Callable[[Join], tuple[str, str]], drawn: random.Random
) -> tuple[Join, ...]:
    """Shuffle the targets within each kind; order, ids and sources stay."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for position, join in enumerate(joins):
        groups[key(join)].append(position)
    changed = list(joins)
    for positions in groups.values():
        targets = [joins[position].target for position in positions]
        drawn.shuffle(targets)
        for position, target in zip(positions, targets, strict=True):
            changed[position] = joins[position].model_copy(update={"target": target})
    return tuple(changed)


def _whole(record: SearchedRecord) -> Ablation:
    return Ablation(record.store, WholeRecord(record.graph, record.store), LOCAL_ALONE)


def _flat(record: SearchedRecord) -> Ablation:
    notes = {note.id: note.text for note in record.view.notes}
    flat = flat_search(record.graph, notes, by_similarity(record.embedder))
    return Ablation(record.store, FlatOfEqualBytes(record.store, flat), LOCAL_ALONE)


def _permuted(record: SearchedRecord) -> Ablation:
    store = SqliteStore(None, record.embedder)
    store.write(permuted(record.graph))
    return Ablation(store, store, ALL_SEARCHES)


def _without(**parts: bool) -> Callable[[SearchedRecord], Ablation]:
    searches = replace(ALL_SEARCHES, **parts)
    return lambda record: Ablation(record.store, record.store, searches)


def _without_entities(record: SearchedRecord) -> Ablation:
    return Ablation(record.store, WithoutEntities(record.store), ALL_SEARCHES)


OPEN_ABLATION: Mapping[AblationName, Callable[[SearchedRecord], Ablation]] = {
    "whole_record": _whole,
    "flat_equal": _flat,
    "permuted": _permuted,
    "no_entities": _without_entities,
    "no_relations": _without(neighbours=False),
    "no_communities": _without(communities=False),
    "no_timeline": _without(timeline=False),
}
