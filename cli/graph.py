"""`curaview graph`: the patient graph, and how much normalizing it brings."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Format = Literal["table", "json", "graphml", "parquet"]


def graph(
    record: Annotated[Path, typer.Argument(help="Any record that `verify` reads.")],
    admission: Annotated[
        str, typer.Option(help="Show the graph as the check of this admission sees it.")
    ] = "",
    format_: Annotated[Format, typer.Option("--format", help="How to show it.")] = "table",
    out: Annotated[
        Path | None, typer.Option(file_okay=False, help="Write files into this folder.")
    ] = None,
    evidence: Annotated[
        Literal["all", "structured"], typer.Option(help="Sources that the graph is made of.")
    ] = "all",
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Build the graph of each patient and show it with its quality table."""
    from cli.graph_views import GraphDelivery
    from kg.readers import open_cases

    delivery = GraphDelivery(format_, out, evidence)
    delivery.deliver(open_cases(record, admission or None), admission or None)
