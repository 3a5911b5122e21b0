"""Check every summary that the options ask for, one after the other."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from agents.check_graph import CheckGraph, CheckParts, check_graph
from agents.judge import chosen
from agents.judging import Judge
from agents.patient_graph import stored_graph
from agents.runs import Progress, checkpoints, digest, discard, run_check, thread_id
from agents.source_texts import SourceTexts
from cli.summaries import Checkable, checkables
from clinical.claims import read_claims
from graph_state.context import Context
from graph_state.findings import Report
from graph_state.state import CheckInput
from kg.open_store import open_store
from kg.store import GraphStore

IN_MEMORY = "memory"


class Options(BaseModel, frozen=True):
    """What `curaview verify` was asked for."""

    record: Path
    summary: str | None = None
    """File that holds the summary, or `-`."""

    admission: str | None = None
    target: Literal["brief_hospital_course", "discharge_instructions", "both"] = (
        "brief_hospital_course"
    )
    evidence: Literal["all", "structured"] = "all"
    judge: str = "rules"
    store: str = IN_MEMORY
    run_dir: Path | None = None
    """Where unfinished runs are kept; None keeps none."""

    at_once: int = 8
    several: bool = True
    """More than one summary can be reported."""

    @property
    def context(self) -> Context:
        """The settings that the check itself sees."""
        return Context(judge=self.judge, evidence=self.evidence)


@dataclass(frozen=True)
class _Desk:
    """What the checks of one command share."""

    options: Options
    store: GraphStore
    graph: CheckGraph
    sources: dict[str, SourceTexts]


async def verify_record(
    options: Options, judges: Mapping[str, Judge], progress: Progress
) -> list[Report]:
    """Return a report for every summary; what was done before a break is not done again."""
    chosen(judges, options.judge)
    cases = checkables(
        options.record, options.summary, options.admission, options.target, options.several
    )
    async with _desk(options, judges) as desk:
        reports = [
            report for checkable in cases for report in await _check(desk, checkable, progress)
        ]
    return reports


def forget(options: Options) -> None:
    """Delete the kept run of these options, once its reports are where they belong."""
    if options.run_dir is not None:
        discard(_run_file(options.run_dir, options))


@asynccontextmanager
async def _desk(options: Options, judges: Mapping[str, Judge]) -> AsyncIterator[_Desk]:
    async with AsyncExitStack() as stack:
        store = open_store(options.store)
        stack.push_async_callback(store.close)
        sources: dict[str, SourceTexts] = {}
        parts = CheckParts(
            store=store,
            judges=judges,
            read_claims=read_claims,
            sources=sources.__getitem__,
            at_once=options.at_once,
        )
        builder = check_graph(parts, checkpointer=False)
        if options.run_dir is None:
            yield _Desk(options, store, builder.compile(), sources)
            return
        run_file = _run_file(options.run_dir, options)
        saver = await stack.enter_async_context(checkpoints(run_file))
        yield _Desk(options, store, builder.compile(checkpointer=saver), sources)


async def _check(desk: _Desk, checkable: Checkable, progress: Progress) -> list[Report]:
    case, admission = checkable.case, checkable.admission_id
    options = desk.options
    graph = await stored_graph(desk.store, case, admission, checkable.targets, options.evidence)
    desk.sources[graph.graph_id] = graph.sources
    reports = []
    for target in checkable.targets:
        request = CheckInput(
            patient_id=case.record.patient_id,
            admission_id=admission,
            target=target.name,
            summary=target.text,
        )
        thread = None
        if options.run_dir is not None:
            thread = thread_id(graph.graph_id, graph.version, request, options.context)
        reports.append(await run_check(desk.graph, request, options.context, thread, progress))
    del desk.sources[graph.graph_id]
    if options.store == IN_MEMORY:
        await desk.store.delete(graph.graph_id)
    return reports


def _run_file(folder: Path, options: Options) -> Path:
    """Name the file of unfinished runs by what the command was asked for."""
    asked = options.model_copy(update={"record": options.record.resolve(), "run_dir": None})
    return folder / f"{digest(asked.model_dump_json())}.sqlite"
