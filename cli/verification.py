"""Check every summary that the options ask for, one after the other."""

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from agents.batch_model import MOST_ROUNDS, AnswerPendingError
from agents.check_graph import CheckGraph, CheckParts, check_graph
from agents.graph_reading import GraphReading, RuleReading
from agents.judge import chosen
from agents.judging import Judge
from agents.known_judges import asks_models
from agents.omissions import OmissionFinder
from agents.patient_graph import stored_graph
from agents.runs import Progress, checkpoints, digest, discard, run_check, thread_id
from agents.safety.finder import SafetyFinder
from agents.same_graph import still_stored
from agents.source_texts import SourceTexts
from cli.summaries import Checkable, checkables
from cli.watching import Watch, nobody, with_texts
from clinical.claims import read_claims
from graph_state.context import MAX_REDETECTIONS, Context
from graph_state.findings import Report
from graph_state.state import CheckInput
from kg.graph import EvidenceSetting
from kg.neo4j_address import Login
from kg.open_store import open_store
from kg.store import GraphStore

IN_MEMORY = "memory"

VOTING_TEMPERATURE = 0.7
"""Without some freedom every vote of a model would be the same."""


class Options(BaseModel, frozen=True):
    """What `curaview verify` was asked for."""

    record: Path
    summary: str | None = None
    """File that holds the summary, or `-`."""

    admission: str | None = None
    target: Literal["brief_hospital_course", "discharge_instructions", "both"] = (
        "brief_hospital_course"
    )
    evidence: EvidenceSetting = "all"
    operating_point: Literal["recall", "balanced", "precision"] = "balanced"
    judge: str = "rules"
    store: str = IN_MEMORY
    store_login: Login | None = None
    run_dir: Path | None = None
    """Where unfinished runs are kept; None keeps none."""

    at_once: int = 8
    several: bool = True
    """More than one summary can be reported."""

    models: dict[str, str] = {}
    """Names of the language models, by role."""

    model_urls: dict[str, str] = {}
    extract: Literal["rules", "model"] = "rules"
    """Who reads the notes into facts."""

    graph_reports: Literal["template", "model"] = "template"
    """Who writes the reports on communities."""

    votes: int = 1
    sentences_per_call: int = 1
    tool_calls: int = 0
    evidence_characters: int = 12_000

    @property
    def context(self) -> Context:
        """The settings that the check itself sees."""
        given = {
            "judge": self.judge,
            "evidence": self.evidence,
            "operating_point": self.operating_point,
        }
        if not self.judge_asks_models:
            return Context.model_validate(given)
        return Context.model_validate(
            given
            | {
                "model_judge": self._judging_model,
                "model_second_judge": self.models.get("second_judge", ""),
                "votes": self.votes,
                "temperature": VOTING_TEMPERATURE if self.votes > 1 else 0.0,
                "sentences_per_call": self.sentences_per_call,
                "tool_calls": self.tool_calls,
                "evidence_characters": self.evidence_characters,
                "max_redetections": MOST_ROUNDS - 1 if self.in_batches else MAX_REDETECTIONS,
            }
        )

    @property
    def asks_models(self) -> bool:
        """Say whether a language model may be asked."""
        return self.judge_asks_models or self.graph_by_model

    @property
    def judge_asks_models(self) -> bool:
        """Say whether the judge may ask a language model."""
        return asks_models(self.judge, self._judging_model)

    @property
    def _judging_model(self) -> str:
        return self.models.get("judge") or self.models.get("", "")

    @property
    def graph_by_model(self) -> bool:
        """Say whether a language model takes part in building the graph."""
        return self.extract == "model" or self.graph_reports == "model"

    @property
    def in_batches(self) -> bool:
        """Say whether any model answers through a folder, hence not in this run."""
        return any(name.startswith("batch:") for name in self.models.values())


@dataclass(frozen=True)
class _Desk:
    """What the checks of one command share."""

    options: Options
    store: GraphStore
    graph: CheckGraph
    sources: dict[str, SourceTexts]
    reading: GraphReading
    watch: Watch


async def verify_record(
    options: Options,
    judges: Mapping[str, Judge],
    progress: Progress,
    cases: Iterable[Checkable] | None = None,
    reading: GraphReading | None = None,
    watch: Watch = nobody,
) -> list[Report]:
    """Return a report for every summary; what was done before a break is not done again."""
    chosen(judges, options.judge)
    cases = begun(to_check(options) if cases is None else cases)
    async with _desk(options, judges, reading or RuleReading(), watch) as desk:
        reports = [
            report for checkable in cases for report in await _check(desk, checkable, progress)
        ]
    return reports


def begun(cases: Iterable[Checkable]) -> Iterator[Checkable]:
    """Read the first summary now: a record that is refused leaves no files of a run behind."""
    following = iter(cases)
    first = list(islice(following, 1))
    return chain(first, following)


def resumes(options: Options) -> bool:
    """Say whether an unfinished run of these options waits to be taken up."""
    return options.run_dir is not None and _run_file(options.run_dir, options).exists()


def to_check(options: Options) -> Iterator[Checkable]:
    """Read the summaries that the options ask for, one after the other."""
    return checkables(
        options.record, options.summary, options.admission, options.target, options.several
    )


def forget(options: Options) -> None:
    """Delete the kept run of these options, once its reports are where they belong."""
    if options.run_dir is not None:
        discard(_run_file(options.run_dir, options))
        answers_file(options.run_dir, options).unlink(missing_ok=True)


def answers_file(folder: Path, options: Options) -> Path:
    """Name the file that keeps the answers of models until the run is done."""
    return _run_file(folder, options).with_suffix(".answers")


@asynccontextmanager
async def _desk(
    options: Options, judges: Mapping[str, Judge], reading: GraphReading, watch: Watch
) -> AsyncIterator[_Desk]:
    async with AsyncExitStack() as stack:
        store = open_store(options.store, login=options.store_login)
        stack.push_async_callback(store.close)
        sources: dict[str, SourceTexts] = {}
        parts = CheckParts(
            store=store,
            judges=judges,
            read_claims=read_claims,
            sources=sources.__getitem__,
            find_omissions=OmissionFinder(store),
            find_safety=SafetyFinder(store),
            at_once=options.at_once,
        )
        builder = check_graph(parts, checkpointer=False)
        if options.run_dir is None:
            yield _Desk(options, store, builder.compile(), sources, reading, watch)
            return
        run_file = _run_file(options.run_dir, options)
        saver = await stack.enter_async_context(checkpoints(run_file))
        yield _Desk(options, store, builder.compile(checkpointer=saver), sources, reading, watch)


async def _check(desk: _Desk, checkable: Checkable, progress: Progress) -> list[Report]:
    case, admission = checkable.case, checkable.admission_id
    options = desk.options
    try:
        graph = await stored_graph(
            desk.store, case, admission, checkable.targets, options.evidence, desk.reading
        )
    except AnswerPendingError:
        # The next patient's requests can be written down meanwhile.
        return []
    desk.sources[graph.graph_id] = graph.sources
    reports = []
    for target in checkable.targets:
        request = CheckInput(
            patient_id=case.record.patient_id,
            admission_id=admission,
            target=target.name,
            summary=target.text,
        )
        thread = thread_id(graph.graph_id, graph.version, request, options.context)
        known = with_texts(case.record, [target.text])
        watchers = desk.watch([known], "check", thread, admission, target.name)
        kept = thread if options.run_dir is not None else None
        report = await run_check(desk.graph, request, options.context, kept, progress, watchers)
        # The report names the graph that its sentences were held against.
        await still_stored(desk.store, graph.graph_id, report.versions["graph"], graph.version)
        reports.append(report)
    del desk.sources[graph.graph_id]
    if options.store == IN_MEMORY:
        await desk.store.delete(graph.graph_id)
    return reports


def _run_file(folder: Path, options: Options) -> Path:
    """Name the file of unfinished runs by what the command was asked for."""
    asked = options.model_copy(update={"record": options.record.resolve(), "run_dir": None})
    return folder / f"{digest(asked.model_dump_json())}.sqlite"
