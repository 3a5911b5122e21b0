"""`curaview graph import`: load a graph that GraphRAG indexed."""

from pathlib import Path
from typing import Annotated

import typer


def import_(
    folder: Annotated[Path, typer.Argument(help="GraphRAG's output folder, with its tables.")],
    patient: Annotated[str, typer.Option(help="The patient whose notes were indexed.")],
    admission: Annotated[str, typer.Option(help="The admission, where it is of one only.")] = "",
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="TYPE=KIND", help="What a type of your index is; may be repeated."),
    ] = None,
    store: Annotated[
        str,
        typer.Option(help="Where it is kept: sqlite:PATH or neo4j://HOST; CURAVIEW_STORE."),
    ] = "",
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Load the tables of a GraphRAG index of one patient's notes into a store.

    Entities of an unknown type and relationships that fit no kind are left out and listed.
    """
    import asyncio

    from agents.settings import settings
    from cli.graph_import_run import import_folder, told_kinds
    from kg.graphrag_import import ImportRequest

    told = settings()
    request = ImportRequest(
        patient_id=patient, admission_id=admission or None, kinds=told_kinds(kind or [])
    )
    graph = asyncio.run(import_folder(folder, request, store or told.store, told.store_login))
    for line in graph.report.dropped:
        typer.echo(f"left out: {line}", err=True)
    typer.echo(
        f"imported {graph.graph_id}: {len(graph.entities)} entities, "
        f"{len(graph.relations)} relations, {len(graph.communities)} communities, "
        f"{len(graph.evidence)} text units"
    )
