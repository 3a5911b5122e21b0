"""Reads a folder in which tables, documents and notes of patients may lie side by side."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from kg.readers.assembly import TargetChoice
from kg.readers.compressed import plain_stem, plain_suffix
from kg.readers.csv_files import csv_files, table_name
from kg.readers.fhir import open_fhir
from kg.readers.fhir_files import is_fhir_file
from kg.readers.joining import joined, with_notes
from kg.readers.json_record import open_json
from kg.readers.omop import is_omop, open_omop
from kg.readers.patient_index import unknown_admission
from kg.readers.tables import open_tables
from kg.readers.text import ABOUT_FILES, NOTES_FOLDER, note_of, open_text, text_files
from kg.record import Case, Unread, counted

DOCUMENT_SUFFIXES = (".json", ".jsonl", ".ndjson")


class FolderContents(BaseModel, frozen=True):
    """What a folder holds, by form."""

    folder: Path
    tables: bool
    documents: tuple[Path, ...]
    notes: tuple[Path, ...]


def document_files(folder: Path) -> tuple[Path, ...]:
    """List the files of a folder that hold JSON of any kind."""
    return tuple(
        sorted(
            one
            for one in folder.iterdir()
            if plain_suffix(one) in DOCUMENT_SUFFIXES and not one.name.startswith(".")
        )
    )


def open_contents(
    contents: FolderContents, admission: str | None, target: TargetChoice, summary: Path | None
) -> Iterator[Case]:
    """Read a folder; where it holds more than one form, the forms of a patient are joined."""
    left = _left_unread(contents.folder, summary)
    forms = [bool(one) for one in (contents.tables, contents.documents, contents.notes)]
    if sum(forms) == 1:
        return (_with_unread(case, left) for case in _only(contents, admission, target, summary))
    parts: list[Case] = []
    if contents.tables:
        parts.extend(_tables(contents, None, target))
    if contents.documents:
        parts.extend(_documents(contents, None))
    cases = joined(parts, contents.folder)
    if contents.notes:
        cases = with_notes(cases, [note_of(file) for file in contents.notes], contents.folder)
    found = cases if admission is None else _of_admission(cases, admission, contents.folder)
    return (_with_unread(case, left) for case in found)


def _only(
    contents: FolderContents, admission: str | None, target: TargetChoice, summary: Path | None
) -> Iterator[Case]:
    if contents.tables:
        return _tables(contents, admission, target)
    if contents.documents:
        return _documents(contents, admission)
    return open_text(contents.folder, admission, summary)


def _tables(
    contents: FolderContents, admission: str | None, target: TargetChoice
) -> Iterator[Case]:
    tables = csv_files(contents.folder)
    if is_omop(tables):
        return open_omop(contents.folder, tables, admission, target)
    return open_tables(contents.folder, admission, target)


def _documents(contents: FolderContents, admission: str | None) -> Iterator[Case]:
    if any(is_fhir_file(one) for one in contents.documents):
        return open_fhir(contents.folder, admission)
    return open_json(contents.folder, admission)


def _of_admission(cases: list[Case], admission: str, folder: Path) -> list[Case]:
    found = [case for case in cases if case.record.encounter(admission)]
    if not found:
        known = [stay.id for case in cases for stay in case.record.encounters]
        raise unknown_admission(admission, known, str(folder))
    return found


def _left_unread(folder: Path, summary: Path | None) -> tuple[Unread, ...]:
    """Count the files that are of no form; the text to check is no part of the record."""
    read = {*document_files(folder), *text_files(folder, summary)}
    checked = None if summary is None else summary.resolve()
    left = []
    for path in folder.iterdir():
        tells_nothing = path.name.startswith(".") or plain_stem(path).casefold() in ABOUT_FILES
        if tells_nothing or path in read or path.resolve() == checked:
            continue
        if path.is_dir():
            if path.name != NOTES_FOLDER:
                left.append(Unread(thing="folder", reason="not searched"))
        elif table_name(path) is None:
            left.append(Unread(thing="file", reason=path.suffix.lower() or "without an ending"))
    return counted(left)


def _with_unread(case: Case, unread: tuple[Unread, ...]) -> Case:
    if not unread:
        return case
    held = counted((*case.record.unread, *unread))
    return case.model_copy(update={"record": case.record.model_copy(update={"unread": held})})
