"""A report whole, as a file: verdicts with the cited notes and rows, so that a desk can show them.

`curaview.report/1` is the contract for other programs and holds quotes alone.
"""

import json
from pathlib import Path

from pydantic import ValidationError

from graph_state.findings import Report
from kg.errors import BadInputError

RUN_SUFFIX = ".run.json"
SCHEMA = "curaview.run/1"


def run_json(report: Report) -> str:
    """Write a report whole, as one line ending in a line feed."""
    document = {"schema": SCHEMA, **report.model_dump(mode="json")}
    return json.dumps(document, ensure_ascii=True) + "\n"


def read_run(path: Path) -> Report:
    """Read what `run_json` wrote; anything else is a `BadInputError`."""
    try:
        document = json.loads(path.read_bytes())
    except ValueError as error:
        raise BadInputError(f"{path}: is no JSON ({error}); run `curaview verify` again") from error
    if not isinstance(document, dict) or document.pop("schema", None) != SCHEMA:
        raise BadInputError(f"{path}: is not of the form {SCHEMA}; run `curaview verify` again")
    try:
        return Report.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise BadInputError(f"{path}: {field}: {first['msg']}") from error


def read_run_folder(folder: Path) -> list[Report]:
    """Read every report of a folder, in the order of their names; each summary once."""
    if not folder.is_dir():
        raise BadInputError(f"{folder}: no such folder; give one that `verify --out` wrote")
    reports = [read_run(path) for path in sorted(folder.rglob(f"*{RUN_SUFFIX}"))]
    if not reports:
        raise BadInputError(
            f"{folder}: holds no *{RUN_SUFFIX}; `curaview verify RECORD --out {folder}` writes them"
        )
    return reports
