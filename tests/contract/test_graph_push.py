"""Graphs go from the embedded store to a database and back without loss."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.graph import PatientGraph
from kg.neo4j_store import Neo4jStore
from kg.sqlite_store import SqliteStore

Maker = Callable[..., PatientGraph]
Push = Callable[..., tuple[int, str]]

NAMES = ("p1", "P1", "o'brien / 🫀", "p1@77")


@pytest.fixture
def push(run: Callable[..., tuple[int, str, str]]) -> Push:
    """Copy graphs; return the exit status and all that was said."""

    def push_graphs(*arguments: str) -> tuple[int, str]:
        status, out, err = run("graph", "push", *arguments)
        return status, out + err

    return push_graphs


@pytest.fixture
def filled(tmp_path: Path, small_graph: Maker) -> Path:
    path = tmp_path / "from.sqlite"

    async def fill() -> None:
        store = SqliteStore(path)
        for number, name in enumerate(NAMES):
            await store.upsert(small_graph(name, chain=number + 1))
        await store.close()

    asyncio.run(fill())
    return path


@pytest.fixture
def database(neo4j_store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an empty database, its login in the environment."""
    address = neo4j_store.connection.address
    if address.login is not None:
        monkeypatch.setenv("CURAVIEW_NEO4J_USER", address.login.user)
        monkeypatch.setenv("CURAVIEW_NEO4J_PASSWORD", address.login.password.get_secret_value())
    return address.uri + (f"/{address.database}" if address.database else "")


def everything_in(path: Path) -> dict[str, PatientGraph]:
    async def read() -> dict[str, PatientGraph]:
        store = SqliteStore(path)
        graphs = {one.graph_id: await store.load(one.graph_id) for one in await store.graphs()}
        await store.close()
        return {name: graph for name, graph in graphs.items() if graph is not None}

    return asyncio.run(read())


def test_there_and_back(push: Push, filled: Path, database: str, tmp_path: Path) -> None:
    back = tmp_path / "back.sqlite"
    assert push(f"sqlite:{filled}", database) == (0, "copied 4 graphs\n")
    assert push(database, f"sqlite:{back}") == (0, "copied 4 graphs\n")
    assert everything_in(back) == everything_in(filled)


def test_one_graph_only(push: Push, filled: Path, database: str, tmp_path: Path) -> None:
    assert push(f"sqlite:{filled}", database, "--graph", "P1") == (0, "copied 1 graph\n")
    assert push(database, str(tmp_path / "back.sqlite"), "--graph", "p1")[0] == 2
    status, said = push(f"sqlite:{filled}", database, "--graph", "p2")
    assert status == 2
    assert "no graph 'p2' in the store; it holds" in said


def test_a_missing_file_or_memory_is_no_source(push: Push, filled: Path, tmp_path: Path) -> None:
    status, said = push(f"sqlite:{tmp_path}/nothing.sqlite", f"sqlite:{filled}")
    assert (status, len(said.splitlines())) == (2, 1)
    assert "no such file" in said
    assert not (tmp_path / "nothing.sqlite").exists()
    assert push("memory", f"sqlite:{filled}")[0] == 2


def test_files_can_be_copied_too(push: Push, filled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert push(f"sqlite:{filled}", f"sqlite:{copy}") == (0, "copied 4 graphs\n")
    assert everything_in(copy) == everything_in(filled)
