"""Hold a check to the graph that it began with."""

from kg.errors import ServiceError
from kg.store import GraphStore


async def still_stored(store: GraphStore, graph_id: str, version: str) -> None:
    """Refuse to go on with a graph that another run replaced in the same store.

    Records that are named alike, of two patients or under two settings, share a graph id. Ask
    after a search: what it found then is of this version, or nobody gets to see it.
    """
    stored = await store.summary(graph_id)
    if stored is None or stored.version != version:
        msg = (
            f"graph {graph_id!r} was replaced in the store while it was in use;"
            " run the command again, with a store of its own"
        )
        raise ServiceError(msg)
