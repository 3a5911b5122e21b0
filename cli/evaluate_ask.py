"""`curaview evaluate-ask`: how well questions are answered, measured on the bundled sets."""

from pathlib import Path
from typing import Annotated, Literal

import typer

SetName = Literal["open", "blind", "both"]


def evaluate_ask(
    set_: Annotated[
        SetName,
        typer.Option(
            "--set", help="`blind` shows totals alone: nobody who tunes reads its answers."
        ),
    ] = "both",
    markdown: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the figures as a page.")
    ] = None,
    rating_form: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Write the answers to open questions for raters (CSV)."),
    ] = None,
    show_wrong: Annotated[
        bool, typer.Option(help="Show the open questions that are answered wrong.")
    ] = False,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Ask the bundled questions, compare with baselines, and measure how words are linked."""
    import asyncio

    from cli.evaluate_ask_run import evaluate_questions

    names = ("open", "blind") if set_ == "both" else (set_,)
    asyncio.run(evaluate_questions(names, markdown, rating_form, show_wrong))
