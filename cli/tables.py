"""Print tables on standard output, as wide as the terminal or `COLUMNS` says, else wide enough."""

import os
import sys

from rich.console import Console, RenderableType

from kg.errors import BadInputError

WIDTH_WITHOUT_TERMINAL = 160


def require_output() -> None:
    """Refuse to print where the caller has closed standard output, which Python sets to None."""
    if sys.stdout is None:
        raise BadInputError("standard output is closed; open it, or give --out a folder")


def print_all(*tables: RenderableType) -> None:
    """Print one table after the other."""
    require_output()
    told = sys.stdout.isatty() or "COLUMNS" in os.environ
    console = Console(width=None if told else WIDTH_WITHOUT_TERMINAL)
    for table in tables:
        console.print(table, highlight=False)
