"""Read the tables of a GraphRAG index and put the graph into a store."""

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import EntityKind, PatientGraph
from kg.graphrag_import import ImportRequest, import_graph
from kg.graphrag_kinds import ENTITY_KINDS, type_name
from kg.graphrag_tables import read_tables
from kg.neo4j_address import Login
from kg.open_store import open_store


async def import_folder(
    folder: Path, request: ImportRequest, address: str, login: Login | None
) -> PatientGraph:
    """Import the graph and return it."""
    if address == "memory":
        raise BadInputError(
            "store memory: is gone when the command ends; give --store sqlite:PATH or a database"
        )
    graph = import_graph(read_tables(folder), request, RuleExtractor())
    store = open_store(address, login=login)
    try:
        await store.upsert(graph)
    finally:
        await store.close()
    return graph


def told_kinds(written: Iterable[str]) -> dict[str, EntityKind]:
    """Read `TYPE=KIND` pairs."""
    kinds: dict[str, EntityKind] = {}
    for pair in written:
        name, found, kind = pair.partition("=")
        if not found or kind not in get_args(EntityKind):
            allowed = ", ".join(get_args(EntityKind))
            raise BadInputError(f"--kind {pair}: write TYPE=KIND, with a kind of {allowed}")
        kinds[type_name(name)] = ENTITY_KINDS[kind]
    return kinds
