"""Read runs, make the training data and write it."""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from pydantic import BaseModel

from agents.distillation.gathering import Gathered, Show, gather
from cli.files import staged
from exports.deidentification import Deidentifier
from exports.distillation.card import Maker, card
from exports.distillation.formats import Form, documents
from exports.distillation.preparing import Choices, Prepared, prepared
from exports.distillation.run_folder import Run, read_runs
from kg.errors import BadInputError
from kg.record import PatientRecord
from prompts import load

CARD = "README.md"


class ExportRequest(BaseModel, frozen=True):
    """What `curaview export` was asked for."""

    runs: tuple[Path, ...]
    out: Path
    form: Form
    choices: Choices
    record: Path | None = None


class Exported(BaseModel, frozen=True):
    """What was made: the files by name, and the figures that are told."""

    files: dict[str, bytes]
    examples: int
    pairs: int
    dropped: dict[str, int]


def runs_of(request: ExportRequest) -> list[Run]:
    """Read the runs, and refuse to write among them."""
    for folder in (*request.runs, *filter(None, (request.record,))):
        if folder.resolve() == request.out.resolve():
            msg = f"{request.out}: is what the data are made from; give another folder with --out"
            raise BadInputError(msg)
    return read_runs(request.runs, request.record)


async def export_runs(
    request: ExportRequest, runs: Sequence[Run], key: bytes, show: Show
) -> Exported:
    """Make all files; nothing is written here."""

    def mask_for(record: PatientRecord, admission: str | None) -> Deidentifier:
        return Deidentifier.for_record(record, key, admission)

    gathered = await gather(runs, mask_for, show)
    parts = prepared(gathered.material, request.choices)
    files = documents(request.form, parts.examples, parts.preferences)
    if not files:
        raise BadInputError(_nothing(request.form, gathered))
    maker = Maker(versions=_versions(runs), evidence=gathered.evidence)
    page = card(request.form, runs, gathered.material, parts, request.choices, maker, tuple(files))
    return Exported(
        files=files | {CARD: page.encode("utf-8", "backslashreplace")},
        examples=sum(map(len, parts.examples.values())),
        pairs=sum(map(len, parts.preferences.values())),
        dropped=_dropped(request.form, gathered, parts),
    )


def write_export(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Write all files or none."""
    with staged(folder) as staging:
        for name, content in files.items():
            path = staging / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
    return [folder / name for name in sorted(files)]


def _versions(runs: Sequence[Run]) -> dict[str, str]:
    checked = {report.versions.get("curaview", "") for run in runs for report in run.reports}
    return {
        "curaview": version("curaview"),
        "judge prompt": load("judge").version,
        "checked by curaview": ", ".join(sorted(filter(None, checked))),
    }


def _dropped(form: Form, gathered: Gathered, parts: Prepared) -> dict[str, int]:
    if form == "trl-dpo":
        return dict(gathered.material.dropped_preferences)
    shared = {"sentence stands in another part": parts.shared_texts}
    return gathered.material.dropped | shared


def _nothing(form: Form, gathered: Gathered) -> str:
    material = gathered.material
    dropped = material.dropped_preferences if form == "trl-dpo" else material.dropped
    reasons = ", ".join(f"{count} {reason}" for reason, count in dropped.items())
    if form == "trl-dpo":
        return (
            "no pair of a right and a wrong verdict: a run gives pairs where its reports.jsonl has"
            f" missed errors, false alarms or refused verdicts ({reasons or 'none here'})"
        )
    return f"nothing is fit for training ({reasons or 'the runs hold no sample'})"
