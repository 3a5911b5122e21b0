"""Reference graphs that were damaged on purpose: edges or nodes lost, wrong edges put in."""

import random
from typing import Literal

from kg.reference.graph import ReferenceGraph, Triple, reference_graph

Noise = Literal["edges_deleted", "nodes_deleted", "edges_inserted"]
NOISES: tuple[Noise, ...] = ("edges_deleted", "nodes_deleted", "edges_inserted")
SHARE = 0.2
NOISY = "noise"


def damaged(
    graph: ReferenceGraph, noise: Noise, share: float = SHARE, seed: int = 11
) -> ReferenceGraph:
    """Return a graph with a share of it deleted, or as many wrong edges put in."""
    chance = random.Random(seed)
    told = [
        Triple(graph.ids[e.subject], e.relation, graph.ids[e.object], e.origin, e.severity, e.why)
        for e in graph.edges
    ]
    if noise == "edges_deleted":
        told = [triple for triple in told if chance.random() >= share]
    elif noise == "nodes_deleted":
        lost = {id_ for id_ in graph.ids if chance.random() < share}
        told = [t for t in told if t.subject not in lost and t.object not in lost]
    else:
        told += [
            Triple(
                chance.choice(graph.ids), chance.choice(graph.relations),
                chance.choice(graph.ids), NOISY,
            )
            for _ in range(round(share * len(told)))
        ]  # fmt: skip
    return reference_graph(told, _names(graph))


def _names(graph: ReferenceGraph) -> dict[str, list[str]]:
    found = {id_: [name] for id_, name in zip(graph.ids, graph.names, strict=True)}
    for name, node in sorted(graph.by_name.items()):
        found[graph.ids[node]].append(name)
    return found
