"""Open the review desk, or say what its log holds."""

from pathlib import Path

import typer
from pydantic import BaseModel

from cli.files import write_file, write_files
from cli.review_tables import figures_tables, labeled_table
from cli.tables import print_all
from exports.run_file import read_run_folder
from kg.errors import BadInputError
from service.audit import first_fault
from service.decision_store import DecisionStore
from service.decisions import Event

DECISIONS = "decisions.sqlite"


class ReviewRequest(BaseModel, frozen=True):
    """What `curaview review` was asked for."""

    run: Path | None = None
    decisions: Path | None = None
    blind: bool = False
    port: int = 0
    figures: bool = False
    labels: Path | None = None
    export: Path | None = None
    calibrate: Path | None = None
    verify_log: bool = False

    @property
    def folder(self) -> Path:
        """The folder of the run, which most wishes need."""
        if self.run is None:
            raise BadInputError("give the folder of a run, as `curaview verify --out` writes it")
        return self.run

    @property
    def file(self) -> Path:
        """The file of decisions."""
        return self.decisions or self.folder / DECISIONS


def run_review(request: ReviewRequest) -> None:
    """Do what was asked; without another wish, serve the desk."""
    if request.verify_log:
        _verify(kept_events(request))
    elif request.figures:
        _print_figures(request)
    elif request.export is not None:
        _export(request, request.export)
    elif request.calibrate is not None:
        _calibrate(request, request.calibrate)
    else:
        _serve(request)


def kept_events(request: ReviewRequest) -> list[Event]:
    """Read the log; one that does not exist is not made."""
    if not request.file.is_file():
        raise BadInputError(f"{request.file}: no decisions yet; `curaview review RUN` takes them")
    return DecisionStore(request.file).events()


def _verify(events: list[Event]) -> None:
    fault = first_fault(events)
    if fault is not None:
        raise BadInputError(f"the log was changed: {fault}")
    last = f"; the last seal is {events[-1].seal}" if events else ""
    typer.echo(f"{len(events)} events, none changed{last}")


def _print_figures(request: ReviewRequest) -> None:
    from service.figures import labeled_figures
    from service.reviewed import review_of

    events = kept_events(request)
    reviewed = review_of(read_run_folder(request.folder), events)
    print_all(*figures_tables(reviewed, events))
    if request.labels is not None:
        from evaluation.datasets import open_dataset

        rows = {
            text.summary: text.rows
            for record in open_dataset(request.labels).records
            for document in record.documents
            for text in document.texts
        }
        print_all(labeled_table(labeled_figures(reviewed, rows)))


def _export(request: ReviewRequest, folder: Path) -> None:
    from exports.distillation.review_lines import REVIEWED
    from exports.distillation.run_folder import REPORTS
    from exports.generated import SAMPLES
    from exports.json_report import report_jsonl
    from service.decision_lines import decision_lines
    from service.reviewed import review_of

    reviewed = review_of(read_run_folder(request.folder), kept_events(request))
    documents = {
        REPORTS: "".join(report_jsonl(one.report) for one in reviewed),
        REVIEWED: decision_lines(reviewed),
        SAMPLES: "",
    }
    for path in write_files(folder, documents):
        typer.echo(f"wrote {path.resolve()}", err=True)


def _calibrate(request: ReviewRequest, out: Path) -> None:
    from evaluation.calibration import calibrate
    from evaluation.calibration_table import calibration_json, reliability_table
    from service.calibration_input import reviewed_claims
    from service.reviewed import review_of

    claims = reviewed_claims(review_of(read_run_folder(request.folder), kept_events(request)))
    command = f"curaview review {request.folder.name} --calibrate {out.name}"
    calibration = calibrate(claims, [f"{request.folder.name} (reviewed)"], command)
    write_file(out, calibration_json(calibration.table))
    print_all(reliability_table(calibration))
    typer.echo(f"wrote {out.resolve()}", err=True)


def _serve(request: ReviewRequest) -> None:
    from agents.known_judges import known_judges
    from service.application import application
    from service.checking import Checker
    from service.desk import Desk
    from service.guard import Keys
    from service.serving import serve

    desk = None
    if request.run is not None:
        desk = Desk(read_run_folder(request.run), DecisionStore(request.file), request.blind)
    keys = Keys()
    serve(application(desk, keys, Checker(known_judges())), keys, request.port, _say)


def _say(address: str) -> None:
    typer.echo(f"The desk is open at {address} (this machine alone; Ctrl+C closes it)")
