"""Reads plain text notes: one file is one note, a folder of them is one patient."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import note_order
from kg.readers.csv_files import decoded
from kg.readers.patient_index import unknown_admission
from kg.record import Case, Note, PatientRecord

TEXT_SUFFIX = ".txt"
_SPEAKER = re.compile(r"^[ \t]*(?:\[([\w .]{2,30})\]|([A-Z][\w .]{1,29}):)[ \t]", re.MULTILINE)
_NAMED_CATEGORIES = ("discharge", "radiology")
_STAY_DATES = re.compile(r"(?i)\badmi(?:ssion|tted|t)\b[^\n]{0,60}\bdischarged?\b[^\n]{0,20}\d")


def open_text(path: Path, admission: str | None, summary: Path | None = None) -> Iterator[Case]:
    """Read a note, or a folder of notes of one patient; a summary beside them is no note."""
    if admission is not None:
        raise unknown_admission(admission, [], str(path))
    files = [path] if path.is_file() else text_files(path, summary)
    return iter([_case(path, files)])


def text_files(folder: Path, summary: Path | None = None) -> list[Path]:
    """List the notes of a folder, without the text that is to be checked against them."""
    checked = None if summary is None else summary.resolve()
    found = (one for one in folder.iterdir() if one.suffix.lower() == TEXT_SUFFIX)
    return sorted(one for one in found if one.resolve() != checked)


def read_text(path: Path) -> str:
    """Read a file as it is, line ends included."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from error
    lines = raw.split(b"\n")
    return "\n".join(
        decoded(line, number == 1, f"{path} line {number}") for number, line in enumerate(lines, 1)
    )


def category_of(text: str, name: str = "") -> str:
    """Tell what kind of document a text is, from its name or from how it is laid out."""
    for category in _NAMED_CATEGORIES:
        if category in name.casefold():
            return category
    if is_transcript(text):
        return "transcript"
    return "discharge" if _STAY_DATES.search(text[:2000]) else "note"


def is_transcript(text: str) -> bool:
    """Say whether a text is a conversation: few speakers who take turns on most lines."""
    turns = [(match[1] or match[2]).casefold() for match in _SPEAKER.finditer(text)]
    lines = sum(1 for line in text.splitlines() if line.strip())
    speakers = set(turns)
    changes = sum(1 for one, other in itertools.pairwise(turns) if one != other)
    return 2 <= len(speakers) <= 4 and len(turns) >= 0.5 * lines and changes > len(speakers)


def _case(path: Path, files: list[Path]) -> Case:
    notes: dict[str, Note] = {}
    for file in files:
        note = _note(file)
        if note.id in notes:
            raise BadInputError(f"{file}: another note is named {note.id} too; rename one of them")
        notes[note.id] = note
    record = PatientRecord(
        patient_id=_named(path), notes=tuple(sorted(notes.values(), key=note_order))
    )
    return Case(record=record)


def _named(path: Path) -> str:
    """Name the patient by the file, or by the whole name of the folder, `.` included."""
    place = path.resolve() if path.name in ("", "..") else path
    return place.name if place.is_dir() else place.stem


def _note(path: Path) -> Note:
    text = read_text(path)
    if not text.strip():
        raise BadInputError(f"{path}: the file is empty; a note needs text")
    return Note(id=path.stem, category=category_of(text, path.stem), text=text)
