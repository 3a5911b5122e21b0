"""Joins the names of items and codes from dictionary tables into the rows that use them."""

from pathlib import Path
from typing import Self

from kg.errors import BadInputError
from kg.readers.csv_files import csv_header, read_csv

_JOINS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "d_labitems": (("itemid",), ("label", "fluid", "category")),
    "d_items": (("itemid",), ("label", "category", "unitname")),
    "d_icd_diagnoses": (("icd_code", "icd_version"), ("long_title",)),
    "d_icd_procedures": (("icd_code", "icd_version"), ("long_title",)),
}
"""Of each dictionary: the columns that are looked up, and those that are joined in."""

_USERS: dict[str, str] = {
    "labevents": "d_labitems",
    "chartevents": "d_items",
    "datetimeevents": "d_items",
    "inputevents": "d_items",
    "ingredientevents": "d_items",
    "outputevents": "d_items",
    "procedureevents": "d_items",
    "diagnoses_icd": "d_icd_diagnoses",
    "procedures_icd": "d_icd_procedures",
}
"""Which dictionary names the items of a table."""

DICTIONARY_TABLES = frozenset({*_JOINS, "d_hcpcs", "provider", "caregiver"})
"""Tables that are about no patient."""


def dictionary_of(table: str) -> tuple[str, str] | None:
    """Return the dictionary that names the items of a table, and the column it gives."""
    name = _USERS.get(table.casefold())
    return None if name is None else (name, _JOINS[name][1][0])


class Dictionaries:
    """The dictionary tables of a folder, held by key."""

    def __init__(self, entries: dict[str, dict[tuple[str, ...], dict[str, str]]]) -> None:
        self._entries = entries

    @classmethod
    def read(cls, files: dict[str, Path]) -> Self:
        """Read the dictionaries that are there."""
        return cls({name: _entries(name, path) for name, path in files.items() if name in _JOINS})

    def joined(self, table: str, fields: dict[str, str]) -> dict[str, str]:
        """Add the names of a row's item or code; what the row itself says stays."""
        name = _USERS.get(table.casefold(), "")
        entries = self._entries.get(name)
        if entries is None:
            return fields
        key = tuple(fields.get(column, "").strip() for column in _JOINS[name][0])
        return {**entries.get(key, {}), **fields}


def _entries(name: str, path: Path) -> dict[tuple[str, ...], dict[str, str]]:
    keys, names = _JOINS[name]
    columns = csv_header(path)
    missing = [column for column in (*keys, names[0]) if column not in columns]
    if missing:
        raise BadInputError(
            f"{path} line 1: column {missing[0]} is missing; found {', '.join(columns)}"
        )
    return {
        tuple(cells[column].strip() for column in keys): {
            column: cells[column] for column in names if cells.get(column, "").strip()
        }
        for _, cells in read_csv(path)
    }
