"""Open two stores and copy graphs from one to the other."""

from contextlib import AsyncExitStack
from pathlib import Path

from kg.errors import BadInputError
from kg.graph_copy import Copied, copy_graphs, graph_ids
from kg.neo4j_address import Login, is_neo4j
from kg.open_store import open_store

_MEMORY = "memory"


async def push_graphs(
    source: str, target: str, wanted: tuple[str, ...], login: Login | None, copied: Copied
) -> int:
    """Copy the wanted graphs, or all, and return how many."""
    if _MEMORY in (source, target):
        raise BadInputError("store memory: is gone when the command ends; give two other stores")
    _check_that_it_exists(source)
    async with AsyncExitStack() as stack:
        stores = []
        for address in (source, target):
            store = open_store(address, login=login)
            stack.push_async_callback(store.close)
            stores.append(store)
        names = await graph_ids(stores[0], wanted)
        await copy_graphs(stores[0], stores[1], names, copied)
    return len(names)


def _check_that_it_exists(address: str) -> None:
    """Opening a file that is missing would make an empty one, from which nothing is copied."""
    path = Path(address.removeprefix("sqlite://").removeprefix("sqlite:"))
    if not is_neo4j(address) and not path.is_file():
        raise BadInputError(f"store {address}: no such file; name a store that holds graphs")
