"""`curaview evaluate`: how good the verdicts are on labelled sets."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from evaluation.results import DatasetResult
from graph_state.context import Context
from kg.errors import BadInputError

EvidenceChoice = Literal["all", "structured"]


def evaluate_command(
    datasets: Annotated[
        list[Path],
        typer.Argument(
            metavar="DATASET...",
            help="A verification-set .jsonl (or its folder), or a Discharge-Me folder with "
            "labels.jsonl.",
        ),
    ],
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON.")
    ] = None,
    errors_file: Annotated[
        Path | None,
        typer.Option(
            "--errors",
            metavar="FILE",
            help="Write each decision that differs from its label as a JSON line.",
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Evaluate only N records of each set.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes; every core by default.")
    ] = None,
    judge: Annotated[
        str, typer.Option(help="The judge; `flag_everything` is the simplest baseline.")
    ] = "rules",
    evidence: Annotated[
        EvidenceChoice, typer.Option(help="`structured`: only tables and radiology.")
    ] = "all",
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Show labels against verdicts for each set.")
    ] = False,
) -> None:
    """Evaluate the verdicts on labelled data sets, each compared with its labels."""
    from evaluation.checking import open_checked_record
    from evaluation.run import evaluate
    from evaluation.table import errors_jsonl, evaluation_json

    context = Context(judge=judge, evidence=evidence)
    with _progress() as bar:
        results = asyncio.run(
            evaluate(
                datasets,
                context,
                open_checked_record,
                jobs=jobs or os.cpu_count() or 1,
                sample=sample,
                progress=_Bars(bar),
            )
        )
    if json_file is not None:
        write_whole(json_file, evaluation_json(results))
    if errors_file is not None:
        write_whole(errors_file, errors_jsonl(results))
    _show(results, confusion)


class _Bars:
    """One bar a data set, made when its first record is done."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, dataset: str, done: int, total: int) -> None:
        if dataset not in self._tasks:
            self._tasks[dataset] = self._progress.add_task(dataset, total=total)
        self._progress.update(self._tasks[dataset], completed=done)


@contextmanager
def _progress() -> Iterator[Progress]:
    """Show bars on the terminal, and nothing where the output goes elsewhere."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeElapsedColumn(), console=console, disable=not console.is_terminal
    ) as progress:
        yield progress


def _show(results: list[DatasetResult], confusion: bool) -> None:
    from evaluation.table import (
        confusion_table,
        predictive_value_table,
        summary_table,
        type_table,
    )

    console = Console()
    tables = [summary_table(results), type_table(results), predictive_value_table(results)]
    if confusion:
        tables += [confusion_table(result) for result in results]
    for table in tables:
        console.print(table)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there as a whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise BadInputError(f"{path}: cannot be written ({error.strerror})") from error
