"""`curaview bench`: how fast this machine is, and how reliably a model answers in form."""

import os
from typing import Annotated

import typer

from cli.bench_factcheck import factcheck_bench
from cli.bench_questions import questions
from cli.bench_stores import stores
from cli.bench_structured_output import structured_output

bench_commands = typer.Typer(no_args_is_help=False)
bench_commands.command("questions")(questions)
bench_commands.command("factcheck")(factcheck_bench)
bench_commands.command("stores")(stores)
bench_commands.command("structured-output")(structured_output)


@bench_commands.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
    patients: Annotated[int, typer.Option(min=1, help="Patients to index.")] = 250,
    summaries: Annotated[int, typer.Option(min=1, help="Patients to verify.")] = 40,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that index.")] = os.cpu_count() or 1,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Measure indexing and verifying fictional patients, with resuming switched on."""
    if context.invoked_subcommand is not None:
        return
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
