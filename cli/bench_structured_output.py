"""`curaview bench structured-output`: how often a model answers in the form that is asked for."""

from pathlib import Path
from typing import Annotated

import typer

from cli.model_options import (
    EvidenceCharacters,
    MaxCost,
    MaxTokens,
    ModelChoice,
    ModelNames,
    ModelUrl,
)


def structured_output(
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    calls: Annotated[int, typer.Option(min=1, help="Answers to ask for, at least.")] = 100,
    record: Annotated[
        Path | None, typer.Option(help="Discharge-Me folder; the bundled patients by default.")
    ] = None,
    evidence_characters: EvidenceCharacters = 12_000,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Measure raw JSON, validity after each layer, retries, and how sentences end."""
    import asyncio

    from agents.models import Models
    from agents.settings import EXAMPLES, settings
    from cli.model_run import say_what_it_took
    from cli.tables import print_all
    from evaluation.structured_output_bench import measure, result_table

    choice = ModelChoice(
        names=tuple(model), url=model_url, max_cost=max_cost, max_tokens=max_tokens
    )
    models = Models(choice.over(settings().models))
    result = asyncio.run(measure(models, record or EXAMPLES, calls, evidence_characters))
    print_all(result_table(result))
    say_what_it_took(models)
