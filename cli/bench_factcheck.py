"""`curaview bench factcheck`: how right, how robust and how fast the check of statements is."""

from pathlib import Path
from typing import Annotated

import typer


def factcheck_bench(
    statements: Annotated[
        list[Path] | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="Labeled statements (`true` or `false`, tab, statement); the product's own"
            " otherwise. May be repeated.",
        ),
    ] = None,
    claims: Annotated[
        Path | None, typer.Option(help="A published set of claims, in the form that --form names.")
    ] = None,
    form: Annotated[
        str, typer.Option(help="verification, healthver, healthfc, bear-fact, nli4ct or factpico.")
    ] = "verification",
    ratings: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="A .csv with the columns text and rating."),
    ] = None,
    graph: Annotated[
        list[str] | None, typer.Option(help="Reference graph, as in `curaview factcheck`.")
    ] = None,
    nodes: Annotated[
        list[int] | None, typer.Option(help="Sizes of made-up graphs whose speed is measured.")
    ] = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Measure the check of statements: methods side by side, noise, paraphrases, safety, speed."""
    from cli.tables import print_all
    from evaluation.faith.bench import BenchRequest, factcheck_tables
    from kg.reference.readers import OPEN

    request = BenchRequest(
        statements=tuple(statements or ()),
        claims=claims,
        form=form,
        ratings=ratings,
        graphs=tuple(graph or (OPEN,)),
        nodes=tuple(nodes or (50_000,)),
    )
    print_all(*factcheck_tables(request))
