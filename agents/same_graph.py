"""Hold a check to the graph that it began with."""

from kg.errors import BadInputError, ServiceError
from kg.store import GraphStore, GraphSummary


async def known_graph(store: GraphStore, graph_id: str) -> GraphSummary:
    """Describe the graph that a run begins with, or refuse to begin without one."""
    found = await store.summary(graph_id)
    if found is None:
        raise not_in_store(graph_id)
    return found


def not_in_store(graph_id: str) -> BadInputError:
    """Say that a record has no graph yet."""
    return BadInputError(f"graph {graph_id!r} is not in the store; build it from the record first")


async def still_stored(store: GraphStore, graph_id: str, *versions: str) -> None:
    """Refuse to go on where the store no longer holds a graph in each of these versions."""
    stored = await store.summary(graph_id)
    for version in versions:
        require_same(graph_id, stored.version if stored else None, version)


def require_same(graph_id: str, found: str | None, version: str) -> None:
    """Refuse to go on with a graph that another run replaced in the same store.

    Records that are named alike, of two patients or under two settings, share a graph id. Ask
    after a search: what it found then is of this version, or nobody gets to see it.
    """
    if found != version:
        msg = (
            f"graph {graph_id!r} was replaced in the store while it was in use;"
            " run the command again, with a store of its own"
        )
        raise ServiceError(msg)
