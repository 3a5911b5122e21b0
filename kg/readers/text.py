"""Reads plain text notes: one file is one note, a folder of them is one patient."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from kg.errors import BadInputError
from kg.readers.assembly import note_order
from kg.readers.compressed import plain_stem, plain_suffix, raw_lines
from kg.readers.csv_files import decoded
from kg.readers.patient_index import unknown_admission
from kg.record import Case, Note, PatientRecord
from kg.timestamps import iso_time

TEXT_SUFFIX = ".txt"
NOTES_FOLDER = "notes"
"""A folder inside the patient's that holds notes alone."""

ABOUT_FILES = frozenset({"readme", "license", "licence", "sha256sums", "changelog"})
"""Names of texts that tell of files and not of a patient."""

_SPEAKER = re.compile(r"^[ \t]*(?:\[([\w .]{2,30})\]|([A-Z][\w .]{1,29}):)[ \t]", re.MULTILINE)
_NAMED_CATEGORIES = ("discharge", "radiology")
_DAY_IN_A_NAME = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_TITLE = re.compile(
    r"(?:[A-Za-z&/'-]+ ){0,4}?(?:consult(?:ation)?|note|report|summary|history and physical|h&p"
    r"|letter|assessment|evaluation|transcript)s?(?: (?:note|report|letter))?"
    r"(?=\s*(?:$|[-–—:,(|#\d]))",
    re.IGNORECASE,
)
"""What a note calls itself, with nothing behind it but a date, a number or a name."""

_STAY_DATES = re.compile(r"(?i)\badmi(?:ssion|tted|t)\b[^\n]{0,60}\bdischarged?\b[^\n]{0,20}\d")


def open_text(path: Path, admission: str | None, summary: Path | None = None) -> Iterator[Case]:
    """Read a note, or a folder of notes of one patient; a summary beside them is no note."""
    if admission is not None:
        raise unknown_admission(admission, [], str(path))
    files = (path,) if path.is_file() else text_files(path, summary)
    return iter([_case(path, files)])


def text_files(folder: Path, summary: Path | None = None) -> tuple[Path, ...]:
    """List the notes of a folder, without the text that is to be checked against them."""
    checked = None if summary is None else summary.resolve()
    folders = [one for one in (folder, folder / NOTES_FOLDER) if one.is_dir()]
    return tuple(
        sorted(
            path
            for one in folders
            for path in one.iterdir()
            if plain_suffix(path) == TEXT_SUFFIX
            and plain_stem(path).casefold() not in ABOUT_FILES
            and path.resolve() != checked
        )
    )


def read_text(path: Path) -> str:
    """Read a file as it is, line ends included."""
    return "".join(
        decoded(line, number == 1, f"{path} line {number}")
        for number, line in enumerate(raw_lines(path), 1)
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


def _case(path: Path, files: tuple[Path, ...]) -> Case:
    notes: dict[str, Note] = {}
    for file in files:
        note = note_of(file)
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


def note_of(path: Path) -> Note:
    """Read a file as one note; a date in its name is the day on which it was written."""
    text = read_text(path)
    if not text.strip():
        raise BadInputError(f"{path}: the file is empty; a note needs text")
    name = plain_stem(path)
    day = _DAY_IN_A_NAME.search(name)
    return Note(
        id=name,
        category=category_of(text, name),
        text=text,
        title=title_of(text) or _words_of(name),
        time=iso_time("-".join(day.groups())) if day else None,
    )


def title_of(text: str) -> str:
    """Return what a note calls itself at its top: `PROGRESS NOTE`; empty where it does not."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    found = _TITLE.match(first)
    return " ".join(found[0].split()).capitalize() if found else ""


def _words_of(name: str) -> str:
    """Write the name of a file in words: `progress_note_2` is `progress note 2`."""
    return " ".join(_DAY_IN_A_NAME.sub(" ", name).replace("_", " ").replace("-", " ").split())
