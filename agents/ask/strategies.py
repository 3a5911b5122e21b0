"""How a search begins and how it is changed, by fixed rules (second paper, 2.3.2.1, 2.3.2.3).

A question about one fact is searched breadth first to depth 2; one that passes by several things,
depth first to depth 3, or 4 where it passes by three.
"""

from graph_state.asking import DEEPEST, Found, Metrics, Strategy

FIRST_NODES = 24
MORE_NODES = 4
"""The limit of nodes is raised by this factor."""

MOST_NODES = 1_000

LOW_COVERAGE = 0.99
LOW_RELEVANCE = 0.25
"""Below these a search is changed."""


def first_strategy(hops: int) -> Strategy:
    """Choose by how many things the answer has to pass by."""
    if hops < 2:
        return Strategy(mode="BFS", depth=2, nodes=FIRST_NODES)
    return Strategy(mode="DFS", depth=3 if hops == 2 else DEEPEST, nodes=FIRST_NODES)


def next_strategy(strategy: Strategy, metrics: Metrics, found: Found) -> Strategy:
    """Change the strategy by what is low; the query stays the one that was checked.

    Returns the same strategy where no change could find more.
    """
    depth, mode, nodes = strategy.depth, strategy.mode, strategy.nodes
    starved = metrics.coverage < LOW_COVERAGE or found.rows == 0
    if starved and found.deeper and depth < DEEPEST:
        depth += 1
    elif metrics.relevance < LOW_RELEVANCE and mode == "BFS" and found.deeper:
        mode = "DFS"
    if not found.complete and nodes < MOST_NODES:
        # Something was cut off, hence what was found is thinner than what is there.
        nodes = min(nodes * MORE_NODES, MOST_NODES)
    return Strategy(mode=mode, depth=depth, nodes=nodes)
