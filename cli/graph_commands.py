"""`curaview graph`: shows graphs by itself, and holds the commands that keep them."""

import typer

from cli.graph import graph
from cli.graph_import import import_
from cli.graph_push import push
from cli.graph_update import update

_SHOW = "show"

graph_commands = typer.Typer(
    help="Show the patient graphs of a record (graph RECORD, short for graph show RECORD), "
    "keep stored graphs up to date, copy them to another store, or import them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
graph_commands.command(_SHOW)(graph)
graph_commands.command("update")(update)
graph_commands.command("push")(push)
graph_commands.command("import")(import_)


def spelled_out(arguments: list[str]) -> list[str]:
    """Write `graph RECORD` as `graph show RECORD`."""
    names = {"-h", "--help", *(command.name for command in graph_commands.registered_commands)}
    if arguments[:1] != ["graph"] or len(arguments) < 2 or arguments[1] in names:
        return arguments
    return ["graph", _SHOW, *arguments[1:]]
