"""`curaview factcheck`: check medical statements against a reference graph."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.model_options import (
    MaxCost,
    MaxTokens,
    ModelChoice,
    ModelNames,
    ModelUrl,
    say_if_unasked,
)


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
    extract: Annotated[
        Literal["rules", "model"], typer.Option(help="Who reads the claims out of the text.")
    ] = "rules",
    entities_first: Annotated[
        bool, typer.Option(help="A model lists the things that are named before the claims.")
    ] = True,
    rounds: Annotated[
        int, typer.Option(min=1, max=9, help="How often a model is asked for more claims.")
    ] = 2,
    critical: Annotated[
        bool, typer.Option(help="A model goes through its claims again, with suspicion.")
    ] = True,
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    format_: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to report.")
    ] = "text",
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Check general medical statements, each with the path that proves or refutes it."""
    import asyncio

    from agents.factcheck.fact_checker import fact_checker
    from agents.factcheck.model_extraction import ExtractionSwitches, ModelClaims
    from agents.models import Models
    from agents.settings import settings
    from cli.model_run import say_what_it_took
    from exports.factcheck_report import factcheck_json, factcheck_text
    from kg.reference.readers import OPEN

    statements = _read(text)
    choice = ModelChoice(
        names=tuple(model), url=model_url, max_cost=max_cost, max_tokens=max_tokens
    )
    say_if_unasked(choice, extract == "model", "--extract model asks one")
    checker = fact_checker(graph or [OPEN])
    if extract == "model":
        models = Models(choice.over(settings().models))
        switches = ExtractionSwitches(
            entities_first=entities_first, rounds=rounds, critical=critical
        )
        checker = replace(checker, extractor=ModelClaims(models.for_role("extractor"), switches))
    report = asyncio.run(checker.check(statements))
    if extract == "model":
        say_what_it_took(models)
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
