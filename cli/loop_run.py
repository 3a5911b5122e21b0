"""Run every round of a loop over the summaries of a record."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from agents.adversarial.graph import LoopParts, adversarial_graph
from agents.adversarial.runs import LoopProgress, loop_thread, run_loop
from agents.check_graph import CheckParts
from agents.generate_graph import GenerateParts
from agents.graph_reading import GraphReading, ModelReading, RuleReading
from agents.judge import chosen
from agents.known_engines import known_engines
from agents.known_judges import known_judges
from agents.models import Models
from agents.omissions import OmissionFinder
from agents.runs import checkpoints, digest, discard
from cli.loop_desk import LoopDesk
from cli.loop_former import files_of_loop
from cli.loop_labels import known_errors
from cli.loop_request import LoopRequest
from cli.model_run import stop_if_pending
from cli.summaries import Checkable
from cli.verification import answers_file, to_check
from cli.watching import Watch, nobody, with_texts
from clinical.claims import read_claims
from evaluation.judges import with_baselines
from graph_state.checkpoint import CompressedSerializer
from graph_state.loop import LoopInput, LoopOutput
from kg.errors import BadInputError
from kg.open_store import open_store


def to_work_on(request: LoopRequest) -> list[Checkable]:
    """Read the summaries, and refuse a folder that cannot take the results."""
    if request.checks.record.resolve() == request.out.resolve():
        msg = f"{request.out}: is the record itself; give another folder with --out"
        raise BadInputError(msg)
    files_of_loop(request.out)
    return list(to_check(request.checks))


async def loop_all(
    request: LoopRequest,
    cases: Sequence[Checkable],
    models: Models,
    progress: LoopProgress,
    watch: Watch = nobody,
) -> LoopOutput:
    """Return what every round came to; what was done before a break is not done again."""
    options = request.checks
    store = open_store(options.store, login=options.store_login)
    desk = LoopDesk(store, cases, _reading(request, models), models)
    try:
        async with _saver(request) as saver:
            graph = adversarial_graph(_parts(request, desk, models), checkpointer=False)
            known = known_errors(request)
            asked = LoopInput(documents=desk.documents, known_wrong=known)
            records = [one.case.record for one in cases]
            named = [with_texts(one.case.record, [t.text for t in one.targets]) for one in cases]
            thread = loop_thread(records, desk.documents, known, request.context)
            return await run_loop(
                graph.compile(checkpointer=saver),
                asked,
                request.context,
                thread if saver else None,
                progress,
                watch(named, "adversarial", thread),
            )
    finally:
        await store.close()


def forget_loop(request: LoopRequest) -> None:
    """Delete the kept run of these options, once its results are where they belong."""
    if request.checks.run_dir is not None:
        discard(run_file(request, request.checks.run_dir))
        answers_file(request.checks.run_dir, request.checks).unlink(missing_ok=True)


def resumes_loop(request: LoopRequest) -> bool:
    """Say whether an unfinished run of these options waits to be taken up."""
    folder = request.checks.run_dir
    return folder is not None and run_file(request, folder).exists()


def run_file(request: LoopRequest, folder: Path) -> Path:
    """Name the file of the unfinished run by what the command was asked for."""
    return folder / f"loop-{digest(request.kept_by)}.sqlite"


def _parts(request: LoopRequest, desk: LoopDesk, models: Models) -> LoopParts:
    at_once = request.checks.at_once
    judges = with_baselines(known_judges(models))
    chosen(judges, request.context.judge)
    return LoopParts(
        generate=GenerateParts(
            store=desk.store, engines=known_engines(desk.store, models), at_once=at_once
        ),
        check=CheckParts(
            store=desk.store,
            judges=judges,
            read_claims=read_claims,
            sources=desk.sources,
            find_omissions=OmissionFinder(desk.store),
            at_once=at_once,
        ),
        ready=desk.ready,
        stop_if_waiting=lambda: stop_if_pending(models),
    )


def _reading(request: LoopRequest, models: Models) -> GraphReading:
    options = request.checks
    if not options.graph_by_model:
        return RuleReading()
    return ModelReading(models, options.extract == "model", options.graph_reports == "model")


@asynccontextmanager
async def _saver(request: LoopRequest) -> AsyncIterator[AsyncSqliteSaver | None]:
    folder = request.checks.run_dir
    if folder is None:
        yield None
        return
    path = run_file(request, folder)
    async with checkpoints(path, "generated", CompressedSerializer()) as saver:
        yield saver
