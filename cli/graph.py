"""`curaview graph`: the patient graph, and how much normalizing it brings."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from kg.record import Case

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
    from cli.delivery import say_notices
    from cli.graph_views import GraphDelivery
    from kg.readers import open_cases

    told: list[tuple[str, str]] = []
    cases = listening(open_cases(record, admission or None), told)
    GraphDelivery(format_, out, evidence).deliver(cases, admission or None)
    say_notices(told)


def listening(cases: "Iterable[Case]", told: list[tuple[str, str]]) -> "Iterator[Case]":
    """Pass cases on, and note down what of their records a reader has to know."""
    from kg.notices import notices_of

    for case in cases:
        told.extend((case.record.patient_id, notice) for notice in notices_of(case.record))
        yield case
