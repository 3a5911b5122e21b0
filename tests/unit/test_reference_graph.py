"""The reference graph: paths, ranks and meeting relations, held against other programs."""

import random

import networkx as nx
import numpy as np
import pytest

from kg.errors import BadInputError
from kg.reference.cooccurrence import LEAST, cooccurrence, meeting_counts
from kg.reference.graph import Triple, joined, reference_graph
from kg.reference.page_rank import page_rank
from kg.reference.shortest_paths import ShortestPaths


def _random_triples(seed: int, nodes: int = 40, edges: int = 70) -> list[Triple]:
    chance = random.Random(seed)
    return [
        Triple(
            f"n{chance.randrange(nodes)}", chance.choice("abc"), f"n{chance.randrange(nodes)}", "x"
        )
        for _ in range(edges)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_all_shortest_paths_up_to_four_edges_are_found(seed: int) -> None:
    graph = reference_graph(_random_triples(seed))
    found = ShortestPaths(graph.adjacency, page_rank(graph.adjacency))
    oracle = nx.from_scipy_sparse_array(graph.adjacency)
    for start in range(len(graph.ids)):
        lengths = nx.single_source_shortest_path_length(oracle, start)
        for end in range(len(graph.ids)):
            paths = found.between(start, end)
            if start == end or lengths.get(end, 9) > 4:
                assert paths == []
            else:
                expected = sorted(map(tuple, nx.all_shortest_paths(oracle, start, end)))
                assert paths == expected


def test_page_rank_is_that_of_another_program() -> None:
    graph = reference_graph(_random_triples(7))
    theirs = nx.pagerank(nx.from_scipy_sparse_array(graph.adjacency), alpha=0.85, tol=1e-12)
    ours = page_rank(graph.adjacency)
    assert ours == pytest.approx([theirs[node] for node in range(len(ours))], abs=1e-9)
    assert ours.sum() == pytest.approx(1.0)


def test_meeting_relations_are_counted_at_shared_nodes() -> None:
    # At b meet one a-edge and two c-edges: a with c twice, c with c once.
    graph = reference_graph(
        [Triple("x", "a", "b", "t"), Triple("b", "c", "y", "t"), Triple("b", "c", "z", "t")]
    )
    assert meeting_counts(graph).tolist() == [[0.0, 2.0], [2.0, 1.0]]
    likeness = cooccurrence(graph)
    # Rows, by hand: a met {c}, c met {a, c}; weights log(1+n) * log(1 + 2 / met).
    a = np.array([0.0, np.log(3) * np.log(2)])
    c = np.array([np.log(3) * np.log(3), np.log(2) * np.log(2)])
    expected = a @ c / np.linalg.norm(a) / np.linalg.norm(c)
    assert likeness[0, 1] == pytest.approx(max(expected, LEAST))
    assert np.diag(likeness) == pytest.approx([1.0, 1.0])


def test_the_order_of_statements_does_not_matter() -> None:
    triples = _random_triples(3)
    assert reference_graph(triples).edges == reference_graph(triples[::-1]).edges


def test_joined_graphs_share_their_nodes_and_name_the_graph_of_each_edge() -> None:
    one = reference_graph([Triple("1", "treats", "2", "first")], {"1": ["Aspirin"], "2": ["Fever"]})
    two = reference_graph(
        [Triple("A", "symptom", "B", "second")], {"A": ["influenza"], "B": ["fever"]}
    )
    graph = joined([("first", one), ("second", two)])
    assert len(graph.ids) == 3
    assert graph.origins == ("first", "second")
    fever = graph.find("FEVER")
    assert fever is not None
    assert len(graph.of_sense(fever, "treats")) == len(graph.of_sense(fever, "symptom")) == 1


def test_both_spellings_name_one_thing() -> None:
    graph = reference_graph([Triple("1", "symptom", "2", "t")], {"1": ["Hemoptysis"], "2": ["x"]})
    assert graph.find("haemoptysis") == graph.find("Hemoptysis") is not None


def test_an_empty_graph_is_refused() -> None:
    with pytest.raises(BadInputError, match="no statement"):
        reference_graph([])
