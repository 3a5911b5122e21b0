"""What reviewers said of the sentences of a run, as `curaview review --export` writes it."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ValidationError

from clinical.labels import ErrorType, Grade
from kg.errors import BadInputError
from kg.readers.json_values import read_json_lines

REVIEWED = "reviewed.jsonl"

Place = tuple[str, str | None, str, int]
"""Patient, admission, target and sentence."""


class ReviewedSentence(BaseModel, frozen=True):
    """One sentence with the grade and types that its reviewers leave it with."""

    patient_id: str
    admission_id: str | None
    target: str
    index: int
    grade: Grade
    types: tuple[ErrorType, ...]

    @property
    def place(self) -> Place:
        """Return which sentence it is."""
        return self.patient_id, self.admission_id, self.target, self.index


def read_reviewed(path: Path) -> dict[Place, ReviewedSentence]:
    """Read the settled sentences; those that raters disagree on are left out."""
    return {one.place: one for one in _sentences(path)}


def _sentences(path: Path) -> Iterator[ReviewedSentence]:
    for number, document in read_json_lines(path):
        told = document if isinstance(document, dict) else {}
        settled = told.get("settled")
        if told and settled is None:
            continue
        try:
            given = settled if isinstance(settled, dict) else {}
            yield ReviewedSentence.model_validate({**told, **given})
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"]))
            raise BadInputError(f"{path} line {number}: {field}: {first['msg']}") from error
