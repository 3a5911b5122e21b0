"""Opens patient records of every form that CuraView reads."""

from collections.abc import Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import TargetChoice
from kg.readers.compressed import plain_suffix
from kg.readers.csv_files import csv_files
from kg.readers.discharge_me import is_discharge_me, open_discharge_me
from kg.readers.fhir import open_fhir
from kg.readers.fhir_files import is_fhir_file
from kg.readers.folder_contents import (
    DOCUMENT_SUFFIXES,
    FolderContents,
    document_files,
    open_contents,
)
from kg.readers.json_record import open_json
from kg.readers.mimic import is_mimic, open_mimic
from kg.readers.text import TEXT_SUFFIX, open_text, text_files
from kg.record import Case

_FORMS = (
    "a Discharge-Me folder (discharge.csv, discharge_target.csv, ...), a MIMIC folder"
    " (hosp/, icu/, ed/, or admissions.csv and patients.csv), a folder of CSV tables, FHIR"
    " (.json, .ndjson), a JSON record (.json, .jsonl), text notes (.txt), or one folder with"
    " notes and tables of one patient; docs/records.md shows each form"
)


def open_cases(
    path: Path,
    admission: str | None = None,
    target: TargetChoice = "brief_hospital_course",
    summary: Path | None = None,
) -> Iterator[Case]:
    """Read the patients of a file or folder one by one, whatever its form.

    With an admission only its patient is read, and only its texts are targets. A source without
    target texts gives cases without targets. A file with the `summary` to check is no part of the
    record, even where it lies in its folder.
    """
    if not path.exists():
        raise BadInputError(f"{path}: does not exist; give {_FORMS}")
    if path.is_dir():
        return _open_folder(path, admission, target, summary)
    if not path.is_file():
        raise BadInputError(f"{path}: neither a file nor a folder; give {_FORMS}")
    suffix = plain_suffix(path)
    if suffix == TEXT_SUFFIX:
        return open_text(path, admission)
    if suffix in DOCUMENT_SUFFIXES:
        return open_fhir(path, admission) if is_fhir_file(path) else open_json(path, admission)
    raise BadInputError(f"{path}: not a record that can be read; give {_FORMS}")


def _open_folder(
    folder: Path, admission: str | None, target: TargetChoice, summary: Path | None
) -> Iterator[Case]:
    tables = csv_files(folder)
    if is_mimic(folder, tables):
        return open_mimic(folder, admission, target)
    if is_discharge_me(tables):
        return open_discharge_me(folder, admission, target)
    contents = FolderContents(
        folder=folder,
        tables=bool(tables),
        documents=document_files(folder),
        notes=text_files(folder, summary),
    )
    if not (contents.tables or contents.documents or contents.notes):
        raise BadInputError(f"{folder}: nothing that can be read; looked for {_FORMS}")
    return open_contents(contents, admission, target, summary)
