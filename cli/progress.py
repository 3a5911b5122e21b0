"""A progress bar on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from agents.runs import Progress, no_progress

DatasetProgress = Callable[[str, int, int], None]


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show how many sentences of the present summary are done."""
    with dataset_progress() as show:
        if not sys.stderr.isatty():
            yield no_progress
            return
        yield lambda done, total: show("checking", done, total)


@contextmanager
def dataset_progress() -> Iterator[DatasetProgress]:
    """Show how many records of a data set are done."""
    if not sys.stderr.isatty():
        yield lambda name, done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda name, done, total: bar.update(
            task, description=name, completed=done, total=total or None
        )
