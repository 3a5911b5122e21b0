"""One progress bar a data set on standard error, where that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Show how many records of each data set are done."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    tasks: dict[str, TaskID] = {}
    with Bars(console=Console(stderr=True)) as bars:

        def show(dataset: str, done: int, total: int) -> None:
            if dataset not in tasks:
                tasks[dataset] = bars.add_task(dataset, total=total)
            bars.update(tasks[dataset], completed=done)

        yield show


def _unseen(dataset: str, done: int, total: int) -> None:
    """Show nothing."""
