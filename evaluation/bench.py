"""How fast fictional patients are indexed and their summaries verified, resume switched on."""

import asyncio
import resource
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import BaseModel, PositiveInt

from agents.check_graph import CheckGraph, check_graph
from agents.patient_graph import StoredGraph, stored_graph
from agents.runs import checkpoints, run_check, thread_id
from evaluation.checking import check_parts, shared_embedder
from evaluation.garbage import collect_seldom
from evaluation.synthetic import SEED, synthetic_case
from graph_state.context import Context
from graph_state.state import CheckInput
from kg.record import Case
from kg.sqlite_store import SqliteStore

PATIENTS = 250
SUMMARIES = 40


class BenchSettings(BaseModel, frozen=True):
    """How much is measured."""

    patients: PositiveInt = PATIENTS
    summaries: PositiveInt = SUMMARIES
    """Patients whose summaries are verified."""

    jobs: PositiveInt = 1
    """Processes that index; verifying takes one."""

    seed: int = SEED


class Elapsed(BaseModel, frozen=True):
    """A point in time, or the time between two: by the clock and by the processors."""

    wall: float
    processor: float


class BenchResult(BaseModel, frozen=True):
    """What was measured. Indexing counts reading facts, the graph, its vectors and the disk."""

    patients: int
    jobs: int
    index_seconds: float
    index_processor_seconds: float
    """What all processes took together; on a busy machine the fairer figure."""

    index_milliseconds_per_patient: float
    store_mebibytes: float
    summaries: int
    sentences: int
    verify_seconds: float
    verify_processor_seconds: float
    sentences_per_second: float
    peak_mebibytes: float
    """Largest memory of this process."""

    peak_worker_mebibytes: float
    """Largest memory of any indexing process; 0 where this process indexed."""


def bench(settings: BenchSettings) -> BenchResult:
    """Index, verify and measure, in a folder that is deleted afterwards."""
    with TemporaryDirectory(prefix="curaview-bench-") as name:
        folder = Path(name)
        store = folder / "graphs.sqlite"
        indexed = _timed_index(settings, store)
        sentences, verified = asyncio.run(_timed_verify(settings, store, folder / "runs.sqlite"))
        return BenchResult(
            patients=settings.patients,
            jobs=settings.jobs,
            index_seconds=indexed.wall,
            index_processor_seconds=indexed.processor,
            index_milliseconds_per_patient=1000 * indexed.wall / settings.patients,
            store_mebibytes=sum(file.stat().st_size for file in folder.glob("graphs*")) / 2**20,
            summaries=_verified(settings),
            sentences=sentences,
            verify_seconds=verified.wall,
            verify_processor_seconds=verified.processor,
            sentences_per_second=sentences / verified.wall,
            peak_mebibytes=_peak(resource.RUSAGE_SELF),
            peak_worker_mebibytes=_peak(resource.RUSAGE_CHILDREN),
        )


def index_patients(indexes: Iterable[int], seed: int, store: Path) -> None:
    """Build the graphs of fictional patients and write them to a store file."""
    asyncio.run(_index(indexes, seed, store))


def _timed_index(settings: BenchSettings, store: Path) -> Elapsed:
    started = _now()
    if settings.jobs == 1:
        index_patients(range(settings.patients), settings.seed, store)
        return _since(started)
    with ProcessPoolExecutor(
        settings.jobs, mp_context=get_context("spawn"), initializer=collect_seldom
    ) as executor:
        parts = [range(job, settings.patients, settings.jobs) for job in range(settings.jobs)]
        futures = [executor.submit(index_patients, part, settings.seed, store) for part in parts]
        for future in futures:
            future.result()
    return _since(started)


async def _index(indexes: Iterable[int], seed: int, store: Path) -> None:
    opened = SqliteStore(store, shared_embedder())
    for index in indexes:
        await _stored(opened, synthetic_case(index, seed))
    await opened.close()


async def _stored(store: SqliteStore, case: Case) -> StoredGraph:
    return await stored_graph(store, case, case.targets[0].admission_id, (), "all")


async def _timed_verify(settings: BenchSettings, store: Path, runs: Path) -> tuple[int, Elapsed]:
    """Return how many sentences were checked, and how long it took."""
    cases = [synthetic_case(index, settings.seed) for index in range(_verified(settings))]
    opened = SqliteStore(store, shared_embedder())
    graphs = [await _stored(opened, case) for case in cases]
    parts = check_parts(opened, {graph.graph_id: graph.sources for graph in graphs})
    async with checkpoints(runs) as saver:
        check = check_graph(parts, checkpointer=False).compile(checkpointer=saver)
        started = _now()
        sentences = 0
        for case, graph in zip(cases, graphs, strict=True):
            sentences += await _verify(check, case, graph)
        elapsed = _since(started)
    await opened.close()
    return sentences, elapsed


async def _verify(check: CheckGraph, case: Case, graph: StoredGraph) -> int:
    target, context = case.targets[0], Context()
    request = CheckInput(
        patient_id=case.record.patient_id,
        admission_id=target.admission_id,
        target=target.name,
        summary=target.text,
    )
    thread = thread_id(graph.graph_id, graph.version, request, context)
    report = await run_check(check, request, context, thread)
    return len(report.findings)


def _verified(settings: BenchSettings) -> int:
    return min(settings.summaries, settings.patients)


def _now() -> Elapsed:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Elapsed(
        wall=time.perf_counter(), processor=sum(one.ru_utime + one.ru_stime for one in spent)
    )


def _since(started: Elapsed) -> Elapsed:
    now = _now()
    return Elapsed(wall=now.wall - started.wall, processor=now.processor - started.processor)


def _peak(who: int) -> float:
    """Return the largest resident memory in MiB; macOS counts bytes, Linux KiB."""
    unit = 1 if sys.platform == "darwin" else 2**10
    return resource.getrusage(who).ru_maxrss * unit / 2**20
