"""Rows of a JSON Lines file, each with the place to name when it is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from kg.errors import BadInputError

Row = TypeVar("Row", bound=BaseModel)


def read_lines(path: Path, row_type: type[Row]) -> Iterator[tuple[str, Row]]:
    """Yield each row with `file:line`; an unreadable row names both and what is wrong."""
    for number, line in enumerate(_text(path).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            yield where, row_type.model_validate(json.loads(line))
        except json.JSONDecodeError as error:
            raise BadInputError(f"{where}: not JSON ({error.msg}); mend the line") from error
        except ValidationError as error:
            raise BadInputError(f"{where}: {_first_problem(error)}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path}: not UTF-8 at byte {error.start}; convert it") from error
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from error


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    field = ".".join(str(part) for part in problem["loc"]) or "the row"
    return f"{field}: {problem['msg']}"
