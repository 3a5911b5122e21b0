"""The real check behind an evaluation: a record's graph in memory, its summaries one by one."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from agents.check_graph import CheckParts, check_graph
from agents.known_judges import known_judges
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.runs import run_check
from agents.search_plan import ALL_SEARCHES, LOCAL_ALONE
from agents.source_texts import SourceTexts
from clinical.claims import read_claims
from evaluation.baselines.ablation import OPEN_ABLATION, AblationName
from evaluation.baselines.plain_domain import PlainSearch, plain_claims, without_closed_lists
from evaluation.baselines.retrieval import SEARCHES, RetrievalName, SearchedRecord
from evaluation.judges import with_baselines
from evaluation.labeled import LabeledRecord
from evaluation.scoring_run import CheckSummary
from graph_state.context import Context
from graph_state.findings import Report
from graph_state.state import CheckInput
from kg.embedding import WordVectors
from kg.open_store import open_store
from kg.record import Case
from kg.store import Embedder, GraphStore
from kg.view import view_of


@dataclass(frozen=True)
class OpenedRecord:
    """A labeled record with its graph in memory, ready to be checked in one way or another."""

    record: LabeledRecord
    searched: SearchedRecord
    sources: Mapping[str, SourceTexts]

    async def checker(
        self,
        context: Context,
        models: Models | None = None,
        retrieval: RetrievalName = "graph",
        domain: bool = True,
        ablation: AblationName | None = None,
    ) -> CheckSummary:
        """Return what checks a summary with the judge of the context.

        `retrieval` decides who finds the evidence for it. Without `domain` the check forgets its
        medical knowledge, and of the graphs only `raw_graph` makes sense. `ablation` takes a part
        of the graph's search away.
        """
        searcher = await asyncio.to_thread(SEARCHES[retrieval], self.searched)
        parts = check_parts(self.searched.store, self.sources, models)
        searches = ALL_SEARCHES if retrieval == "graph" else LOCAL_ALONE
        parts = replace(parts, searcher=searcher, searches=searches)
        if ablation is not None:
            opened = await asyncio.to_thread(OPEN_ABLATION[ablation], self.searched)
            parts = replace(parts, **opened._asdict())
        if not domain:
            plain = plain_claims(parts.read_claims)
            parts = replace(parts, searcher=PlainSearch(searcher), read_claims=plain)
            context = without_closed_lists(context)
        graph, record = check_graph(parts).compile(), self.record

        async def check(summary: str) -> Report:
            request = CheckInput(
                patient_id=record.record.patient_id,
                admission_id=record.admission_id,
                summary=summary,
            )
            return await run_check(graph, request, context)

        return check


@asynccontextmanager
async def open_record(
    record: LabeledRecord, evidence: Literal["all", "structured"]
) -> AsyncIterator[OpenedRecord]:
    """Build the graph of what may serve as evidence."""
    store = open_store("memory", shared_embedder())
    case = Case(record=record.record, targets=record.targets)
    try:
        stored = await stored_graph(store, case, record.admission_id, (), evidence)
        graph = await store.load(stored.graph_id)
        if graph is None:
            raise LookupError(f"graph {stored.graph_id!r} is not in its own store")
        view = view_of(case.record, record.admission_id, case.targets, evidence)
        searched = SearchedRecord(store, graph, view, shared_embedder())
        yield OpenedRecord(record, searched, {stored.graph_id: stored.sources})
    finally:
        await store.close()


@asynccontextmanager
async def open_checked_record(
    record: LabeledRecord,
    context: Context,
    models: Models | None = None,
    retrieval: RetrievalName = "graph",
) -> AsyncIterator[CheckSummary]:
    """Build the graph of a record, and check against it with one judge and one retrieval."""
    async with open_record(record, context.evidence) as opened:
        yield await opened.checker(context, models, retrieval)


def check_parts(
    store: GraphStore, sources: Mapping[str, SourceTexts], models: Models | None = None
) -> CheckParts:
    """Put together what a check is made of, baselines included."""
    return CheckParts(
        store=store,
        judges=with_baselines(known_judges(models)),
        read_claims=read_claims,
        sources=lambda graph_id: sources.get(graph_id, SourceTexts()),
    )


@cache
def shared_embedder() -> Embedder:
    """Load the word vectors once a process."""
    return WordVectors()
