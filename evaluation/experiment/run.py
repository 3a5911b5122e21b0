"""An experiment over cohorts: records shared out over processes, results in order again."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from agents.models import Models
from evaluation.experiment.cache import ResultCache
from evaluation.experiment.cohorts import Cohort, CohortRecord
from evaluation.experiment.record_run import run_record
from evaluation.experiment.results import CohortResult, RecordResult
from evaluation.experiment.settings import ExperimentSettings
from evaluation.run import opened_executor

Progress = Callable[[str, int, int], None]
"""Told the cohort, how many of its records are done, and how many there are."""


async def run_experiment(
    cohorts: Sequence[Cohort],
    settings: ExperimentSettings,
    cache: Path | None,
    progress: Progress,
    jobs: int = 1,
    models: Models | None = None,
) -> list[CohortResult]:
    """Check all cohorts in all arms; with `cache` what was done before is not done again.

    Judges that ask models run in this process alone, where one account is kept of their cost.
    """
    found = []
    with opened_executor(1 if models is not None else jobs) as executor:
        for cohort in cohorts:
            done: dict[str, RecordResult] = {}
            async for result in _results(cohort, settings, cache, executor, models):
                done[result.record] = result
                progress(cohort.name, len(done), len(cohort.records))
            records = tuple(done[record.labeled.id] for record in cohort.records)
            found.append(CohortResult(name=cohort.name, kind=cohort.kind, records=records))
    return found


async def _results(
    cohort: Cohort,
    settings: ExperimentSettings,
    cache: Path | None,
    executor: Executor | None,
    models: Models | None,
) -> AsyncIterator[RecordResult]:
    if executor is None:
        for record in cohort.records:
            yield await run_record(record, settings, ResultCache(cache), models)
        return
    futures = [
        asyncio.wrap_future(executor.submit(_in_process, record, settings, cache))
        for record in cohort.records
    ]
    for future in asyncio.as_completed(futures):
        yield await future


def _in_process(
    record: CohortRecord, settings: ExperimentSettings, cache: Path | None
) -> RecordResult:
    """Check one record in an event loop of its own."""
    return asyncio.run(run_record(record, settings, ResultCache(cache)))
