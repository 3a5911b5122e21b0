"""A database that goes away in the middle of a run ends it with status 3 and one line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from neo4j.exceptions import DriverError, ServiceUnavailable, SessionExpired

from kg.neo4j_connection import Neo4jConnection
from kg.neo4j_store import Neo4jStore
from kg.sqlite_store import SqliteStore


class KilledDriver:
    """Answers nothing any more: every session breaks as the real driver's do."""

    def __init__(self, error: DriverError) -> None:
        self.error = error

    def session(self, database: str | None) -> "KilledDriver":
        return self

    async def __aenter__(self) -> "KilledDriver":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Hold nothing back."""

    async def execute_read(self, work: object) -> None:
        raise self.error


@pytest.mark.parametrize(
    "error", [ServiceUnavailable("Connection reset\nby peer"), SessionExpired("gone")]
)
def test_a_database_killed_in_a_run_is_one_line(
    run: Callable[..., tuple[int, str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: DriverError,
) -> None:
    kept = SqliteStore()

    async def killed(_: Neo4jConnection) -> KilledDriver:
        return KilledDriver(error)

    monkeypatch.setattr(Neo4jStore, "summary", lambda _, name: kept.summary(name))
    monkeypatch.setattr(Neo4jStore, "upsert", lambda _, graph: kept.upsert(graph))
    monkeypatch.setattr(Neo4jConnection, "_driver", killed)
    (record := tmp_path / "note.txt").write_text("Home medications:\nfurosemide 40 mg daily\n")
    status, out, err = run(
        "verify", record, "--summary", "-", "--store", "neo4j://db.example",
        stdin=b"She takes furosemide 40 mg daily.",
    )  # fmt: skip
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert err.startswith("curaview: store neo4j://db.example")
