"""`curaview cases`: teaching cases from reviewed errors."""

from pathlib import Path
from typing import Annotated

import typer


def cases(
    run: Annotated[
        Path, typer.Argument(file_okay=False, help="Folder of a run that was reviewed.")
    ],
    out: Annotated[Path, typer.Option(file_okay=False, help="Folder for cases.html and cases.md.")],
    decisions: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="File of decisions.  [default: RUN/decisions.sqlite]"),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="The whole record, so that every name in it is known and masked."),
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Turn errors that reviewers confirmed into teaching cases without what identifies."""
    from agents.settings import settings
    from cli.files import write_files
    from cli.review_run import ReviewRequest, kept_events
    from exports.case_book import case_book_html, case_book_markdown
    from exports.deidentification_key import machine_key
    from exports.run_file import read_run_folder
    from kg.errors import BadInputError
    from kg.readers import open_cases
    from service.reviewed import review_of
    from service.teaching import teaching_cases

    events = kept_events(ReviewRequest(run=run, decisions=decisions))
    reviewed = review_of(read_run_folder(run), events)
    known = {case.record.patient_id: case.record for case in open_cases(record)} if record else {}
    found = teaching_cases(reviewed, machine_key(settings().deidentification_key), known)
    if not found:
        raise BadInputError(f"{run}: reviewers confirmed no error; `curaview review {run}` asks")
    documents = {"cases.html": case_book_html(found), "cases.md": case_book_markdown(found)}
    for path in write_files(out, documents):
        typer.echo(f"wrote {path.resolve()}", err=True)
    typer.echo(f"{len(found)} cases")
