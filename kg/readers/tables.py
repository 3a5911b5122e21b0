"""Reads a folder of CSV tables, whatever system they come from."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel

from kg.errors import BadInputError
from kg.readers.assembly import TargetChoice, case_of
from kg.readers.csv_files import csv_files, csv_header, read_csv
from kg.readers.dictionaries import DICTIONARY_TABLES, Dictionaries
from kg.readers.grouping import PatientShelf, ShelvedRow
from kg.readers.patient_index import PatientIndex, Place, named_patient, plain_id
from kg.readers.table_forms import (
    ABOUT_NO_PATIENT,
    ALSO_NAMED,
    ENCOUNTER_COLUMNS,
    NAMED_BY_OWN_ID,
    OWN_ID,
    PATIENT_COLUMNS,
    STAY_COLUMN,
    UNIT_STAY_COLUMN,
    TableForm,
    form_of,
)
from kg.readers.typed_rows import cell, check_ends, filled, identity, placing, row_time
from kg.record import Case

_PLACING_COLUMNS = {*PATIENT_COLUMNS, *ENCOUNTER_COLUMNS, STAY_COLUMN}


class NamesOfCodes(Protocol):
    """What knows the names of the codes in rows."""

    def joined(self, table: str, fields: dict[str, str]) -> dict[str, str]:
        """Add the names to the fields of a row; what the row itself says stays."""
        ...


class TableFile(BaseModel, frozen=True):
    """One file of a folder."""

    path: Path
    table: str
    columns: tuple[str, ...]

    @property
    def form(self) -> TableForm:
        """How the table is read."""
        return form_of(self.table, self.columns)

    def has_any(self, names: set[str]) -> bool:
        """Say whether one of these lower-case columns is there."""
        return not names.isdisjoint(column.casefold() for column in self.columns)


class TableFolder(BaseModel, frozen=True):
    """The tables to read. In a `strict` folder every table has to have its fixed form."""

    path: Path
    files: tuple[TableFile, ...]
    dictionaries: tuple[TableFile, ...] = ()
    strict: bool = False
    index_tables: frozenset[str] | None = None
    """The tables that tie stays to patients; None for all."""

    sole: str | None = None
    """The patient of the whole folder, where not all tables name one."""


def open_tables(folder: Path, admission: str | None, target: TargetChoice) -> Iterator[Case]:
    """Read any folder of CSV tables that name the patient in a column."""
    files = tuple(
        table_file(path, table)
        for table, path in csv_files(folder).items()
        if table.casefold() not in ABOUT_NO_PATIENT | DICTIONARY_TABLES
    )
    if not files:
        raise BadInputError(f"{folder}: holds no table about a patient")
    unnamed = [file for file in files if not _names_patient(file)]
    sole = _sole_patient(folder, files, unnamed) if unnamed else None
    dictionaries = tuple(
        table_file(path, table)
        for table, path in csv_files(folder).items()
        if table.casefold() in DICTIONARY_TABLES
    )
    layout = TableFolder(path=folder, files=files, dictionaries=dictionaries, sole=sole)
    return cases_of(layout, admission, target)


def _names_patient(file: TableFile) -> bool:
    own = {OWN_ID} if file.table.casefold() in NAMED_BY_OWN_ID else set()
    return file.has_any(_PLACING_COLUMNS | own)


def _sole_patient(folder: Path, files: tuple[TableFile, ...], unnamed: list[TableFile]) -> str:
    """Name the one patient of a folder in which tables name none; with several, it is an error."""
    named = {
        patient
        for file in files
        if file not in unnamed
        for _, cells in read_csv(file.path)
        if (patient := named_patient(placing(file.table, filled(cells))))
    }
    if len(named) > 1:
        raise BadInputError(
            f"{unnamed[0].path} line 1: no column names the patient, and the folder is about"
            f" {len(named)}; looked for {', '.join(PATIENT_COLUMNS + ENCOUNTER_COLUMNS)}; found"
            f" {', '.join(unnamed[0].columns)}"
        )
    return named.pop() if named else folder.resolve().name


def table_file(path: Path, table: str, strict: bool = False) -> TableFile:
    """Look at the header of a file; in a strict folder the table must have its columns."""
    file = TableFile(path=path, table=table, columns=csv_header(path))
    missing = [
        name
        for name in file.form.required
        if strict and not file.has_any({name, *ALSO_NAMED.get(name, ())})
    ]
    if missing:
        raise BadInputError(
            f"{path} line 1: column {missing[0]} is missing; found {', '.join(file.columns)}"
        )
    return file


def cases_of(
    folder: TableFolder,
    admission: str | None,
    target: TargetChoice,
    names: NamesOfCodes | None = None,
) -> Iterator[Case]:
    """Yield the patients of a folder in order of their id.

    `names` joins the names of codes into rows; without it the folder's dictionaries do.
    """
    index = _index(folder)
    wanted = None if admission is None else index.patient_of(admission, str(folder.path))
    dictionaries = names or Dictionaries.read(
        {file.table: file.path for file in folder.dictionaries}
    )
    with PatientShelf() as shelf:
        for file in folder.files:
            _shelve(file, folder.strict, index, dictionaries, shelf, wanted)
        shelf.close_entry()
        for patient in shelf.patients():
            yield case_of(patient, shelf.rows(patient), admission, target)


def _index(folder: TableFolder) -> PatientIndex:
    index = PatientIndex(folder.sole)
    stays = {*ENCOUNTER_COLUMNS, STAY_COLUMN, UNIT_STAY_COLUMN}
    for file in folder.files:
        tables = folder.index_tables
        if file.has_any(stays) and (tables is None or file.table.casefold() in tables):
            for line, cells in read_csv(file.path):
                index.learn(placing(file.table, filled(cells)), f"{file.path} line {line}")
    return index


def _shelve(
    file: TableFile,
    strict: bool,
    index: PatientIndex,
    dictionaries: NamesOfCodes,
    shelf: PatientShelf,
    wanted: str | None,
) -> None:
    """Read one file onto the shelf; with a wanted patient, only that patient's rows."""
    for line, cells in read_csv(file.path):
        where = f"{file.path} line {line}"
        fields = filled(cells)
        if not fields:
            continue
        if strict:
            _check_key(fields, file.form, where)
            check_ends(fields, file.form, where)
        place = _place(placing(file.table, fields), file.form, index, where)
        if wanted in (None, place.patient):
            key = identity(fields, file.form)
            time = row_time(fields, file.form, where, strict) or _stay_time(file.form, place)
            row = ShelvedRow(
                patient=place.patient,
                table=file.table,
                id=key.id,
                key_space=_key_space(file) if key.columns else "",
                line=line,
                time=time,
                encounter=place.encounter,
                fields=dictionaries.joined(file.table, fields),
            )
            shelf.add(row, where, ", ".join(key.columns))


def _place(fields: dict[str, str], form: TableForm, index: PatientIndex, where: str) -> Place:
    encounter = cell(fields, ENCOUNTER_COLUMNS)
    if form.content == "targets" and encounter and plain_id(encounter[1]) not in index.encounters:
        raise BadInputError(
            f"{where} column {encounter[0]}: no other table knows admission {encounter[1]};"
            " correct it or remove the row"
        )
    return index.place(fields, where)


def _check_key(fields: dict[str, str], form: TableForm, where: str) -> None:
    """A row whose primary key is there only in part cannot be told from others."""
    for key in form.keys:
        empty = [name for name in key if cell(fields, (name,)) is None]
        if empty and set(key) <= set(form.required):
            raise BadInputError(f"{where} column {empty[0]}: the cell is empty; it names the row")


def _key_space(file: TableFile) -> str:
    """Notes of all tables share their ids, because they are cited by id alone."""
    return "notes" if file.form.content == "notes" else file.table


def _stay_time(form: TableForm, place: Place) -> str | None:
    if place.stay is None or form.stay_time is None:
        return None
    return place.stay.start if form.stay_time == "start" else place.stay.end
