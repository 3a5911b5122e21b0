"""`curaview graph push`: copy stored graphs to another store."""

from typing import Annotated

import typer


def push(
    source: Annotated[str, typer.Argument(metavar="FROM", help="sqlite:PATH or neo4j://HOST.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="sqlite:PATH or neo4j://HOST.")],
    graph: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Copy this graph only; may be repeated.")
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Copy graphs between stores without loss, replacing those of the same id in TO.

    The login of a database is read from CURAVIEW_NEO4J_USER and CURAVIEW_NEO4J_PASSWORD, or from
    the address itself where the two databases have different ones.
    """
    import asyncio

    from agents.settings import settings
    from cli.graph_push_run import push_graphs
    from cli.progress import dataset_progress

    with dataset_progress() as show:
        copied = asyncio.run(
            push_graphs(
                source,
                target,
                tuple(graph or ()),
                settings().store_login,
                lambda done, total: show("copying", done, total),
            )
        )
    typer.echo(f"copied {copied} {'graph' if copied == 1 else 'graphs'}")
