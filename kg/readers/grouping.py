"""Groups rows by patient in a temporary database, so that a folder of any size can be read."""

import json
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple, Self

from kg.errors import BadInputError

_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE shelf (
  patient TEXT, name TEXT, id TEXT, key_space TEXT, line INTEGER, time TEXT, encounter TEXT,
  fields TEXT
);
CREATE UNIQUE INDEX one_per_key ON shelf (key_space, id) WHERE key_space <> '';
"""


class ShelvedRow(NamedTuple):
    """A row with what was found out about it when it was read."""

    patient: str
    table: str
    id: str
    key_space: str
    """Where the id has to be unique: a table, or all notes; empty for a hash of the content."""

    line: int
    time: str | None
    encounter: str | None
    fields: dict[str, str]


class PatientShelf:
    """Rows on disk, to be taken out patient by patient."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", check_same_thread=False)
        """The empty name makes a private database that moves from memory to disk as it grows."""

        self._database.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, row: ShelvedRow, where: str, key_names: str) -> None:
        """Put a row on the shelf of its patient; a primary key may come once."""
        values = (*row[:7], json.dumps(row.fields, ensure_ascii=False))
        try:
            self._database.execute("INSERT INTO shelf VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        except sqlite3.IntegrityError as error:
            raise BadInputError(
                f"{where} column {key_names}: {row.id!r} is already on {self._place_of(row)};"
                " every row needs a key of its own"
            ) from error

    def close_entry(self) -> None:
        """Prepare the shelf for being read by patient."""
        self._database.execute("CREATE INDEX by_patient ON shelf (patient)")

    def patients(self) -> list[str]:
        """List the patients in order."""
        found = self._database.execute("SELECT DISTINCT patient FROM shelf ORDER BY patient")
        return [patient for (patient,) in found]

    def rows(self, name: str) -> Iterator[ShelvedRow]:
        """Yield the rows of one patient in an order that does not depend on the files."""
        found = self._database.execute(
            "SELECT * FROM shelf WHERE patient = ? ORDER BY name, id", (name,)
        )
        for patient, table, key, space, line, time, encounter, fields in found:
            yield ShelvedRow(patient, table, key, space, line, time, encounter, json.loads(fields))

    def _place_of(self, row: ShelvedRow) -> str:
        found = self._database.execute(
            "SELECT name, line FROM shelf WHERE key_space = ? AND id = ?", (row.key_space, row.id)
        )
        table, line = found.fetchone()
        return f"line {line}" if table == row.table else f"line {line} of {table}"
