"""How fast stores index fictional patients and answer searches, and how both grow."""

import time
from asyncio import to_thread
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from pydantic import BaseModel

from agents.retriever import local_query
from clinical.claims import read_claims
from evaluation.footprint import Footprint, resident_mebibytes
from evaluation.synthetic import SEED, synthetic_case
from graph_state.context import Context
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph, graph_id
from kg.record import Case
from kg.side_by_side import side_by_side
from kg.store import GraphStore, LocalQuery
from kg.view import anchors_of, view_of

SIZES = (10, 50, 250)
AT_ONCE = 2
"""Graphs under way, as in `curaview graph update`."""

PROBED = 20
"""Patients of each size whose summaries are searched for."""

Progress = Callable[[str, int, int], None]


class StoreFigures(BaseModel, frozen=True):
    """What was measured with a number of patients in one store."""

    store: str
    patients: int
    index_seconds: float
    """Reading facts, building graphs, embedding and writing; while one graph is written, the next
    is built."""

    first_search_milliseconds_p50: float
    """A search that reads the graph into memory first."""

    search_milliseconds_p50: float
    search_milliseconds_p95: float
    memory_mebibytes: float | None
    """Of the process that measures, the store's cache included."""

    server_mebibytes: float | None
    """Of the database server, where its process is known."""

    disk_mebibytes: float | None


@dataclass(frozen=True)
class StoreBench:
    """One store to measure. It has to be empty, and is empty again afterwards."""

    name: str
    open: Callable[[], GraphStore]
    footprint: Footprint
    sizes: tuple[int, ...] = SIZES
    """Numbers of patients at which searches are timed."""

    seed: int = SEED

    async def measure(self, progress: Progress) -> AsyncIterator[StoreFigures]:
        """Index patient after patient and search at each size."""
        store = self.open()
        if await store.graphs():
            await store.close()
            raise BadInputError(f"store {self.name}: holds graphs; measure with an empty one")
        try:
            seconds = 0.0
            for before, size in pairwise((0, *sorted(self.sizes))):
                started = time.perf_counter()
                jobs = (partial(_index, store, n, self.seed) for n in range(before, size))
                async for index in side_by_side(jobs, AT_ONCE):
                    progress(self.name, index + 1, max(self.sizes))
                seconds += time.perf_counter() - started
                yield await self._figures(size, seconds)
        finally:
            await self._clear(store)
            await store.close()

    async def _figures(self, patients: int, seconds: float) -> StoreFigures:
        """Search through a store of its own, whose memory is empty at first."""
        store = self.open()
        try:
            first, later = await _search(store, self._probed(patients))
        finally:
            await store.close()
        return StoreFigures(
            store=self.name,
            patients=patients,
            index_seconds=seconds,
            first_search_milliseconds_p50=1000 * float(np.percentile(first, 50)),
            search_milliseconds_p50=1000 * float(np.percentile(later, 50)),
            search_milliseconds_p95=1000 * float(np.percentile(later, 95)),
            memory_mebibytes=resident_mebibytes(),
            server_mebibytes=self.footprint.server_mebibytes(),
            disk_mebibytes=self.footprint.disk_mebibytes(),
        )

    def _probed(self, patients: int) -> list[Case]:
        step = max(1, patients // PROBED)
        return [synthetic_case(index, self.seed) for index in range(0, patients, step)][:PROBED]

    async def _clear(self, store: GraphStore) -> None:
        ours = {_graph_id(synthetic_case(n, self.seed)) for n in range(max(self.sizes))}
        for summary in await store.graphs():
            if summary.graph_id in ours:
                await store.delete(summary.graph_id)


async def _search(store: GraphStore, cases: Iterable[Case]) -> tuple[list[float], list[float]]:
    """Search for every sentence; return the seconds of first searches and of later ones."""
    first: list[float] = []
    later: list[float] = []
    for case in cases:
        for number, query in enumerate(_queries(case)):
            started = time.perf_counter()
            await store.local_search(_graph_id(case), query)
            (later if number else first).append(time.perf_counter() - started)
    return first, later


def _queries(case: Case) -> list[LocalQuery]:
    """Ask what a check would ask, line by line of the summary."""
    target, context = case.targets[0], Context()
    anchors = anchors_of(case.record, target.admission_id)
    return [
        local_query(line, "", read_claims(line, "", "", anchors), context, 0)
        for line in target.text.splitlines()
        if line.strip()
    ]


async def _index(store: GraphStore, index: int, seed: int) -> int:
    await store.upsert(await to_thread(_graph, synthetic_case(index, seed)))
    return index


def _graph(case: Case) -> PatientGraph:
    admission = case.targets[0].admission_id
    view = view_of(case.record, admission, (*case.targets, *case.withheld), "all")
    return build_graph(view, admission, anchors_of(case.record, admission), RuleExtractor())


def _graph_id(case: Case) -> str:
    return graph_id(case.record.patient_id, case.targets[0].admission_id)
