"""Reads what a run left: planted errors, the reports on the changed summaries, and their record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from exports.distillation.review_lines import REVIEWED, Place, ReviewedSentence, read_reviewed
from exports.generated import SAMPLES
from exports.report_reading import WrittenReport, read_reports
from graph_state.generation import PlantedError
from kg.errors import BadInputError
from kg.readers.csv_files import csv_files
from kg.readers.discharge_me import is_discharge_me
from kg.readers.json_values import read_json_lines

REPORTS = "reports.jsonl"
ROUNDS = ("control", "round-[0-9]*")
"""The folders of a loop: the texts as they were, and one folder a round."""

ALONE = "run"
"""What a run outside a loop is called: its folder may be named after a patient."""

Key = tuple[str, str | None, str]
"""Patient, admission and target: one summary."""


@dataclass(frozen=True)
class Run:
    """One generation and, where it was checked, what the check said."""

    name: str
    """Part of the loop and hash of the content: no name that a user chose is exported."""

    errors: tuple[PlantedError, ...]
    reports: tuple[WrittenReport, ...]
    malformed: int
    """Samples that could not be read as such."""

    record: Path | None
    """Where the record lies that the sentences are about."""

    reviewed: Mapping[Place, ReviewedSentence] | None = None
    """What reviewers said; where it is there, sentences that nobody reviewed teach nothing."""

    def summaries(self) -> list[Key]:
        """List the summaries of the run, each once."""
        found = [(e.patient_id, e.admission_id, e.target) for e in self.errors]
        found += [(r.patient_id, r.admission_id, r.target) for r in self.reports]
        return sorted(set(found), key=lambda key: (key[0], key[1] or "", key[2]))


def read_runs(folders: Sequence[Path], record: Path | None) -> list[Run]:
    """Read every run, in an order that is that of their contents and not of the arguments."""
    found: dict[str, Run] = {}
    for folder in folders:
        for part in _parts(folder):
            run = _read(part, folder, record)
            found.setdefault(run.name, run)
    return [found[name] for name in sorted(found)]


def _parts(folder: Path) -> list[Path]:
    """The folder itself, or the rounds of a loop inside it."""
    if not folder.is_dir():
        raise BadInputError(f"{folder}: no such folder; give the folder of a run")
    if (folder / SAMPLES).is_file():
        return [folder]
    found = [one for pattern in ROUNDS for one in sorted(folder.glob(pattern))]
    rounds = [one for one in found if (one / SAMPLES).is_file()]
    if not rounds:
        raise BadInputError(
            f"{folder}: is no run; {SAMPLES} is missing, which `curaview generate --out` writes"
        )
    return rounds


def _read(part: Path, folder: Path, record: Path | None) -> Run:
    errors: list[PlantedError] = []
    malformed = 0
    for _, document in read_json_lines(part / SAMPLES):
        try:
            errors.append(PlantedError.model_validate(document))
        except ValidationError:
            malformed += 1
    if malformed and not errors:
        raise BadInputError(f"{part / SAMPLES}: none of its {malformed} lines is a planted error")
    checked = part / REPORTS
    return Run(
        name=_name(part),
        errors=tuple(errors),
        reports=tuple(read_reports(checked)) if checked.is_file() else (),
        malformed=malformed,
        record=record or _own_record(part) or _own_record(folder),
        reviewed=read_reviewed(part / REVIEWED) if (part / REVIEWED).is_file() else None,
    )


def _name(part: Path) -> str:
    content = sha256()
    for name in (SAMPLES, REPORTS, REVIEWED):
        path = part / name
        if name != REVIEWED or path.is_file():
            content.update(path.read_bytes() if path.is_file() else b"\x1f")
    name = part.resolve().name
    own = any(fnmatchcase(name, pattern) for pattern in ROUNDS)
    return f"{name if own else ALONE}@{content.hexdigest()[:12]}"


def _own_record(folder: Path) -> Path | None:
    """A Discharge-Me record that lies beside the samples, as `curaview generate` puts it there."""
    return folder if is_discharge_me(csv_files(folder)) else None
