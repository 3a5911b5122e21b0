"""Evaluation of labeled sets: records shared out over processes, figures put together again."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

from evaluation.checking import open_checked_record
from evaluation.datasets import open_dataset, sample_records
from evaluation.garbage import collect_seldom
from evaluation.labeled import Dataset, LabeledRecord
from evaluation.metrics import measure
from evaluation.outcomes import joined
from evaluation.results import DatasetResult
from evaluation.scoring_run import OpenRecord, ScoredRecord, score_record
from graph_state.context import Context
from kg.errors import BadInputError

Progress = Callable[[str, int, int], None]
"""Told the data set, how many of its records are done, and how many there are."""


def _silent(dataset: str, done: int, total: int) -> None:
    """Report nothing."""


async def evaluate(
    paths: Sequence[Path],
    context: Context,
    open_record: OpenRecord = open_checked_record,
    *,
    jobs: int = 1,
    sample: int | None = None,
    progress: Progress = _silent,
) -> list[DatasetResult]:
    """Evaluate each data set in turn; every set is read before the first one is checked.

    `open_record` makes a record ready for checking; the outcome does not depend on `jobs`.
    """
    datasets = [_dataset(path, sample) for path in paths]
    with opened_executor(jobs) as executor:
        return [
            await _evaluate_set(dataset, context, executor, progress, open_record)
            for dataset in datasets
        ]


def _dataset(path: Path, sample: int | None) -> Dataset:
    dataset = open_dataset(path)
    return dataset if sample is None else sample_records(dataset, sample)


@contextmanager
def opened_executor(jobs: int) -> Iterator[Executor | None]:
    """Open a pool; a single job stays in this process."""
    if jobs < 1:
        raise BadInputError(f"jobs: {jobs} is below 1; give the number of processes")
    if jobs == 1:
        yield None
        return
    executor = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=collect_seldom
    )
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


async def _evaluate_set(
    dataset: Dataset,
    context: Context,
    executor: Executor | None,
    progress: Progress,
    open_record: OpenRecord,
) -> DatasetResult:
    started = time.perf_counter()
    done: dict[str, ScoredRecord] = {}
    async for record, scored in _score_all(dataset, context, executor, open_record):
        done[record] = scored
        progress(dataset.name, len(done), len(dataset.records))
    ordered = [done[record.id] for record in dataset.records]
    return DatasetResult(
        dataset=dataset.name,
        judge=context.judge,
        measures=measure([document for scored in ordered for document in scored.documents]),
        errors=tuple(error for scored in ordered for error in scored.errors),
        seconds=time.perf_counter() - started,
        outcomes=joined(scored.outcomes for scored in ordered),
    )


async def _score_all(
    dataset: Dataset, context: Context, executor: Executor | None, open_record: OpenRecord
) -> AsyncIterator[tuple[str, ScoredRecord]]:
    if executor is None:
        for record in dataset.records:
            yield record.id, await score_record(dataset.name, record, context, open_record)
        return
    futures = [
        asyncio.wrap_future(
            executor.submit(_score_in_process, dataset.name, record, context, open_record)
        )
        for record in dataset.records
    ]
    for future in asyncio.as_completed(futures):
        yield await future


def _score_in_process(
    dataset: str, record: LabeledRecord, context: Context, open_record: OpenRecord
) -> tuple[str, ScoredRecord]:
    """Score one record in an event loop of its own."""
    return record.id, asyncio.run(score_record(dataset, record, context, open_record))
