"""Open the graph store that a setting names."""

from pathlib import Path

from kg.errors import BadInputError
from kg.sqlite_store import SqliteStore
from kg.store import Embedder, GraphStore

_MEMORY = "memory"
_SQLITE = "sqlite:"


def open_store(url: str, embedder: Embedder | None = None) -> GraphStore:
    """Open a store by `memory`, `sqlite:PATH` or a plain path."""
    if not url.strip():
        raise BadInputError("store: empty address; give memory, sqlite:PATH or a path")
    if url == _MEMORY:
        return SqliteStore(None, embedder)
    scheme, found, _ = url.partition("://")
    if found and scheme.split("+")[0] in {"neo4j", "bolt"}:
        raise BadInputError(
            f"store {scheme}://...: the Neo4j backend is not installed in this version; "
            "use sqlite:PATH or memory"
        )
    if found and scheme != "sqlite":
        raise BadInputError(
            f"store {scheme}://...: unknown kind of store; use sqlite:PATH or memory"
        )
    path = url.removeprefix("sqlite://") if found else url.removeprefix(_SQLITE)
    if not path:
        raise BadInputError(f"store {url}: no path; give sqlite:PATH")
    return SqliteStore(Path(path), embedder)
