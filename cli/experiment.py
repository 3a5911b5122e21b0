"""`curaview experiment`: the tables and figures of the papers on any cohort."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.check_options import OperatingPoint
from cli.model_options import Answers, MaxCost, MaxTokens, ModelChoice, ModelNames, ModelUrl


def experiment(
    out: Annotated[
        Path, typer.Option(file_okay=False, help="Folder for the page, the tables and the cache.")
    ],
    cohorts: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[COHORT]...",
            help="Folders in the Discharge-Me layout; errors are made where there are no labels.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same errors.")] = 0,
    judge: Annotated[
        str, typer.Option(help="Who decides in every arm: rules, llm, hybrid or qa.")
    ] = "rules",
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    base_model: Annotated[
        str, typer.Option(help="One more arm: the same judge with this model, as the base.")
    ] = "",
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    evidence: Annotated[
        Literal["all", "structured"], typer.Option(help="Sources that may be cited.")
    ] = "all",
    operating_point: OperatingPoint = "balanced",
    synthetic: Annotated[
        int, typer.Option(min=0, help="Add so many fictional patients: for speed, not accuracy.")
    ] = 0,
    injections: Annotated[
        int, typer.Option(min=0, max=20, help="Most errors put into a summary, from 0 on.")
    ] = 5,
    ablation: Annotated[
        bool,
        typer.Option("--ablation", help="Instead of baselines: without each part of the search."),
    ] = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Only so many records of each cohort.")
    ] = None,
    audit: Annotated[
        int, typer.Option(min=0, help="Draw so many sentences for people to judge.")
    ] = 0,
    audited: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Instead: read a filled-in sample, print agreement."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Reproduce the tables and figures of the papers on cohorts of your own."""
    from agents.settings import settings
    from cli.experiment_run import ExperimentRequest, print_agreement, run_and_write

    if audited is not None:
        print_agreement(audited, out)
        return
    choice = ModelChoice(
        names=tuple(model),
        url=model_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answers=answers,
    )
    request = ExperimentRequest(
        cohorts=tuple(cohorts or ()),
        out=out,
        seed=seed,
        judge=judge,
        base_model=base_model,
        evidence=evidence,
        operating_point=operating_point,
        synthetic=synthetic,
        injections=injections,
        ablation=ablation,
        sample=sample,
        audit=audit,
        jobs=jobs,
    )
    run_and_write(request, choice.over(settings().models))
