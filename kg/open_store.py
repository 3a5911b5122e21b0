"""Open the graph store that a setting names."""

from pathlib import Path

from kg.errors import BadInputError
from kg.neo4j_address import Login, is_neo4j, neo4j_address
from kg.sqlite_store import SqliteStore
from kg.store import Embedder, GraphStore

_MEMORY = "memory"
_SQLITE = "sqlite:"
_FORMS = "memory, sqlite:PATH or neo4j://HOST[:PORT][/DATABASE]"


def open_store(
    url: str, embedder: Embedder | None = None, login: Login | None = None
) -> GraphStore:
    """Open a store by `memory`, `sqlite:PATH`, a plain path or the address of a Neo4j database.

    `login` is for a database whose address holds none.
    """
    if not url.strip():
        raise BadInputError(f"store: empty address; give {_FORMS} or a path")
    if url == _MEMORY:
        return SqliteStore(None, embedder)
    if is_neo4j(url):
        from kg.neo4j_store import Neo4jStore

        return Neo4jStore(neo4j_address(url, login), embedder)
    scheme, found, _ = url.partition("://")
    if found and scheme != "sqlite":
        raise BadInputError(f"store {scheme}://...: unknown kind of store; use {_FORMS}")
    path = url.removeprefix("sqlite://") if found else url.removeprefix(_SQLITE)
    if not path:
        raise BadInputError(f"store {url}: no path; give sqlite:PATH")
    return SqliteStore(Path(path), embedder)
