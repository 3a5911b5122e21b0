"""A Discharge-Me folder with `labels.jsonl`: each summary clean, and with errors put in."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel

from clinical.labels import ErrorType, Grade
from evaluation.json_lines import read_lines
from evaluation.labeled import Dataset, LabeledDocument, LabeledRecord, LabeledText
from graph_state.scoring import GoldRow
from kg.errors import BadInputError
from kg.readers import open_cases
from kg.readers.csv_files import csv_files, read_csv
from kg.record import Case

LABELS_FILE = "labels.jsonl"
INJECTED_TABLE = "injected_bhc"
TARGET: Final = "brief_hospital_course"

Version = Literal["clean", "injected"]


class LabelLine(BaseModel, frozen=True):
    """One labeled sentence of one version, as the file has it."""

    subject_id: str
    hadm_id: str
    version: Version
    sentence_index: int
    text: str
    checkable: bool
    grade: Grade | None = None
    error_types: tuple[ErrorType, ...] = ()


class PlacedLine(BaseModel, frozen=True):
    """A labeled sentence with its line in the file."""

    where: str
    line: LabelLine


DocumentKey = tuple[str, Version]


def read_cohort(folder: Path) -> Dataset:
    """Read the labeled summaries of a folder, each with its record."""
    lines = _by_document(read_lines(folder / LABELS_FILE, LabelLine))
    if not lines:
        raise BadInputError(f"{folder / LABELS_FILE}: holds no labeled sentence")
    injected = _injected(folder)
    records = [
        record
        for case in open_cases(folder, target=TARGET)
        for record in _labeled_records(folder, case, injected, lines)
    ]
    _refuse_unknown(folder, lines, {record.admission_id for record in records})
    return Dataset(
        name=folder.resolve().name, records=tuple(sorted(records, key=lambda record: record.id))
    )


def locate_rows(summary: str, lines: Iterable[PlacedLine]) -> tuple[GoldRow, ...]:
    """Find the labeled sentences in a summary, one after the other."""
    rows: list[GoldRow] = []
    position = 0
    for placed in lines:
        line = placed.line
        start = summary.find(line.text, position)
        if start < 0 or summary[position:start].strip():
            raise BadInputError(
                f"{placed.where}: sentence {line.sentence_index} of admission {line.hadm_id} "
                f"({line.version}) does not follow the one before it in the text"
            )
        position = start + len(line.text)
        rows.append(_gold_row(line, start))
    return tuple(rows)


def _gold_row(line: LabelLine, start: int) -> GoldRow:
    return GoldRow(
        start=start,
        end=start + len(line.text),
        text=line.text,
        label=line.grade if line.checkable else None,
        types=line.error_types,
    )


def _by_document(
    placed: Iterable[tuple[str, LabelLine, object]],
) -> dict[DocumentKey, list[PlacedLine]]:
    found: dict[DocumentKey, list[PlacedLine]] = {}
    for where, line, _ in placed:
        if line.checkable and line.grade is None:
            raise BadInputError(f"{where}: grade: a checkable sentence needs one of E1 to E4")
        key = (line.hadm_id, line.version)
        found.setdefault(key, []).append(PlacedLine(where=where, line=line))
    for lines in found.values():
        lines.sort(key=lambda item: item.line.sentence_index)
    return found


def _injected(folder: Path) -> dict[str, str]:
    path = csv_files(folder).get(INJECTED_TABLE)
    if path is None:
        return {}
    texts: dict[str, str] = {}
    for row in read_csv(path):
        where = f"{path} line {row.line}"
        missing = [column for column in ("hadm_id", TARGET) if column not in row.cells]
        if missing:
            raise BadInputError(f"{where}: column {missing[0]} is missing")
        if row.cells["hadm_id"] in texts:
            raise BadInputError(f"{where}: admission {row.cells['hadm_id']} stands twice")
        texts[row.cells["hadm_id"]] = row.cells[TARGET]
    return texts


def _labeled_records(
    folder: Path,
    case: Case,
    injected: dict[str, str],
    lines: dict[DocumentKey, list[PlacedLine]],
) -> Iterator[LabeledRecord]:
    for target in case.targets:
        texts: dict[Version, str | None] = {
            "clean": target.text,
            "injected": injected.get(target.admission_id),
        }
        documents = tuple(
            _document(folder, target.admission_id, version, text, placed)
            for version, text in texts.items()
            if (placed := lines.get((target.admission_id, version)))
        )
        if documents:
            yield LabeledRecord(
                id=target.admission_id,
                patient=case.record.patient_id,
                record=case.record,
                admission_id=target.admission_id,
                targets=(*case.targets, *case.withheld),
                documents=documents,
            )


def _document(
    folder: Path, admission: str, version: Version, text: str | None, placed: list[PlacedLine]
) -> LabeledDocument:
    if text is None:
        raise BadInputError(
            f"{folder}: admission {admission} has {version} labels and no row in {INJECTED_TABLE}"
        )
    rows = locate_rows(text, placed)
    return LabeledDocument(
        id=f"{admission}/{version}", texts=(LabeledText(summary=text, rows=rows),)
    )


def _refuse_unknown(
    folder: Path, lines: dict[DocumentKey, list[PlacedLine]], known: set[str | None]
) -> None:
    for (admission, _), placed in sorted(lines.items()):
        if admission not in known:
            raise BadInputError(
                f"{placed[0].where}: admission {admission} has no {TARGET} in {folder}"
            )
