"""Open the store's SQLite file and write to it from several processes."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kg.errors import BadInputError, ServiceError

_LAYOUT = 2
"""Raised whenever the table changes; kept in the file as `user_version`."""

_APPLICATION = 0x43565747
_MAGIC = b"SQLite format 3\0"
_WAIT_SECONDS = 30.0
_FASTEST = 1
"""A graph repeats its words so often that the lightest compression leaves a sixth of it."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS graph (
  graph_id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL,
  admission_id TEXT,
  version TEXT NOT NULL,
  anchors TEXT NOT NULL,
  body BLOB NOT NULL,
  embedder TEXT NOT NULL,
  vectors BLOB NOT NULL,
  digest TEXT NOT NULL
)
"""


def open_file(path: Path | None) -> sqlite3.Connection:
    """Open or create a store file; without a path the store lives in memory."""
    if path is not None:
        _make_folder(path)
        _refuse_other_files(path)
    try:
        connection = sqlite3.connect(
            path or ":memory:", timeout=_WAIT_SECONDS, check_same_thread=False, isolation_level=None
        )
    except sqlite3.OperationalError as error:
        raise BadInputError(f"store {path}: {error}; give a file that can be written") from error
    try:
        _prepare(connection, path)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise _explained(error, str(path)) from error
    except BadInputError:
        connection.close()
        raise
    return connection


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(
            f"store {path}: its folder cannot be made ({error.strerror}); give another path"
        ) from error


def _refuse_other_files(path: Path) -> None:
    """Refuse, without touching it, whatever is no store: SQLite itself would overwrite a byte."""
    if not path.is_file() or not path.stat().st_size:
        return
    with path.open("rb") as file:
        start = file.read(len(_MAGIC))
    if start != _MAGIC:
        raise BadInputError(f"store {path}: not an SQLite file; give another path")
    # Without a log beside it a file can be read alone, and no file is made beside it.
    how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    uri = f"{path.absolute().as_uri()}?{how}"
    try:
        with closing(sqlite3.connect(uri, timeout=_WAIT_SECONDS, uri=True)) as connection:
            _require_store(connection, path)
    except sqlite3.DatabaseError as error:
        raise _explained(error, str(path)) from error


def _require_store(connection: sqlite3.Connection, path: Path | None) -> bool:
    """Refuse a file of another program or layout; say whether the store has its tables yet."""
    application, layout, used = _header(connection)
    if application != _APPLICATION and (used or application or layout):
        raise BadInputError(f"store {path}: an SQLite file of another program; give another path")
    if used and layout != _LAYOUT:
        raise BadInputError(
            f"store {path}: written in layout {layout}, this version reads {_LAYOUT}; "
            "delete the file and build the graphs again"
        )
    return bool(used)


def _prepare(connection: sqlite3.Connection, path: Path | None) -> None:
    used = _require_store(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if not used:
        with transaction(connection, str(path)):
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {_LAYOUT}")
            connection.execute(_SCHEMA)


def _header(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Read in one transaction, so that a file just being made by another process is not misread."""
    connection.execute("BEGIN")
    with connection:
        return (
            connection.execute("PRAGMA application_id").fetchone()[0],
            connection.execute("PRAGMA user_version").fetchone()[0],
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0],
        )


@contextmanager
def transaction(connection: sqlite3.Connection, where: str) -> Iterator[sqlite3.Connection]:
    """Write all or nothing, waiting for other writers."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            yield connection
    except sqlite3.DatabaseError as error:
        raise _explained(error, where) from error


def packed(body: str) -> bytes:
    """Compress the text of a graph."""
    return zlib.compress(body.encode(), _FASTEST)


def unpacked(body: bytes, where: str) -> bytes:
    """Return the text of a graph as it was before `packed`, in UTF-8."""
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise BadInputError(
            f"store {where}: a graph is damaged ({error}); delete the file and build it again"
        ) from error


def _explained(error: sqlite3.DatabaseError, where: str) -> BadInputError | ServiceError:
    if isinstance(error, sqlite3.OperationalError):
        return ServiceError(f"store {where}: {error}; try again when it can be written")
    return BadInputError(f"store {where}: {error}; give another path or delete the file")
