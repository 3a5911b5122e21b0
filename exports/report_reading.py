"""Reads back what `exports.json_report` writes, as far as the verdicts go."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, JsonValue, ValidationError

from clinical.labels import ErrorType, Grade, Kind, Relation, Status
from exports.json_report import SCHEMA
from kg.errors import BadInputError
from kg.readers.json_values import read_json_lines


class WrittenCitation(BaseModel, frozen=True):
    """One use of evidence by a claim."""

    id: str
    relation: Relation


class WrittenClaim(BaseModel, frozen=True):
    """The verdict on one claim."""

    text: str
    start: int
    end: int
    kind: Kind
    grade: Grade | None
    types: tuple[ErrorType, ...]
    evidence: tuple[WrittenCitation, ...]


class WrittenVerdict(BaseModel, frozen=True):
    """What was said of a sentence, in an accepted or in a rejected verdict."""

    status: Status
    reason: str | None
    hallucination_status: bool | None
    hallucination_types: tuple[ErrorType, ...]
    evidence_grade: Grade | None
    confidence: float | None
    reasoning: str | None
    absence_rationale: str | None
    suggestion: str | None
    claims: tuple[WrittenClaim, ...]


class WrittenEvidence(BaseModel, frozen=True):
    """One cited item; `source` is `table:row:field` or `note:start:end`."""

    id: str
    source: str
    quote: str
    start: int | None
    end: int | None
    time: str | None


class WrittenSentence(WrittenVerdict, frozen=True):
    """A sentence of the summary with its verdict."""

    index: int
    start: int
    end: int
    text: str
    last_result: WrittenVerdict | None
    evidence: tuple[WrittenEvidence, ...]


class WrittenReport(BaseModel, frozen=True):
    """A report as other programs get it."""

    schema_name: Literal["curaview.report/1"]
    patient_id: str
    admission_id: str | None
    target: str
    judge: str
    settings: dict[str, JsonValue]
    versions: dict[str, str]
    sentences: tuple[WrittenSentence, ...]


def read_reports(path: Path) -> list[WrittenReport]:
    """Read a file with one report a line; a line that is none is a `BadInputError`."""
    return [
        _report(document, f"{path} line {number}") for number, document in read_json_lines(path)
    ]


def _report(document: object, where: str) -> WrittenReport:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise BadInputError(f"{where}: not a report of the form {SCHEMA}")
    try:
        return WrittenReport.model_validate({**document, "schema_name": document["schema"]})
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise BadInputError(f"{where}: {field}: {problem['msg']}") from error
