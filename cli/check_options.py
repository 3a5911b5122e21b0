"""Options of every command that checks summaries."""

from pathlib import Path
from typing import Annotated, Literal

import typer

OperatingPoint = Annotated[
    Literal["recall", "balanced", "precision"],
    typer.Option(help="How readily a doubtful claim is flagged."),
]
Extract = Annotated[Literal["rules", "model"], typer.Option(help="Who reads the notes into facts.")]
GraphReports = Annotated[
    Literal["template", "model"], typer.Option(help="Who reports on communities.")
]
StoreChoice = Annotated[
    str, typer.Option(help="Where graphs are kept: memory, sqlite:PATH or neo4j://HOST.")
]
Resume = Annotated[bool, typer.Option("--resume/--no-resume", help="Take up an unfinished run.")]
RunDir = Annotated[
    Path | None, typer.Option(file_okay=False, help="Where unfinished runs are kept.")
]
