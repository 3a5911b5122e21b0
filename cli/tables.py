"""Print tables on standard output, wide enough to be read where there is no terminal."""

import sys

from rich.console import Console, RenderableType

WIDTH_WITHOUT_TERMINAL = 160


def print_all(*tables: RenderableType) -> None:
    """Print one table after the other."""
    console = Console(width=None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL)
    for table in tables:
        console.print(table)
