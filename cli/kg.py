"""`curaview kg`: graphs of medical knowledge, built from documents and reviewed by experts."""

from pathlib import Path
from typing import Annotated

import typer

from cli.check_options import Extract
from cli.model_options import (
    MaxCost,
    MaxTokens,
    ModelChoice,
    ModelNames,
    ModelUrl,
    say_if_unasked,
)

knowledge_commands = typer.Typer(
    help="Build a graph of medical knowledge from documents, review it, put it into a database.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

GraphFile = Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph that `kg build` wrote.")]
Out = Annotated[
    Path | None,
    typer.Option(dir_okay=False, help="Where the graph goes; its name ends in .knowledge.json."),
]
Debug = Annotated[bool, typer.Option(help="Log, and show where an error arose.")]


@knowledge_commands.command("build")
def build(
    folder: Annotated[Path, typer.Argument(help="Folder of .md, .txt and .pdf documents.")],
    schema: Annotated[str, typer.Option(help="Whose words are known: hepatology.")] = "hepatology",
    out: Out = None,
    review: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Also write a table for an expert to edit.")
    ] = None,
    extract: Extract = "rules",
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    debug: Debug = False,
) -> None:
    """Read documents into a graph and report on its quality."""
    from agents.settings import settings
    from cli.kg_run import build_graph_file

    choice = ModelChoice(
        names=tuple(model), url=model_url, max_cost=max_cost, max_tokens=max_tokens
    )
    say_if_unasked(choice, extract == "model", "--extract model asks one")
    told = choice.over(settings().models) if extract == "model" else None
    build_graph_file(folder, schema, out, review, told)


@knowledge_commands.command("review")
def review(
    graph: GraphFile,
    table: Annotated[Path, typer.Argument(help="The table that an expert has edited.")],
    out: Out = None,
    debug: Debug = False,
) -> None:
    """Take out what an expert removed, and add what he or she added."""
    from cli.kg_run import review_graph_file

    review_graph_file(graph, table, out)


@knowledge_commands.command("load")
def load(
    graph: GraphFile,
    database: Annotated[str, typer.Argument(help="The address: neo4j://HOST[:PORT][/DATABASE].")],
    debug: Debug = False,
) -> None:
    """Write a graph into a Neo4j database, replacing the one of the same name."""
    from cli.kg_run import load_graph_file

    load_graph_file(graph, database)
