"""`curaview factcheck`: check medical statements against a reference graph."""

from pathlib import Path
from typing import Annotated, Literal

import typer


def factcheck(
    text: Annotated[
        str, typer.Argument(help="Statements, a file that holds them, or - for standard input.")
    ],
    graph: Annotated[
        list[str] | None,
        typer.Option(
            help="Reference graph: open, or a path (UMLS or biokg folder, PrimeKG .csv, Hetionet"
            " .json, statements .tsv); give it again to join several."
        ),
    ] = None,
    format_: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to report.")
    ] = "text",
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Check general medical statements, each with the path that proves or refutes it."""
    import asyncio

    from agents.factcheck.fact_checker import fact_checker
    from exports.factcheck_report import factcheck_json, factcheck_text
    from kg.reference.readers import OPEN

    statements = _read(text)
    report = asyncio.run(fact_checker(graph or [OPEN]).check(statements))
    typer.echo(factcheck_json(report) if format_ == "json" else factcheck_text(report), nl=False)


def _read(text: str) -> str:
    """Return the text of a file where the words name one, else the words themselves."""
    from cli.summaries import read_summary
    from kg.errors import BadInputError

    if text == "-" or _is_file(text):
        text = read_summary(text)
    if not text.strip():
        raise BadInputError("no text to check; give statements, a file, or - for standard input")
    return text


def _is_file(words: str) -> bool:
    """Say whether words name a file; a long sentence names none."""
    longest = 255
    return len(words) <= longest and Path(words).is_file()
