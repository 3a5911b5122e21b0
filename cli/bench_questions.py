"""`curaview bench questions`: how fast questions to a large graph are answered."""

from typing import Annotated

import typer


def questions(
    number: Annotated[int, typer.Option(min=1, help="Questions to ask.")] = 200,
    entities: Annotated[int, typer.Option(min=100, help="Entities of the graph.")] = 12_192,
    relations: Annotated[int, typer.Option(min=100, help="Relations of the graph.")] = 28_770,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Measure linking and answering on a made-up graph of the second paper's size."""
    from rich.table import Table

    from cli.tables import print_all
    from evaluation.ask.bench import bench_questions

    result = bench_questions(number, entities, relations)
    table = Table(
        "measure", "value", title="Questions to a made-up graph, in processor milliseconds"
    )
    for name, value in result.model_dump().items():
        shown = f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
        table.add_row(name.replace("_", " "), shown)
    print_all(table)
