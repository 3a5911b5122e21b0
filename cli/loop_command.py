"""From a request to the files and tables of a loop."""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path

import typer

from agents.model_settings import ModelSettings
from agents.models import Models
from cli.loop_files import finished_loop, write_loop
from cli.loop_request import LoopRequest
from cli.loop_run import forget_loop, loop_all, resumes_loop, to_work_on
from cli.model_run import keeping_answers, rehearse, say_what_it_took
from cli.progress import dataset_progress
from cli.summaries import Checkable
from cli.tables import print_all, require_output
from cli.watching import watching
from exports.loop_table import asked_table, detection_table, rounds_table
from graph_state.loop import LoopOutput


def play(request: LoopRequest, told: ModelSettings, trace: Path | None) -> None:
    """Run the loop, write its files, and show its tables."""
    require_output()
    cases = to_work_on(request)
    if request.asks_models:
        rehearse(told, lambda models: _rehearsal(request, cases, models))
    models = Models(keeping_answers(told, request.checks))
    began = time.perf_counter()
    with watching(trace, resumes_loop(request)) as watch, dataset_progress() as progress:
        done = asyncio.run(loop_all(request, cases, models, progress, watch))
    seconds = time.perf_counter() - began
    if request.asks_models:
        say_what_it_took(models)
    finished = finished_loop(request, done)
    for path in write_loop(request, cases, done, finished):
        typer.echo(f"wrote {path}", err=True)
    forget_loop(request)
    typer.echo(_speed(done, seconds), err=True)
    print_all(
        rounds_table(finished.results),
        detection_table(finished.results),
        asked_table(finished.results),
    )


def _rehearsal(
    request: LoopRequest, cases: Sequence[Checkable], models: Models
) -> Coroutine[None, None, object]:
    checks = request.checks.model_copy(update={"run_dir": None})
    without_run = request.model_copy(update={"checks": checks})
    return loop_all(without_run, cases, models, lambda name, done, total: None)


def _speed(done: LoopOutput, seconds: float) -> str:
    texts = len(done["checked"])
    each = f", {seconds / texts:.2f} s each" if texts else ""
    return f"curaview: {texts} texts rewritten and checked in {seconds:.1f} s{each}"
