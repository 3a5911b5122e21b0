"""Where in the record each labeled sentence of a cohort comes from, as its labels say."""

import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from evaluation.json_lines import read_lines
from evaluation.labeled import LabeledRecord
from evaluation.labeled_cohort import LABELS_FILE, LabelLine
from kg.errors import BadInputError
from kg.record import Note


class Quoted(BaseModel, frozen=True):
    """Words of a source that a labeler cited."""

    source: str
    quote: str


class CitedLine(LabelLine, frozen=True):
    """A labeled sentence with what the labeler cited for it."""

    evidence: tuple[Quoted, ...] = ()


class CitedPlace(BaseModel, frozen=True):
    """A stretch of a note that a sentence rests on."""

    note: str
    start: int
    end: int


class CitedSentence(BaseModel, frozen=True):
    """A right, checkable sentence of a clean summary, in its place."""

    index: int
    start: int
    end: int
    places: tuple[CitedPlace, ...]


def cited_sentences(folder: Path, record: LabeledRecord) -> list[CitedSentence]:
    """Return the supported sentences of a record's clean summary with the places they rest on."""
    document = next((d for d in record.documents if d.id.endswith("/clean")), None)
    lines = _clean_lines(folder, record.admission_id)
    if document is None or not any(line.evidence for line in lines):
        return []
    rows = document.texts[0].rows
    return [
        CitedSentence(
            index=number,
            start=row.start,
            end=row.end,
            places=tuple(_places(record, line)),
        )
        for number, (row, line) in enumerate(zip(rows, lines, strict=True))
        if row.label in ("E1", "E2")
    ]


def _clean_lines(folder: Path, admission: str | None) -> list[CitedLine]:
    path = folder / LABELS_FILE
    if not path.is_file():
        raise BadInputError(f"{path}: no such file; omissions need a labeled Discharge-Me folder")
    lines = [
        line
        for _, line, _ in read_lines(path, CitedLine)
        if line.version == "clean" and line.hadm_id == admission
    ]
    return sorted(lines, key=lambda line: line.sentence_index)


def _places(record: LabeledRecord, line: CitedLine) -> Iterator[CitedPlace]:
    for cited in line.evidence:
        pattern = r"\s+".join(map(re.escape, cited.quote.split()))
        for note in record.record.notes:
            found = re.search(pattern, note.text) if pattern and _is_of(note, record) else None
            if found is not None:
                yield CitedPlace(note=note.id, start=found.start(), end=found.end())
                break


def _is_of(note: Note, record: LabeledRecord) -> bool:
    return note.encounter in (None, record.admission_id)
