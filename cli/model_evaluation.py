"""Evaluation of judges that ask models: one process, one account of what they cost."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

from agents.batch_model import MOST_ROUNDS
from agents.model_settings import ModelSettings, in_batches
from agents.models import Models
from cli.model_run import rehearse, say_what_it_took, stop_if_pending
from cli.progress import DatasetProgress
from evaluation.checking import open_checked_record
from evaluation.results import DatasetResult
from evaluation.run import evaluate
from evaluation.scoring_run import CheckSummary
from graph_state.context import Context


def evaluate_with_models(
    datasets: Sequence[Path],
    context: Context,
    told: ModelSettings,
    sample: int | None,
    progress: DatasetProgress,
    open_record: Callable[..., AbstractAsyncContextManager[CheckSummary]] = open_checked_record,
) -> list[DatasetResult]:
    """Say what it will cost, evaluate, and end early where answers are to come from elsewhere.

    `open_record` is given the models as `models`.
    """
    context = with_models(context, told)

    async def run(models: Models) -> list[DatasetResult]:
        opened = partial(open_record, models=models)
        return await evaluate(datasets, context, opened, sample=sample, progress=progress)

    rehearse(told, run)
    models = Models(told)
    results = asyncio.run(run(models))
    stop_if_pending(models)
    say_what_it_took(models)
    return results


def with_models(context: Context, told: ModelSettings) -> Context:
    """Name the judging models in the settings of a run, so that reports and keys hold them."""
    update: dict[str, str | int] = {
        "model_judge": told.model_for("judge"),
        "model_second_judge": told.models.get("second_judge", ""),
    }
    if in_batches(told):
        update["max_redetections"] = MOST_ROUNDS - 1
    return context.model_copy(update=update)
