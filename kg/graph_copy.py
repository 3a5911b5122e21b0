"""Copy graphs from one store to another without loss."""

from collections.abc import Callable, Sequence

from kg.errors import BadInputError, ServiceError
from kg.store import GraphStore

Copied = Callable[[int, int], None]
"""Told after each graph: how many are done, of how many."""


async def graph_ids(store: GraphStore, wanted: Sequence[str]) -> list[str]:
    """Return the wanted ids, or all that are stored where none is wanted."""
    stored = [summary.graph_id for summary in await store.graphs()]
    missing = [name for name in wanted if name not in stored]
    if missing:
        raise BadInputError(
            f"no graph {missing[0]!r} in the store; it holds {', '.join(stored[:5]) or 'none'}"
            + (f" and {len(stored) - 5} more" if len(stored) > 5 else "")
        )
    return list(dict.fromkeys(wanted)) or stored


async def copy_graphs(
    source: GraphStore, target: GraphStore, names: Sequence[str], copied: Copied
) -> None:
    """Copy graphs one by one, and read each back to see that nothing was lost.

    Embeddings are not copied: the target store makes its own, with its own embedder.
    """
    for done, name in enumerate(names, 1):
        graph = await source.load(name)
        if graph is None:
            raise BadInputError(f"graph {name!r} was deleted while graphs were copied; start again")
        await target.upsert(graph)
        if await target.load(name) != graph:
            raise ServiceError(f"graph {name!r} came back changed from the store it was copied to")
        copied(done, len(names))
