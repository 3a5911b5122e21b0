"""How many claims a minute a graph of a given size allows, on made-up graphs of medical shape."""

import random
import time
from typing import NamedTuple

from agents.factcheck.checker import ClaimChecker
from graph_state.factcheck import MedicalClaim
from kg.reference.graph import ReferenceGraph, Triple, reference_graph

EDGES_A_NODE = 5
RELATIONS = ("treats", "contraindicated", "causes", "symptom", "is_a")
MINUTE = 60.0


class Speed(NamedTuple):
    """One measurement."""

    nodes: int
    edges: int
    build_seconds: float
    claims: int
    claims_a_minute: float


def made_up_graph(nodes: int, seed: int = 2) -> ReferenceGraph:
    """Grow a graph in which a new node prefers what is named often already, as in real ones."""
    chance = random.Random(seed)
    named = [0, 1]
    triples = []
    for node in range(2, nodes):
        for _ in range(EDGES_A_NODE):
            other = chance.choice(named) if chance.random() < 0.5 else chance.randrange(node)
            triples.append(Triple(f"n{node}", chance.choice(RELATIONS), f"n{other}", "made up"))
            named.append(other)
        named.append(node)
    return reference_graph(triples)


def speed(nodes: int, claims: int = 2_000, seed: int = 4) -> Speed:
    """Check random claims and count."""
    chance = random.Random(seed)
    graph = made_up_graph(nodes)
    begun = time.perf_counter()
    checker = ClaimChecker(graph)
    asked = [
        MedicalClaim(
            subject=chance.choice(graph.ids), relation=chance.choice(RELATIONS),
            object=chance.choice(graph.ids), text="", start=0, end=0,
        )
        for _ in range(claims)
    ]  # fmt: skip
    checker.check(asked[0])
    ready = time.perf_counter()
    for claim in asked:
        checker.check(claim)
    taken = time.perf_counter() - ready
    return Speed(len(graph.ids), len(graph.edges), ready - begun, claims, claims / taken * MINUTE)
