"""A file that is no store of ours is refused, and not a byte of it changes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kg.errors import BadInputError, ServiceError
from kg.sqlite_store import SqliteStore

CONTENTS = {
    "one byte": b"x",
    "a line": b"sodium 131\n",
    "a long note": b"Sodium was 131. " * 1000,
    "zeros": bytes(8192),
    "only the magic": b"SQLite format 3\0",
    "damaged": b"SQLite format 3\0" + b"\xff" * 9000,
}


def folder_of(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.parent.iterdir()}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_no_byte_of_another_file_changes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(BadInputError, match=r"store .*notes\.txt: .*give another path") as raised:
        SqliteStore(path)
    assert "\n" not in str(raised.value)
    assert folder_of(path) == {"notes.txt": content}


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize(
    "made", ["CREATE TABLE ward (bed TEXT)", "PRAGMA application_id = 7", "PRAGMA user_version = 9"]
)
def test_no_byte_of_another_database_changes(tmp_path: Path, mode: str, made: str) -> None:
    path = tmp_path / "ward.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute(made)
    before = folder_of(path)
    with pytest.raises(BadInputError, match=r"ward\.db: an SQLite file of another program"):
        SqliteStore(path)
    assert folder_of(path) == before


def test_a_log_that_another_program_left_is_not_written_back(tmp_path: Path) -> None:
    path = tmp_path / "ward.db"
    with closing(sqlite3.connect(tmp_path / "running.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE ward (bed TEXT)")
        for suffix in ("", "-wal"):
            copy = (tmp_path / f"running.db{suffix}").read_bytes()
            (tmp_path / f"ward.db{suffix}").write_bytes(copy)
        before = {name: path.with_name(name).read_bytes() for name in ("ward.db", "ward.db-wal")}
        with pytest.raises((BadInputError, ServiceError)):
            SqliteStore(path)
        assert before == {name: path.with_name(name).read_bytes() for name in before}
