"""Every equation of the score against values worked out by hand."""

import math
from itertools import pairwise

import numpy as np
import pytest

from agents.factcheck.path_scorer import PathScorer
from agents.factcheck.score import factuality, response_score, similarity
from kg.reference.graph import Edge, ReferenceGraph, Triple, reference_graph
from kg.store import Vectors


class OneHot:
    """Two texts are alike only where they are the same."""

    name = "one-hot"

    def embed(self, texts: list[str]) -> Vectors:
        known = {
            "treats, is used for, indication": 0,
            "must not be given in, contraindication": 1,
            "causes, side effect, leads to": 2,
            "is a kind of": 3,
        }
        vectors = np.zeros((len(texts), 12), dtype=np.float32)
        for at, text in enumerate(texts):
            vectors[at, known.get(text, 4 + len(text) % 8)] = 1
        return vectors


def test_similarity_is_the_mean_cosine() -> None:
    assert similarity([1.0, 0.5, 0.0]) == pytest.approx(0.5)


def test_one_edge_counts_by_how_often_its_relation_meets_the_claimed_one() -> None:
    assert factuality(0.8, [], [0.5]) == pytest.approx(0.8 * 0.5)


def test_a_node_between_weakens_a_path_by_its_rank() -> None:
    # inner: e^(100 * .01) / .5 = 2e; last: 1 / .25 = 4
    expected = 0.6 / (2 * math.e + 4)
    assert factuality(0.6, [0.01], [0.5, 0.25]) == pytest.approx(expected)


def test_two_nodes_between_are_added_up() -> None:
    expected = -0.9 / (math.exp(0.2) / 1.0 + math.exp(0.5) / 0.5 + 1 / 0.2)
    assert factuality(-0.9, [0.002, 0.005], [1.0, 0.5, 0.2]) == pytest.approx(expected)


def test_without_rank_and_rarity_a_path_counts_by_its_length() -> None:
    assert factuality(1.0, [0.0, 0.0], [1.0, 1.0, 1.0]) == pytest.approx(1 / 3)


def test_a_response_is_the_mean_over_what_could_be_verified() -> None:
    assert response_score([1.0, -0.5, 0.25]) == pytest.approx(0.25)
    assert response_score([]) is None


def _graph() -> ReferenceGraph:
    return reference_graph(
        [
            Triple("relaxol", "contraindicated", "wobble", "toy"),
            Triple("relaxol", "treats", "tension", "toy"),
            Triple("stiff tension", "is_a", "tension", "toy"),
        ]
    )


def _path(graph: ReferenceGraph, *names: str) -> tuple[list[Edge], list[int]]:
    nodes = [graph.number[name] for name in names]
    pairs = pairwise(nodes)
    return [graph.joining(one, other)[0] for one, other in pairs], nodes


def test_indication_and_contraindication_part() -> None:
    graph = _graph()
    scorer = PathScorer(graph, [0.0] * len(graph.ids), OneHot())
    edges, nodes = _path(graph, "relaxol", "wobble")
    assert scorer.score("contraindicated", edges, nodes) == pytest.approx(1.0)
    assert scorer.score("treats", edges, nodes) < 0


def test_without_polarity_only_the_cosine_counts() -> None:
    graph = _graph()
    scorer = PathScorer(graph, [0.0] * len(graph.ids), OneHot(), by_polarity=False)
    edges, nodes = _path(graph, "relaxol", "wobble")
    assert scorer.score("treats", edges, nodes) == pytest.approx(0.0)


def test_what_holds_of_a_disease_holds_of_its_kinds_but_weaker() -> None:
    graph = _graph()
    scorer = PathScorer(graph, [0.0] * len(graph.ids), OneHot())
    direct = scorer.score("treats", *_path(graph, "relaxol", "tension"))
    through = scorer.score("treats", *_path(graph, "relaxol", "tension", "stiff tension"))
    assert 0 < through < direct == pytest.approx(1.0)
