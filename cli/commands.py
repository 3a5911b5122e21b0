"""The commands of `curaview`, one a module, and how wrong usage is told."""

from typing import Annotated

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from cli.bench import bench_commands
from cli.evaluate import evaluate
from cli.experiment import experiment
from cli.export import export
from cli.generate import generate
from cli.graph_commands import graph_commands, spelled_out
from cli.langsmith_commands import langsmith_commands
from cli.loop import loop
from cli.replay import replay
from cli.student import student_commands
from cli.verify import verify
from evaluation.garbage import collect_seldom

PROGRAM = "curaview"
"""What the program is called however it was started."""

commands = typer.Typer(
    name=PROGRAM,
    help="Check clinical discharge summaries, sentence by sentence, against the patient's record.",
    epilog="Exit status: 0 done, 1 findings (--fail-on), 2 bad input or usage, 3 a service failed.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
commands.command()(verify)
commands.add_typer(graph_commands, name="graph")
commands.command()(evaluate)
commands.command()(generate)
commands.command()(export)
commands.command()(loop)
commands.command()(replay)
commands.add_typer(student_commands, name="student")
commands.command()(experiment)
commands.add_typer(bench_commands, name="bench")
commands.add_typer(langsmith_commands, name="langsmith")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"curaview {version('curaview')}")
        raise typer.Exit


@commands.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Check clinical discharge summaries against the patient's record."""


def run_commands(arguments: list[str]) -> int:
    """Run a command and return its exit status; wrong usage is told in one line."""
    collect_seldom()
    try:
        status = get_command(commands).main(
            spelled_out(arguments), prog_name=PROGRAM, standalone_mode=False
        )
    except TyperException as error:
        _say_usage(error.format_message())
        status = error.exit_code
    return status if isinstance(status, int) else 0


def _say_usage(message: str) -> None:
    # Without a command the message is the help itself, which needs no name in front.
    typer.echo(message if message.startswith("Usage:") else f"{PROGRAM}: {message}", err=True)
