"""Before and after a command that asks language models: what it will cost, and what it did."""

import asyncio
from collections.abc import Callable, Coroutine

import typer
from langsmith import tracing_context

from agents.graph_reading import GraphReading, ModelReading, RuleReading
from agents.known_judges import known_judges
from agents.model_settings import ModelSettings
from agents.model_usage import BudgetError, Usage
from agents.models import Models
from agents.runs import no_progress
from cli.summaries import STANDARD_INPUT, Checkable
from cli.verification import Options, answers_file, to_check, verify_record
from evaluation.judges import with_baselines
from kg.errors import ServiceError

FREE = ("scripted", "batch:")
"""Models that cost nothing when they are asked."""


def graph_reading(options: Options, models: Models) -> GraphReading:
    """Return who builds the graphs."""
    if not options.graph_by_model:
        return RuleReading()
    return ModelReading(models, options.extract == "model", options.graph_reports == "model")


def keeping_answers(told: ModelSettings, options: Options) -> ModelSettings:
    """Keep answers beside an unfinished run, unless the user names a file that outlives it."""
    if told.answers is not None or options.run_dir is None:
        return told
    return told.model_copy(update={"answers": answers_file(options.run_dir, options)})


def say_what_it_costs(options: Options, told: ModelSettings) -> list[Checkable] | None:
    """Rehearse the run without asking anybody, say what it would take, and hold it to its limit.

    Return what was read for it where it cannot be read a second time.
    """
    once = list(to_check(options)) if options.summary == STANDARD_INPUT else None
    without_run = options.model_copy(update={"run_dir": None})

    async def run(models: Models) -> object:
        judges, reading = with_baselines(known_judges(models)), graph_reading(options, models)
        return await verify_record(without_run, judges, no_progress, once, reading)

    rehearse(told, run)
    return once


def rehearse(told: ModelSettings, run: Callable[[Models], Coroutine[None, None, object]]) -> None:
    """Count what a run would ask for; what costs nothing is not counted."""
    if all(name.startswith(FREE) for name in told.models.values()):
        return
    unlimited = told.model_copy(update={"max_cost": None, "max_tokens": None})
    models = Models(unlimited, rehearsal=True)
    with tracing_context(enabled=False):
        asyncio.run(run(models))
    typer.echo(f"curaview: estimate: {told_estimate(models.meter.used)}", err=True)
    refuse_beyond(models.meter.used, told)


def told_estimate(usage: Usage) -> str:
    """Say what a run is expected to take."""
    cost = "cost unknown" if usage.cost is None else f"about ${usage.cost:.4f}"
    return (
        f"{usage.calls} model calls ({usage.saved} saved by rules), {usage.tokens_read:,} tokens"
        f" read and {usage.tokens_written:,} written, {cost}; refused answers are asked for again,"
        " at most three times each"
    )


def refuse_beyond(estimate: Usage, told: ModelSettings) -> None:
    """Stop before anything is spent when the estimate is above a limit."""
    if told.max_tokens is not None and estimate.tokens > told.max_tokens:
        msg = (
            f"the estimate of {estimate.tokens:,} tokens is above --max-tokens {told.max_tokens:,}"
        )
        raise BudgetError(f"{msg}; nothing was asked")
    if told.max_cost is None:
        return
    if estimate.cost is None:
        msg = "--max-cost needs the price of the model; set CURAVIEW_MODEL_PRICES, as 0.4/1.6"
        raise BudgetError(f"{msg} for dollars per million tokens read/written; nothing was asked")
    if estimate.cost > told.max_cost:
        msg = f"the estimate of ${estimate.cost:.4f} is above --max-cost {told.max_cost:g}"
        raise BudgetError(f"{msg}; nothing was asked")


def stop_if_pending(models: Models) -> None:
    """Write down what waits for an answer from elsewhere, and end the command there."""
    waiting = [folder.write() for folder in models.batches if folder.pending]
    if waiting:
        raise ServiceError("; ".join(waiting))


def say_what_it_took(models: Models) -> None:
    """Say in one line what was asked and what it cost."""
    typer.echo(f"curaview: {models.meter.used.told()}", err=True)
    for folder in models.batches:
        if folder.unknown:
            first = folder.unknown[0]
            said = f"{len(folder.unknown)} responses in {folder.path} answer no request"
            typer.echo(f"curaview: {said} (first: {first})", err=True)
