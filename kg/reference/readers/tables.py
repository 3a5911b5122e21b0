"""Reading the files that reference graphs come in: columns by name or place, packed or not."""

import bz2
import csv
import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from kg.errors import BadInputError


def open_text(path: Path) -> TextIO:
    """Open a text file, unpacking `.gz` and `.bz2`."""
    if not path.is_file():
        raise BadInputError(f"{path}: no such file; a reference graph needs it")
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="")
    if path.suffix == ".bz2":
        return bz2.open(path, "rt", encoding="utf-8", newline="")
    return path.open(encoding="utf-8", newline="")


def existing(folder: Path, *names: str) -> Path:
    """Return the first of several files that a folder holds."""
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise BadInputError(f"{folder}: holds no {names[0]}; point to the folder that does")


def columns(path: Path, names: Sequence[str], delimiter: str = ",") -> Iterator[list[str]]:
    """Read the named columns of a table with a heading."""
    with open_text(path) as stream:
        rows = csv.reader(stream, delimiter=delimiter)
        heading = [name.strip() for name in next(rows, [])]
        missing = [name for name in names if name not in heading]
        if missing:
            raise BadInputError(f"{path}: has no column {', '.join(missing)}; check its heading")
        places = [heading.index(name) for name in names]
        for number, row in enumerate(rows, 2):
            if row and len(row) <= max(places):
                raise BadInputError(f"{path}, line {number}: {len(row)} cells; expected more")
            if row:
                yield [row[place].strip() for place in places]


def fields(path: Path, at_least: int, separator: str) -> Iterator[list[str]]:
    """Read the cells of a table without a heading; a line with too few is an error."""
    with open_text(path) as stream:
        for number, line in enumerate(stream, 1):
            cells = line.rstrip("\r\n").split(separator)
            if cells == [""] or line.startswith("#"):
                continue
            if len(cells) < at_least:
                raise BadInputError(
                    f"{path}, line {number}: {len(cells)} cells; expected {at_least} or more"
                )
            yield [cell.strip() for cell in cells]
