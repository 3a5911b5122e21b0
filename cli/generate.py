"""`curaview generate`: put labeled errors into the summaries of a record."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.model_options import (
    Answers,
    MaxCost,
    MaxTokens,
    ModelChoice,
    ModelNames,
    ModelUrl,
    say_if_unasked,
    wrong_option,
)
from cli.trace_option import TraceFile


def generate(
    record: Annotated[
        Path,
        typer.Argument(
            help="Discharge-Me, MIMIC-IV or CSV folder, FHIR bundle, JSON record or text notes."
        ),
    ],
    out: Annotated[
        Path, typer.Option(file_okay=False, help="Folder for samples, summaries and labels.")
    ],
    ratio: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the applicable sentences made wrong.")
    ] = 0.4,
    per_note: Annotated[
        int, typer.Option(min=-1, help="Wrong sentences a summary; 0 is a control, -1 the ratio.")
    ] = -1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same errors.")] = 0,
    types: Annotated[
        str, typer.Option(help="Error types to plant, parted by commas; all seven without it.")
    ] = "",
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "mixed"],
        typer.Option(help="How far the false statements lie from the true ones."),
    ] = "mixed",
    type_weights: Annotated[
        str, typer.Option(help="How often types come up beside one another, as time_error=3.")
    ] = "",
    type_difficulties: Annotated[
        str, typer.Option(help="Difficulties of single types, as time_error=hard.")
    ] = "",
    several: Annotated[
        float, typer.Option(min=0, max=1, help="Share of wrong sentences with a second error.")
    ] = 0.15,
    engine: Annotated[Literal["rules", "model"], typer.Option(help="Who rewrites.")] = "rules",
    model: ModelNames = [],  # noqa: B006 - typer reads the default and never changes it
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    summary: Annotated[
        str, typer.Option(help="File with the summary to change, or - for standard input.")
    ] = "",
    admission: Annotated[str, typer.Option(help="The admission whose summary is changed.")] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Replace files that are in the folder already.")
    ] = False,
    trace: TraceFile = None,
    jobs: Annotated[int, typer.Option(min=1, help="Sentences rewritten at the same time.")] = 8,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Make sentences of summaries wrong on purpose, and label every one of them."""
    import asyncio

    from pydantic import ValidationError

    from agents.models import Models
    from agents.settings import settings
    from cli.generation import (
        Request,
        generate_all,
        refuse_to_replace,
        to_change,
        told_counts,
        write_generated,
    )
    from cli.generation_estimate import estimate_generation
    from cli.model_run import say_what_it_took, stop_if_pending
    from cli.watching import watching
    from graph_state.generation import GenerationContext

    try:
        context = GenerationContext(
            engine=engine,
            seed=seed,
            ratio=ratio,
            per_note=per_note,
            types=types,
            difficulty=difficulty,
            type_weights=type_weights,
            type_difficulties=type_difficulties,
            several=several,
        )
    except ValidationError as error:
        raise wrong_option(error) from error
    request = Request(
        record=record,
        out=out,
        summary=summary or None,
        admission=admission or None,
        context=context,
        at_once=jobs,
        force=force,
    )
    refuse_to_replace(request)
    choice = ModelChoice(
        names=tuple(model),
        url=model_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answers=answers,
    )
    say_if_unasked(choice, engine == "model", "--engine model asks one")
    chosen = choice.over(settings().models)
    cases = to_change(request)
    if engine == "model":
        estimate_generation(request, cases, chosen)
    models = Models(chosen)
    with watching(trace) as watch:
        generated = asyncio.run(generate_all(request, cases, models, watch))
    if engine == "model":
        stop_if_pending(models)
        say_what_it_took(models)
    for path in write_generated(request, generated):
        typer.echo(f"wrote {path}", err=True)
    for line in told_counts(generated, per_note):
        typer.echo(line)
