"""Reads MIMIC: module folders with their dictionaries, or all tables in one folder."""

from collections.abc import Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import TargetChoice
from kg.readers.csv_files import csv_files, csv_header
from kg.readers.dictionaries import DICTIONARY_TABLES, dictionary_of
from kg.readers.tables import TableFile, TableFolder, cases_of, table_file
from kg.record import Case

MODULES = ("hosp", "icu", "ed", "note")
_INDEX_TABLES = frozenset({"admissions", "edstays", "icustays", "discharge"})


def is_mimic(folder: Path, tables: dict[str, Path]) -> bool:
    """Say whether a folder holds tables or modules of MIMIC-III or MIMIC-IV."""
    named = {table.casefold(): path for table, path in tables.items()}
    if {"admissions", "patients"} <= named.keys():
        return "subject_id" in {name.casefold() for name in csv_header(named["patients"])}
    return any((folder / one).is_dir() and csv_files(folder / one) for one in MODULES[:3])


def open_mimic(folder: Path, admission: str | None, target: TargetChoice) -> Iterator[Case]:
    """Read every table of every module, with the names from the dictionaries joined in."""
    paths = _tables(folder)
    files = tuple(
        table_file(path, table, strict=True)
        for table, path in paths.items()
        if table.casefold() not in DICTIONARY_TABLES
    )
    dictionaries = tuple(
        table_file(path, table)
        for table, path in paths.items()
        if table.casefold() in DICTIONARY_TABLES
    )
    for file in files:
        _check_named(file, paths)
    layout = TableFolder(
        path=folder,
        files=files,
        dictionaries=dictionaries,
        strict=True,
        index_tables=_INDEX_TABLES,
    )
    return cases_of(layout, admission, target)


def _tables(folder: Path) -> dict[str, Path]:
    tables = csv_files(folder)
    for module in MODULES:
        if not (folder / module).is_dir():
            continue
        for name, path in csv_files(folder / module).items():
            if name in tables:
                raise BadInputError(f"{folder}: both {tables[name]} and {path}; keep one")
            tables[name] = path
    return tables


def _check_named(file: TableFile, tables: dict[str, Path]) -> None:
    """Items that only have a number need their dictionary."""
    needed = dictionary_of(file.table)
    if (
        needed
        and needed[0] not in {table.casefold() for table in tables}
        and not file.has_any({needed[1]})
    ):
        raise BadInputError(
            f"{file.path} line 1: column {needed[1]} is missing;"
            f" put {needed[0]}.csv beside it, which names the items"
        )
