"""Open the graph store that a setting names."""

import re
from pathlib import Path

from kg.errors import BadInputError
from kg.neo4j_address import Login, is_neo4j, neo4j_address
from kg.sqlite_store import SqliteStore
from kg.store import Embedder, GraphStore

_MEMORY = "memory"
_KIND = re.compile(r"[A-Za-z][A-Za-z0-9+]+:")
"""What an address begins with; a path that looks so can be given as ./PATH."""
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
    scheme, found, path = url.partition(":") if _KIND.match(url) else ("", "", url)
    if found and scheme != "sqlite":
        raise BadInputError(f"store {scheme}:...: unknown kind of store; use {_FORMS}")
    path = path.removeprefix("//") if found else path
    if not path:
        raise BadInputError(f"store {url}: no path; give sqlite:PATH")
    return SqliteStore(Path(path), embedder)
