"""The entry of `curaview`: light enough that an interruption finds it ready from the first moment.

The commands and what they need are imported inside, where an error is told in one line.
"""

import sys

import typer

from cli.bench import bench_commands
from cli.evaluate import evaluate
from cli.export import export
from cli.failures import INTERRUPTED, failing_in_one_line
from cli.generate import generate
from cli.graph_commands import graph_commands
from cli.verify import verify

commands = typer.Typer(
    name="curaview",
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
commands.add_typer(bench_commands, name="bench")


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


def app() -> None:
    """Run the command line and leave with its exit status."""
    with failing_in_one_line(debug="--debug" in sys.argv):
        from cli.commands import run_commands

        status = run_commands(sys.argv[1:])
        if status == INTERRUPTED:
            # The framework turns an interruption into a status and says nothing.
            raise KeyboardInterrupt
    sys.exit(status)
