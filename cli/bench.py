"""`curaview bench`: how fast fictional patients are indexed and verified on this machine."""

import os
from typing import Annotated

import typer


def bench(
    patients: Annotated[int, typer.Option(min=1, help="Patients to index.")] = 250,
    summaries: Annotated[int, typer.Option(min=1, help="Patients to verify.")] = 40,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that index.")] = os.cpu_count() or 1,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Measure indexing and verifying, with resuming switched on."""
    from rich.table import Table

    from cli.tables import print_all
    from evaluation.bench import BenchSettings
    from evaluation.bench import bench as measure

    result = measure(BenchSettings(patients=patients, summaries=summaries, jobs=jobs))
    table = Table("measure", "value", title="Speed, on fictional patients")
    for name, value in result.model_dump().items():
        shown = f"{value:,.1f}" if isinstance(value, float) else str(value)
        table.add_row(name.replace("_", " "), shown)
    print_all(table)
