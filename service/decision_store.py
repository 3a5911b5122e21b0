"""The file of decisions: an SQLite log to which events are added, one writer at a time."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

from pydantic import ValidationError

from kg.errors import BadInputError, ServiceError
from service.audit import BEGINNING, seal_of
from service.decisions import Entry, Event, Line, Place, lines_of

WAIT_SECONDS = 30
"""How long a writer waits for another one."""

_TABLES = """
CREATE TABLE IF NOT EXISTS events (
  number INTEGER PRIMARY KEY, at TEXT NOT NULL, version INTEGER NOT NULL, entry TEXT NOT NULL,
  seal TEXT NOT NULL,
  report TEXT GENERATED ALWAYS AS (json_extract(entry, '$.place.report')) STORED,
  sentence INTEGER GENERATED ALWAYS AS (json_extract(entry, '$.place.sentence')) STORED,
  seat TEXT GENERATED ALWAYS AS (json_extract(entry, '$.place.seat')) STORED,
  UNIQUE (report, sentence, seat, version)
);
CREATE TRIGGER IF NOT EXISTS events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only added'); END;
CREATE TRIGGER IF NOT EXISTS events_remain BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are only added'); END;
CREATE TABLE IF NOT EXISTS drafts (
  report TEXT NOT NULL, sentence INTEGER NOT NULL, reviewer TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (report, sentence, reviewer)
);
"""


class StaleDecisionError(Exception):
    """Somebody decided on the sentence after the reviewer's page was made; `line` is how it is."""

    def __init__(self, line: Line) -> None:
        super().__init__("the sentence was decided on meanwhile")
        self.line = line


def utc_now() -> str:
    """Return the time in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class DecisionStore:
    """Adds events and reads them back; readable by its owner only."""

    def __init__(self, path: Path, now: Callable[[], str] = utc_now) -> None:
        self._path, self._now = path, now
        self._read: list[Event] = []
        self._reading = Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with self._connected() as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.executescript(_TABLES)

    def add(self, entry: Entry, expected: int) -> Event:
        """Add an event to a line that still holds as many as the reviewer saw.

        Raises `StaleDecisionError` where it holds others, and a `BadInputError` where there is
        nothing to take back.
        """
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            line = lines_of(_events(connection, entry.place)).get(entry.place, Line())
            if line.version != expected:
                raise StaleDecisionError(line)
            if entry.decision is None and line.valid is None:
                raise BadInputError("there is no decision to take back")
            event = _next(connection, entry, line.version + 1, self._now())
            _insert(connection, event)
            _forget_draft(connection, entry.place, entry.reviewer)
            return event

    def events(self) -> list[Event]:
        """Return the whole log, in its order; what was read before is not read again."""
        with self._reading, self._connected() as connection:
            last = self._read[-1].number if self._read else 0
            self._read += _events(connection, since=last)
            return [*self._read]

    def keep_draft(self, place: Place, reviewer: str, text: str) -> None:
        """Keep a comment that is being written; an empty one is forgotten."""
        with self._connected() as connection:
            _forget_draft(connection, place, reviewer)
            if text:
                row = (place.report, place.sentence, reviewer, text)
                connection.execute("INSERT INTO drafts VALUES (?, ?, ?, ?)", row)

    def draft(self, place: Place, reviewer: str) -> str:
        """Return the comment that was being written, or an empty text."""
        query = "SELECT text FROM drafts WHERE report = ? AND sentence = ? AND reviewer = ?"
        with self._connected() as connection:
            found = connection.execute(query, (place.report, place.sentence, reviewer)).fetchone()
        return str(found[0]) if found else ""

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """Open the file; what was begun is kept on leaving, and taken back on an error."""
        try:
            connection = sqlite3.connect(self._path, timeout=WAIT_SECONDS)
            try:
                with connection:
                    yield connection
            finally:
                connection.close()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise ServiceError(f"{self._path}: {error}") from error
            raise BadInputError(f"{self._path}: no file of decisions ({error})") from error


def _events(
    connection: sqlite3.Connection, place: Place | None = None, since: int = 0
) -> Iterator[Event]:
    query = "SELECT number, at, version, entry, seal FROM events WHERE number > ?"
    values: tuple[str | int, ...] = (since,)
    if place is not None:
        query += " AND report = ? AND sentence = ? AND seat = ?"
        values = (since, place.report, place.sentence, place.seat)
    for number, at, version, entry, seal in connection.execute(query + " ORDER BY number", values):
        try:
            told = Entry.model_validate_json(entry)
        except ValidationError as error:
            raise BadInputError(f"event {number} of the log is not readable") from error
        yield Event(number=number, at=at, version=version, entry=told, seal=seal)


def _next(connection: sqlite3.Connection, entry: Entry, version: int, at: str) -> Event:
    last = connection.execute("SELECT number, seal FROM events ORDER BY number DESC").fetchone()
    number, before = (last[0] + 1, last[1]) if last else (1, BEGINNING)
    seal = seal_of(number, at, version, entry, before)
    return Event(number=number, at=at, version=version, entry=entry, seal=seal)


def _insert(connection: sqlite3.Connection, event: Event) -> None:
    written = event.entry.model_dump_json()
    connection.execute(
        "INSERT INTO events (number, at, version, entry, seal) VALUES (?, ?, ?, ?, ?)",
        (event.number, event.at, event.version, written, event.seal),
    )


def _forget_draft(connection: sqlite3.Connection, place: Place, reviewer: str) -> None:
    query = "DELETE FROM drafts WHERE report = ? AND sentence = ? AND reviewer = ?"
    connection.execute(query, (place.report, place.sentence, reviewer))
