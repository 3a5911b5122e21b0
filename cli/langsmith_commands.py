"""`curaview langsmith`: labeled sets and results to LangSmith, and back."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from langsmith import Client

langsmith_commands = typer.Typer(
    help="Push labeled sets with results to LangSmith, masked, and read them back.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@langsmith_commands.command()
def push(
    dataset: Annotated[
        Path, typer.Argument(help="Verification-set JSONL, or a Discharge-Me folder with labels.")
    ],
    name: Annotated[
        str, typer.Option(help="Name of the dataset there; the set's own by default.")
    ] = "",
    experiment: Annotated[
        str, typer.Option(help="Name of the experiment; set, judge and version by default.")
    ] = "",
    judge: Annotated[str, typer.Option(help="Who decides: rules, llm or hybrid.")] = "rules",
    sample: Annotated[
        int | None, typer.Option(min=1, help="Check only so many records of the set.")
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Check a labeled set and push its sentences, labels, answers and scores."""
    import asyncio

    from agents.reporter import program_version
    from agents.settings import settings
    from evaluation.checking import open_checked_record
    from evaluation.datasets import open_dataset, sample_records
    from evaluation.experiment_rows import experiment_rows
    from evaluation.scoring_run import ScoredRecord, score_record
    from exports.deidentification_key import machine_key
    from exports.langsmith_experiment import push as push_rows
    from graph_state.context import Context

    client = _client()
    opened = open_dataset(dataset)
    chosen = opened if sample is None else sample_records(opened, sample)
    context = Context(judge=judge)

    async def check_all() -> list[ScoredRecord]:
        return [
            await score_record(chosen.name, record, context, open_checked_record)
            for record in chosen.records
        ]

    rows = experiment_rows(
        chosen, asyncio.run(check_all()), machine_key(settings().deidentification_key)
    )
    there = name or chosen.name
    run = experiment or f"{there}-{judge}-{program_version()}"
    new = push_rows(client, there, run, rows)
    typer.echo(f"pushed {len(rows)} answers as experiment {run}; {new} examples of {there} are new")


@langsmith_commands.command()
def pull(
    name: Annotated[str, typer.Argument(help="Name of the dataset.")],
    out: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write into this file; printed by default.")
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Read a dataset back, with the answers and scores of every experiment on it, as JSON."""
    from cli.delivery import print_text
    from cli.files import write_file
    from exports.langsmith_experiment import pull as pull_dataset

    pulled = pull_dataset(_client(), name)
    text = json.dumps(pulled.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    if out is None:
        print_text(text)
        return
    write_file(out, text)
    typer.echo(f"wrote {out}", err=True)


def _client() -> "Client":
    """Open LangSmith, if the user has configured it."""
    from langsmith import Client

    from agents.settings import settings
    from kg.errors import BadInputError

    if not settings().langsmith:
        msg = "LangSmith is not configured; set LANGSMITH_API_KEY (and LANGSMITH_ENDPOINT)"
        raise BadInputError(msg)
    return Client(omit_traced_runtime_info=True)
