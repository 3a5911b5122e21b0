"""The real check behind an evaluation: a record's graph in memory, its summaries one by one."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cache

from agents.check_graph import CheckParts, check_graph
from agents.known_judges import known_judges
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.runs import run_check
from agents.source_texts import SourceTexts
from clinical.claims import read_claims
from evaluation.judges import with_baselines
from evaluation.labelled import LabelledRecord
from evaluation.scoring_run import CheckSummary
from graph_state.context import Context
from graph_state.findings import Report
from graph_state.state import CheckInput
from kg.embedding import WordVectors
from kg.open_store import open_store
from kg.record import Case
from kg.store import Embedder, GraphStore


@asynccontextmanager
async def open_checked_record(
    record: LabelledRecord, context: Context, models: Models | None = None
) -> AsyncIterator[CheckSummary]:
    """Build the graph of what may serve as evidence, and check against it."""
    store = open_store("memory", shared_embedder())
    case = Case(record=record.record, targets=record.targets)
    stored = await stored_graph(store, case, record.admission_id, (), context.evidence)
    parts = check_parts(store, {stored.graph_id: stored.sources}, models)
    graph = check_graph(parts).compile()

    async def check(summary: str) -> Report:
        request = CheckInput(
            patient_id=record.record.patient_id, admission_id=record.admission_id, summary=summary
        )
        return await run_check(graph, request, context)

    try:
        yield check
    finally:
        await store.close()


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
