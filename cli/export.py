"""`curaview export`: make training data from runs."""

from pathlib import Path
from typing import Annotated, Literal

import typer


def export(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN...",
            help="Folders with samples.jsonl and, where it was checked, reports.jsonl; or a loop.",
        ),
    ],
    out: Annotated[Path, typer.Option(file_okay=False, help="Folder for the data and its card.")],
    format: Annotated[
        Literal["chat", "sharegpt", "ms-swift", "trl-sft", "trl-dpo", "hf-dataset"],
        typer.Option(help="What the trainer reads."),
    ] = "chat",
    seed: Annotated[int, typer.Option(help="The same seed gives the same parts.")] = 0,
    split: Annotated[
        str,
        typer.Option(help="Shares of the patients for training, validation and test."),
    ] = "0.76/0.04/0.2",
    balance: Annotated[
        Literal["classes", "none"],
        typer.Option(help="Even out types, and clean with wrong, in the training part."),
    ] = "classes",
    record: Annotated[
        Path | None,
        typer.Option(help="The record of the runs, where it does not lie beside their samples."),
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Make training data from runs: curated, de-identified, split by patient, with a card."""
    import asyncio

    from agents.settings import settings
    from cli.export_run import ExportRequest, export_runs, runs_of, write_export
    from cli.progress import dataset_progress
    from exports.deidentification_key import machine_key
    from exports.distillation.preparing import Choices
    from exports.distillation.splitting import proportions_of

    choices = Choices(seed=seed, proportions=proportions_of(split), balance=balance)
    request = ExportRequest(runs=tuple(runs), out=out, form=format, choices=choices, record=record)
    found = runs_of(request)
    key = machine_key(settings().deidentification_key)
    with dataset_progress() as show:
        made = asyncio.run(export_runs(request, found, key, show))
    for path in write_export(out, made.files):
        typer.echo(f"wrote {path}", err=True)
    dropped = ", ".join(f"{count} {reason}" for reason, count in made.dropped.items() if count)
    count = f"{made.pairs} pairs" if format == "trl-dpo" else f"{made.examples} examples"
    typer.echo(f"{count}; dropped: {dropped or 'none'}")
