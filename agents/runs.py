"""Run a check so that a killed run goes on where it stopped."""

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

import aiosqlite
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from pydantic import BaseModel

import clinical
from agents.check_graph import CheckGraph
from agents.reporter import program_version
from graph_state.checkpoint import serializer
from graph_state.context import Context
from graph_state.findings import Finding, Report
from graph_state.generation import GenerateInput
from graph_state.state import CheckInput
from kg.errors import BadInputError, ServiceError

Progress = Callable[[int, int], None]
"""Told how many sentences are done, and of how many."""

Found = Callable[[Sequence[Finding]], None]
"""Told the findings of a sentence as soon as it is checked."""

LOCK_SECONDS = 60
"""How long to wait for a run file that the write of a moment ago still holds, on a busy disk."""

DECIDING_PACKAGES = ("agents", "clinical", "graph_state", "kg", "prompts")


def no_progress(done: int, total: int) -> None:
    """Tell nobody."""


def unheard(findings: Sequence[Finding]) -> None:
    """Tell nobody."""


@asynccontextmanager
async def checkpoints(
    path: Path, result: str = "findings", serde: SerializerProtocol | None = None
) -> AsyncIterator[AsyncSqliteSaver]:
    """Open the file that holds unfinished runs; only its owner may read it.

    `result` names what each finished piece of work adds to: without one there is nothing to go on
    from, and the file is not kept. `serde` writes the state, if not as usual.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    worth_keeping = True
    try:
        async with _connected(path) as connection:
            saver = AsyncSqliteSaver(connection, serde=serde or serializer())
            try:
                yield saver
            finally:
                async with saver.lock:
                    worth_keeping = await _ended(connection, result)
    except sqlite3.OperationalError as error:
        msg = f"{path}: {error}; see to it that it can be written, or run with --no-resume"
        raise ServiceError(msg) from error
    finally:
        if not worth_keeping:
            discard(path)


@asynccontextmanager
async def _connected(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(path, timeout=LOCK_SECONDS) as connection:
        try:
            # A killed process loses nothing with NORMAL, and a commit needs no disk flush.
            await connection.execute("PRAGMA synchronous=NORMAL")
            await connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.DatabaseError as error:
            msg = f"{path}: not a run file ({error}); delete it or run with --no-resume"
            raise BadInputError(msg) from error
        yield connection


async def _ended(connection: aiosqlite.Connection, result: str) -> bool:
    """Close a connection, whose lock the caller holds; say whether its file is worth keeping.

    A run that a failure ended may still have writes under way. One that was called off half-way
    would outlive its connection: SQLite keeps the lock of one that is closed while something in
    memory points to a row of it. So it is taken back, and none can follow.
    """
    await connection.rollback()
    worth_keeping = await _holds(connection, result)
    await connection.close()
    return worth_keeping


async def _holds(connection: aiosqlite.Connection, result: str) -> bool:
    """Say whether a run has anything to go on from: each finished piece writes a result."""
    tables = "SELECT 1 FROM sqlite_master WHERE name = ?"
    results = "SELECT 1 FROM writes WHERE channel = ? LIMIT 1"
    for query, name in ((tables, "writes"), (results, result)):
        async with connection.execute(query, (name,)) as found:
            if await found.fetchone() is None:
                return False
    return True


def discard(path: Path) -> None:
    """Delete a run file once nothing in it is needed any more."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def thread_id(
    graph_id: str, version: str, request: CheckInput | GenerateInput, context: BaseModel
) -> str:
    """Name a run by all that its result depends on, the program itself included."""
    parts = (
        graph_id,
        version,
        request.get("target", ""),
        request.get("summary", ""),
        context.model_dump_json(),
        program_state(),
    )
    return digest(*parts)


def digest(*parts: str) -> str:
    """Hash a sequence of texts; no two sequences run into one."""
    joined = "".join(f"{len(part)}:{part}" for part in parts)
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def program_state() -> str:
    """Tell two states of the program apart, so that none finishes what another began."""
    root = Path(clinical.__file__).parents[1]
    files = [
        path
        for package in DECIDING_PACKAGES
        for path in sorted((root / package).rglob("*"))
        if path.is_file() and path.parent.name != "__pycache__"
    ]
    marks = [f"{p.relative_to(root)} {p.stat().st_size} {p.stat().st_mtime_ns}" for p in files]
    return digest(program_version(), *marks)


async def run_check(
    graph: CheckGraph,
    request: CheckInput,
    context: Context,
    thread: str | None = None,
    progress: Progress = no_progress,
    callbacks: Sequence[BaseCallbackHandler] = (),
    found: Found = unheard,
) -> Report:
    """Check a summary; with a thread, take up its unfinished or finished run."""
    if thread is None:
        config: RunnableConfig = {"callbacks": [*callbacks]}
        return await _stream(graph, request, config, context, progress, 0, found)
    config = {"configurable": {"thread_id": thread}, "callbacks": [*callbacks]}
    saved = await graph.aget_state(config)
    if "report" in saved.values:
        report: Report = saved.values["report"]
        return report
    begun = len(saved.values.get("sentences", ()))
    asked = None if saved.next else request
    return await _stream(graph, asked, config, context, progress, begun, found)


async def _stream(
    graph: CheckGraph,
    request: CheckInput | None,
    config: RunnableConfig,
    context: Context,
    progress: Progress,
    total: int,
    found: Found,
) -> Report:
    done = 0
    report: Report | None = None
    async for update in graph.astream(
        request,
        config,
        context=context,
        stream_mode="updates",
        durability="async" if "configurable" in config else None,
    ):
        if "segmenter" in update:
            total = len(update["segmenter"]["sentences"])
        done += "sentence" in update
        progress(done, total)
        found(update.get("sentence", {}).get("findings", ()))
        report = update.get("reporter", {}).get("report", report)
    if report is None:
        msg = "the run is paused for a review; resume it where it was started"
        raise BadInputError(msg)
    return report
