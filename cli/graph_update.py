"""`curaview graph update`: bring stored graphs up to date, reading only what changed."""

from pathlib import Path
from typing import Annotated, Literal

import typer


def update(
    record: Annotated[Path, typer.Argument(help="Any record that `verify` reads.")],
    store: Annotated[
        str, typer.Option(help="Where the graphs are: sqlite:PATH, or a database; CURAVIEW_STORE.")
    ] = "",
    admission: Annotated[
        str, typer.Option(help="Update the graph that the check of this admission sees, only.")
    ] = "",
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="How to show what changed.")
    ] = "table",
    evidence: Annotated[
        Literal["all", "structured"], typer.Option(help="Sources that the graph is made of.")
    ] = "all",
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Bring the stored graphs of a record up to date and show what changed.

    Without an admission every stored graph of each patient is updated. A note or row that did
    not change is not read again, and where nothing changed nothing is written.
    """
    import asyncio

    from agents.settings import settings
    from cli.graph_update_run import UpdateOptions, update_record
    from cli.graph_update_views import show_updates

    told = settings()
    options = UpdateOptions(
        record=record,
        store=store or told.store,
        login=told.store_login,
        admission=admission or None,
        evidence=evidence,
    )
    show_updates(asyncio.run(update_record(options)), format_)
