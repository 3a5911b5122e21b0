"""The option `--trace`, which several commands take."""

from pathlib import Path
from typing import Annotated

import typer

TraceFile = Annotated[
    Path | None,
    typer.Option(
        "--trace",
        help="Write what every node did, de-identified, into this file (.jsonl) or folder.",
    ),
]
