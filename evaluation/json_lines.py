"""Rows of a JSON Lines file, each with the place to name when it is wrong."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from kg.errors import BadInputError
from kg.readers.json_values import read_json_lines

Row = TypeVar("Row", bound=BaseModel)


def read_lines(path: Path, row_type: type[Row]) -> Iterator[tuple[str, Row, object]]:
    """Yield `file line n`, the typed row, and the JSON value that it was read from."""
    for number, document in read_json_lines(path):
        where = f"{path} line {number}"
        try:
            yield where, row_type.model_validate(document), document
        except ValidationError as error:
            raise BadInputError(f"{where}: {_first_problem(error)}") from error


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    field = ".".join(str(part) for part in problem["loc"]) or "the row"
    return f"{field}: {problem['msg']}"
