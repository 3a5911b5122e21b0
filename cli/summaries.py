"""Which texts a command is to check, and against which admission."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import typer

from clinical.sentences import has_words
from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import Case, Target

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Checkable:
    """Texts that belong to one admission of one patient."""

    case: Case
    admission_id: str | None
    targets: tuple[Target, ...]


def checkables(
    record: Path,
    summary: str | None,
    admission: str | None,
    target: Literal["brief_hospital_course", "discharge_instructions", "both"],
    several: bool = True,
) -> Iterator[Checkable]:
    """Yield what is to be checked: the given summary, or else the record's own target texts."""
    if summary is not None:
        text = read_summary(summary)
        yield _given(record, text, admission, None if summary == STANDARD_INPUT else Path(summary))
        return
    seen = 0
    for case in open_cases(record, admission, target):
        for checkable in _own(case):
            seen += len(checkable.targets)
            if seen > 1 and not several:
                msg = f"{record}: holds several texts to check; choose one, or give --out a folder"
                raise BadInputError(msg)
            yield checkable
    if not seen:
        raise BadInputError(f"{record}: holds no text to check; give one with --summary")


def require_files(record: Path, summary: str) -> None:
    """Refuse paths that lead nowhere before anything heavy is loaded."""
    if not record.exists():
        raise BadInputError(f"{record}: does not exist; give a record to check against")
    if summary not in ("", STANDARD_INPUT):
        _file(Path(summary))


def read_summary(name: str) -> str:
    """Read a summary from a file or from standard input; not a character is changed."""
    if name == STANDARD_INPUT:
        where, raw = "standard input", sys.stdin.buffer.read()
    else:
        where, raw = name, _bytes(Path(name))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{where}: not UTF-8 at byte {error.start}; convert the summary to UTF-8"
        raise BadInputError(msg) from error
    if not has_words(text):
        raise BadInputError(f"{where}: the summary has no sentence; give a text to check")
    return text


def _bytes(path: Path) -> bytes:
    return _file(path).read_bytes()


def _file(path: Path) -> Path:
    if path.is_dir():
        raise BadInputError(f"{path}: is a folder; give the file with the summary to check")
    if not path.is_file():
        raise BadInputError(f"{path}: no such file; give the summary to check, or - to read it")
    return path


def _given(record: Path, text: str, admission: str | None, file: Path | None) -> Checkable:
    cases = list(islice(open_cases(record, admission, summary=file), 2))
    if not cases:
        raise BadInputError(f"{record}: holds no patient")
    if len(cases) > 1:
        msg = f"{record}: holds several patients; say with --admission whose summary it is"
        raise BadInputError(msg)
    case = cases[0]
    if _is_the_record(text, case):
        msg = f"{record}: the record is the summary itself; give what else is known of the patient"
        raise BadInputError(msg)
    found = admission or _only_admission(record, case)
    target = Target(admission_id=found or "", name="summary", text=text)
    return Checkable(case, found, (target,))


def _is_the_record(summary: str, case: Case) -> bool:
    """Say whether a record holds nothing but the words of the summary."""
    notes = case.record.notes
    if case.record.rows or not notes:
        return False
    words = " ".join(summary.split())
    return all(" ".join(note.text.split()) in words for note in notes)


def _only_admission(record: Path, case: Case) -> str | None:
    """Return the only stay; a summary of several is held against the whole record."""
    stays = [stay.id for stay in case.record.stays]
    if len(stays) > 1:
        typer.echo(
            f"curaview: {record}: patient {case.record.patient_id} has {len(stays)} admissions,"
            " all of them are evidence; --admission chooses one and leaves out what came later",
            err=True,
        )
        return None
    return stays[0] if stays else None


def _own(case: Case) -> Iterator[Checkable]:
    for admission in dict.fromkeys(target.admission_id for target in case.targets):
        texts = tuple(one for one in case.targets if one.admission_id == admission)
        yield Checkable(case, admission or None, texts)
