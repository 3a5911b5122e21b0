"""`curaview evaluate`: how good the verdicts are on labeled sets."""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.check_options import OperatingPoint
from cli.model_options import (
    Answers,
    MaxCost,
    MaxTokens,
    ModelChoice,
    ModelNames,
    ModelUrl,
    say_if_unasked,
)


def evaluate(
    datasets: Annotated[
        list[Path],
        typer.Argument(
            metavar="DATASET...",
            help="Verification-set JSONL, or a Discharge-Me folder with labels.",
        ),
    ],
    json: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the figures into this file.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the figures as a page into this.")
    ] = None,
    errors: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write each wrong decision into this file.")
    ] = None,
    judge: Annotated[
        str, typer.Option(help="Who decides: rules, llm, hybrid, qa, or flag_everything.")
    ] = "rules",
    retrieval: Annotated[
        Literal["graph", "raw_graph", "flat", "bm25"],
        typer.Option(help="Who finds the evidence: the graph, or a baseline; the judge stays."),
    ] = "graph",
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    evidence: Annotated[
        Literal["all", "structured"], typer.Option(help="Sources that may be cited.")
    ] = "all",
    sample: Annotated[
        int | None, typer.Option(min=1, help="Check only so many records of each set.")
    ] = None,
    operating_point: OperatingPoint = "balanced",
    calibrate: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Fit confidences on these sets, write the table here."),
    ] = None,
    omissions: Annotated[
        bool, typer.Option("--omissions", help="Instead: delete sentences, look for omissions.")
    ] = False,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Instead: change one token of each true sentence.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = os.cpu_count() or 1,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Compare verdicts with labels: precision, recall and F1, with what a reader would ask next."""
    import asyncio
    from functools import partial

    from agents.judge import chosen
    from agents.known_judges import asks_models, known_judges
    from agents.settings import settings
    from cli.calibration import evaluate_mutants, evaluate_omissions, write_calibration
    from cli.files import write_file
    from cli.model_evaluation import evaluate_with_models
    from cli.progress import dataset_progress
    from cli.tables import print_all
    from evaluation.calibration_table import confidence_table
    from evaluation.checking import open_checked_record
    from evaluation.judges import with_baselines
    from evaluation.results_page import results_page
    from evaluation.run import evaluate as evaluate_sets
    from evaluation.table import (
        confusion_table,
        errors_jsonl,
        evaluation_json,
        predictive_value_table,
        summary_table,
        type_table,
    )
    from graph_state.context import Context

    if omissions:
        evaluate_omissions(datasets, json)
        return
    if mutants:
        evaluate_mutants(datasets, operating_point, json, jobs)
        return
    chosen(with_baselines(known_judges()), judge)
    point = operating_point if calibrate is None else "as_judged"
    context = Context(judge=judge, evidence=evidence, operating_point=point)
    open_record = partial(open_checked_record, retrieval=retrieval)
    choice = ModelChoice(
        names=tuple(model),
        url=model_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answers=answers,
    )
    told = choice.over(settings().models)
    asks = asks_models(judge, told.model_for("judge"))
    say_if_unasked(choice, asks, "--judge llm, hybrid or qa asks one")
    with dataset_progress() as progress:
        if asks:
            results = evaluate_with_models(datasets, context, told, sample, progress, open_record)
        else:
            results = asyncio.run(
                evaluate_sets(
                    datasets, context, open_record, jobs=jobs, sample=sample, progress=progress
                )
            )
    if json is not None:
        write_file(json, evaluation_json(results))
    if markdown is not None:
        write_file(
            markdown,
            results_page(results, spoken_command(datasets, point, judge, retrieval)),
        )
    if errors is not None:
        write_file(errors, errors_jsonl(results))
    print_all(
        summary_table(results),
        type_table(results),
        *map(confusion_table, results),
        predictive_value_table(results),
        confidence_table(results),
    )
    if calibrate is not None:
        write_calibration(results, calibrate)


def spoken_command(
    datasets: list[Path], operating_point: str, judge: str = "rules", retrieval: str = "graph"
) -> str:
    """The command that gives these figures again, without the folders of one machine."""
    names = " ".join(f"{path.parent.name}/{path.name}" for path in datasets)
    told = {"judge": (judge, "rules"), "retrieval": (retrieval, "graph")}
    others = [f"--{name} {given}" for name, (given, usual) in told.items() if given != usual]
    return " ".join((f"curaview evaluate {names} --operating-point {operating_point}", *others))
