"""Reads CSV and CSV.GZ files row by row and names file, line and column of whatever is wrong."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kg.errors import BadInputError
from kg.readers.compressed import raw_lines

_LARGEST_CELL = 2**31 - 1
_SUFFIXES = (".csv", ".csv.gz", ".tsv", ".tsv.gz")
_DELIMITERS = (",", "\t", ";")
"""What may stand between two cells, the likeliest first."""


class CsvRow(NamedTuple):
    """One data row: the line it starts on and its cells by column."""

    line: int
    cells: dict[str, str]


def table_name(path: Path) -> str | None:
    """Return the table that a file holds, or None where it is no CSV file."""
    name = path.name
    suffix = next((s for s in reversed(_SUFFIXES) if name.lower().endswith(s)), None)
    return name[: -len(suffix)] if suffix else None


def csv_files(folder: Path) -> dict[str, Path]:
    """List the tables of one folder by name; a table that is there twice is an error."""
    tables: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        name = table_name(path)
        if name is None or name.startswith("."):
            continue
        if not path.is_file():
            # To pass over it would read as silence of the record.
            raise BadInputError(f"{path}: named like a table, but not a file; mend or remove it")
        if name in tables:
            raise BadInputError(f"{folder}: both {tables[name].name} and {path.name}; keep one")
        tables[name] = path
    return tables


def csv_header(path: Path) -> tuple[str, ...]:
    """Return the column names of a file."""
    first = next(_records(path), None)
    if first is None:
        raise BadInputError(f"{path}: the file is empty; its first line must name the columns")
    return _columns(path, first[1])


def read_csv(path: Path) -> Iterator[CsvRow]:
    """Yield the rows of a file, streaming."""
    header = csv_header(path)
    records = _records(path)
    next(records)
    for line, cells in records:
        if len(cells) != len(header):
            raise BadInputError(
                f"{path} line {line}: {len(cells)} cells where the header has {len(header)};"
                " check for an unquoted comma or line break"
            )
        yield CsvRow(line, dict(zip(header, cells, strict=True)))


def _records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with the line it starts on; blank lines are skipped."""
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(_lines(path), delimiter=_delimiter(path), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BadInputError(f"{path} line {line}: not valid CSV ({error})") from error
        if cells:
            yield line, cells


def _delimiter(path: Path) -> str:
    """Tell what parts the cells by the first line: a comma, or what stands there more often."""
    first = next(raw_lines(path), b"").decode("utf-8", "replace")
    return max(_DELIMITERS, key=first.count)


def _lines(path: Path) -> Iterator[str]:
    """Yield decoded lines with their ends, so that offsets in a quoted text stay true."""
    for number, raw in enumerate(raw_lines(path), 1):
        if raw.isascii() and b"\0" not in raw:
            yield raw.decode("ascii")
        else:
            yield decoded(raw, number == 1, f"{path} line {number}")


def decoded(raw: bytes, first: bool, where: str) -> str:
    """Decode UTF-8 text, without the byte order mark of a first line."""
    try:
        text = raw.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError as error:
        raise BadInputError(
            f"{where} byte {error.start + 1}: not UTF-8; save the file as UTF-8"
        ) from error
    if "\0" in text:
        raise BadInputError(f"{where}: holds a NUL byte; the file is damaged or not a text file")
    return text


def _columns(path: Path, names: list[str]) -> tuple[str, ...]:
    """Check the header: every column has a name of its own."""
    columns = tuple(name.strip() for name in names)
    for position, name in enumerate(columns, 1):
        if not name:
            raise BadInputError(
                f"{path} line 1: column {position} has no name; name it or remove it"
            )
        if name.casefold() in {other.casefold() for other in columns[: position - 1]}:
            raise BadInputError(f"{path} line 1: column {name} occurs twice; keep one")
    return columns
