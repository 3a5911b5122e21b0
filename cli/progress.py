"""A progress bar on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from agents.runs import Progress, no_progress

DatasetProgress = Callable[[str, int, int], None]


class SentenceCount:
    """Names the summary that is being checked: its count begins anew with the next one."""

    def __init__(self, show: DatasetProgress) -> None:
        self._show, self._summary, self._done = show, 1, 0

    def __call__(self, done: int, total: int) -> None:
        """Show how many sentences of the present summary are done."""
        self._summary += done < self._done
        self._done = done
        self._show(f"summary {self._summary}, sentences", done, total)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show how many sentences of the present summary are done."""
    with dataset_progress() as show:
        if not sys.stderr.isatty():
            yield no_progress
            return
        yield SentenceCount(show)


@contextmanager
def dataset_progress() -> Iterator[DatasetProgress]:
    """Show how many records of a data set are done."""
    if not sys.stderr.isatty():
        yield lambda name, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda name, done, total: bar.update(
            task, description=name, completed=done, total=total or None
        )
