"""`curaview review`: the desk where a person decides on what a check found."""

from pathlib import Path
from typing import Annotated

import typer


def review(
    run: Annotated[
        Path | None,
        typer.Argument(
            metavar="[RUN]",
            file_okay=False,
            help="Folder that `curaview verify --out` wrote; without it a page to upload to opens.",
        ),
    ] = None,
    decisions: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="File of decisions.  [default: RUN/decisions.sqlite]"),
    ] = None,
    blind: Annotated[
        bool, typer.Option("--blind", help="Raters do not see each other's decisions.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port on this machine; 0 takes a free one.")
    ] = 0,
    figures: Annotated[
        bool, typer.Option("--figures", help="Instead: print what the review comes to.")
    ] = False,
    labels: Annotated[
        Path | None,
        typer.Option(help="With --figures: score before and after against this labeled set."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(file_okay=False, help="Instead: write a folder for `curaview export`."),
    ] = None,
    calibrate: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Instead: fit the confidence of rules on decisions."),
    ] = None,
    verify_log: Annotated[
        bool, typer.Option("--verify-log", help="Instead: check that nobody changed the log.")
    ] = False,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Review what a check found: a page on this machine, one key a decision."""
    from cli.review_run import ReviewRequest, run_review

    request = ReviewRequest(
        run=run,
        decisions=decisions,
        blind=blind,
        port=port,
        figures=figures or labels is not None,
        labels=labels,
        export=export,
        calibrate=calibrate,
        verify_log=verify_log,
    )
    run_review(request)
