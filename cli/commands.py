"""The commands of `curaview`, one a module, and how wrong usage is told."""

from collections.abc import Callable
from typing import Annotated

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from cli.ask import ask
from cli.bench import bench_commands
from cli.cases import cases
from cli.evaluate import evaluate
from cli.evaluate_ask import evaluate_ask
from cli.experiment import experiment
from cli.export import export
from cli.factcheck import factcheck
from cli.generate import generate
from cli.graph_commands import graph_commands, spelled_out
from cli.kg import knowledge_commands
from cli.langsmith_commands import langsmith_commands
from cli.loop import loop
from cli.replay import replay
from cli.review import review
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
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _add(command: Callable[..., None]) -> None:
    """Add a command; the list of commands shows the whole first line of what it does."""
    first = (command.__doc__ or "").split("\n")[0].rstrip(".")
    commands.command(short_help=first)(command)


def _add_group(group: typer.Typer, name: str, short_help: str) -> None:
    commands.add_typer(group, name=name, short_help=short_help)


_add(verify)
_add(review)
_add(cases)
_add_group(graph_commands, "graph", "Show, update, copy and import the patient graphs of a record")
_add(ask)
_add_group(knowledge_commands, "kg", "Build, review and load graphs of medical knowledge")
_add(factcheck)
_add(evaluate)
_add(evaluate_ask)
_add(generate)
_add(export)
_add(loop)
_add(replay)
_add_group(student_commands, "student", "Train a small model on exported data, and measure it")
_add(experiment)
_add_group(bench_commands, "bench", "Measure speed and size on this machine")
_add_group(langsmith_commands, "langsmith", "Push labeled sets and results to LangSmith, or pull")


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
        _say_usage(error.format_message(), _hint(error))
        status = error.exit_code
    return status if isinstance(status, int) else 0


def _hint(error: TyperException) -> str:
    """Say what would have been right: the names of the commands, or how this one is called."""
    context = getattr(error, "ctx", None)
    if context is None:
        return ""
    known = getattr(context.command, "commands", None)
    if known:
        return f" Choose one of: {', '.join(known)}."
    usage = " ".join(context.get_usage().split())
    return f" {usage} ({context.command_path} -h lists the options)"


def _say_usage(message: str, hint: str) -> None:
    # Without a command the message is the help itself, which needs no name in front.
    whole = message.startswith("Usage:")
    typer.echo(message if whole else f"{PROGRAM}: {message}{hint}", err=True)
