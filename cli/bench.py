"""`curaview bench`: how fast this machine indexes and verifies."""

import os
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table


def bench_command(
    patients: Annotated[int, typer.Option(min=1, help="Fictional patients to index.")] = 250,
    summaries: Annotated[
        int, typer.Option(min=1, help="How many of their summaries to verify.")
    ] = 40,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Processes that index; every core by default."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed makes other patients.")] = 7,
    json_output: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Index fictional patients and verify their summaries, with resume switched on."""
    from evaluation.bench import BenchSettings, bench

    result = bench(
        BenchSettings(
            patients=patients, summaries=summaries, jobs=jobs or os.cpu_count() or 1, seed=seed
        )
    )
    if json_output:
        typer.echo(result.model_dump_json(indent=2))
        return
    table = Table(title="Speed on fictional patients")
    table.add_column("measure")
    table.add_column("value", justify="right")
    for name, value in result.model_dump().items():
        shown = f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
        table.add_row(name.replace("_", " "), shown)
    Console().print(table)
