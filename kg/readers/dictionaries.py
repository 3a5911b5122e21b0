"""Joins the names of items and codes from dictionary tables into the rows that use them."""

from pathlib import Path
from typing import NamedTuple, Self

from kg.errors import BadInputError
from kg.readers.csv_files import csv_header, read_csv
from kg.readers.patient_index import plain_id

_JOINS: dict[str, tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = {
    "d_labitems": ((("itemid",),), ("label", "fluid", "category", "loinc_code")),
    "d_items": ((("itemid",),), ("label", "category", "unitname")),
    "d_icd_diagnoses": ((("icd_code", "icd_version"), ("icd9_code",)), ("long_title",)),
    "d_icd_procedures": ((("icd_code", "icd_version"), ("icd9_code",)), ("long_title",)),
}
"""Of each dictionary: the columns that are looked up, in MIMIC-IV or else in MIMIC-III, and those
that are joined in."""

_USERS: dict[str, str] = {
    "labevents": "d_labitems",
    "chartevents": "d_items",
    "datetimeevents": "d_items",
    "inputevents": "d_items",
    "inputevents_cv": "d_items",
    "inputevents_mv": "d_items",
    "ingredientevents": "d_items",
    "outputevents": "d_items",
    "procedureevents": "d_items",
    "procedureevents_mv": "d_items",
    "diagnoses_icd": "d_icd_diagnoses",
    "procedures_icd": "d_icd_procedures",
}
"""Which dictionary names the items of a table."""

DICTIONARY_TABLES = frozenset({*_JOINS, "caregiver", "caregivers", "d_cpt", "d_hcpcs", "provider"})
"""Tables that are about no patient."""


def dictionary_of(table: str) -> tuple[str, str] | None:
    """Return the dictionary that names the items of a table, and the column it gives."""
    name = _USERS.get(table.casefold())
    return None if name is None else (name, _JOINS[name][1][0])


class _Dictionary(NamedTuple):
    """The entries of one dictionary, by the cells of its key."""

    keys: tuple[str, ...]
    entries: dict[tuple[str, ...], dict[str, str]]


class Dictionaries:
    """The dictionary tables of a folder, held by key."""

    def __init__(self, held: dict[str, _Dictionary]) -> None:
        self._held = held

    @classmethod
    def read(cls, files: dict[str, Path]) -> Self:
        """Read the dictionaries that are there."""
        named = {name.casefold(): path for name, path in files.items()}
        return cls({name: _read(name, path) for name, path in named.items() if name in _JOINS})

    def joined(self, table: str, fields: dict[str, str]) -> dict[str, str]:
        """Add the names of a row's item or code; what the row itself says stays."""
        dictionary = self._held.get(_USERS.get(table.casefold(), ""))
        if dictionary is None:
            return fields
        cells = {name.casefold(): text for name, text in fields.items()}
        key = tuple(plain_id(cells.get(column, "").strip()) for column in dictionary.keys)
        found = dictionary.entries.get(key, {})
        return {**{name: text for name, text in found.items() if name not in cells}, **fields}


def _read(name: str, path: Path) -> _Dictionary:
    choices, names = _JOINS[name]
    columns = {column.casefold() for column in csv_header(path)}
    keys = next((one for one in choices if set(one) <= columns), choices[0])
    missing = [column for column in (*keys, names[0]) if column not in columns]
    if missing:
        raise BadInputError(
            f"{path} line 1: column {missing[0]} is missing; found {', '.join(sorted(columns))}"
        )
    entries = {}
    for _, written in read_csv(path):
        cells = {column.casefold(): text for column, text in written.items()}
        key = tuple(plain_id(cells[column].strip()) for column in keys)
        entries[key] = {one: cells[one] for one in names if cells.get(one, "").strip()}
    return _Dictionary(keys, entries)
