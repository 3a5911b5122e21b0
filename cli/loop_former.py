"""What an earlier loop left in a folder, so that the next one does not mix with it."""

from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from exports.generated import INJECTED, LABELS, SAMPLES, VERIFICATION_SET
from exports.generated import REPORT as GENERATION
from exports.loop_report import CASES, SCHEMA
from kg.errors import BadInputError
from kg.readers.discharge_me import TABLES

LOOP_JSON = "loop.json"

REPORTS = "reports.jsonl"

IN_A_ROUND = (SAMPLES, GENERATION, INJECTED, LABELS, VERIFICATION_SET, REPORTS)


class _FormerCase(BaseModel, frozen=True):
    file: str


class _FormerRound(BaseModel, frozen=True):
    folder: str


class _FormerLoop(BaseModel, frozen=True):
    """As much of a report as names files."""

    schema_: str = Field(alias="schema", pattern=f"^{SCHEMA}$")
    rounds: tuple[_FormerRound, ...]
    cases: tuple[_FormerCase, ...]


def files_of_loop(folder: Path) -> set[Path]:
    """Return the files of the loop whose report lies in a folder; none where there is no report."""
    path = folder / LOOP_JSON
    if not path.exists():
        return set()
    try:
        former = _FormerLoop.model_validate_json(path.read_bytes())
    except ValidationError as error:
        msg = f"{path}: not the report of a loop; give another folder with --out"
        raise BadInputError(msg) from error
    # Only names count: a report cannot point to files outside of its folder.
    cases = {folder / CASES / Path(one.file).name for one in former.cases}
    rounds = [folder / Path(one.folder).name for one in former.rounds]
    tables = tuple(f"{name}.csv" for name in TABLES)
    return cases | {place / name for place in rounds for name in (*IN_A_ROUND, *tables)}


def remove_former(former: set[Path], now: set[Path]) -> None:
    """Delete what an earlier loop left and the present one did not write again."""
    gone = former - now
    for path in sorted(gone):
        path.unlink(missing_ok=True)
    for place in sorted({path.parent for path in gone}):
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
