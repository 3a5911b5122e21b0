"""Reads a folder in the layout of the Discharge Me! task: six tables, many patients."""

from collections.abc import Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import TargetChoice
from kg.readers.csv_files import csv_files
from kg.readers.tables import TableFolder, cases_of, table_file
from kg.record import Case

TABLES = ("discharge", "discharge_target", "edstays", "triage", "diagnosis", "radiology")
_INDEX_TABLES = frozenset({"discharge", "edstays"})


def is_discharge_me(tables: dict[str, Path]) -> bool:
    """Say whether these tables are of the layout."""
    return "discharge" in tables or "discharge_target" in tables


def open_discharge_me(folder: Path, admission: str | None, target: TargetChoice) -> Iterator[Case]:
    """Read the six tables; other files of the folder are not of the layout and stay unread."""
    tables = csv_files(folder)
    if "discharge" not in tables:
        raise BadInputError(
            f"{folder}: discharge.csv (or discharge.csv.gz) is missing;"
            " a Discharge-Me folder holds the discharge notes in it"
        )
    files = tuple(table_file(tables[name], name, strict=True) for name in TABLES if name in tables)
    layout = TableFolder(path=folder, files=files, strict=True, index_tables=_INDEX_TABLES)
    return cases_of(layout, admission, target)
