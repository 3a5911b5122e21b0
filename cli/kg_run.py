"""Builds, reviews and loads graphs of medical knowledge, and shows their quality."""

import asyncio
from collections import Counter
from pathlib import Path

import typer
from rich.table import Table

from agents.guideline_reader import read_with_model
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.settings import settings
from cli.files import write_files
from cli.model_run import say_what_it_took
from cli.tables import print_all
from kg.errors import BadInputError
from kg.guidelines.build import knowledge_of, statements_of
from kg.guidelines.documents import Document, read_documents
from kg.guidelines.files import SUFFIX, knowledge_to_json, read_knowledge
from kg.guidelines.knowledge import KnowledgeGraph
from kg.guidelines.lexicon import field_lexicon
from kg.guidelines.quality import quality_report
from kg.guidelines.review import review_table, reviewed
from kg.guidelines.server import write_knowledge
from kg.neo4j_address import is_neo4j, neo4j_address
from kg.neo4j_connection import Neo4jConnection
from prompts import load


def build_graph_file(
    folder: Path,
    schema: str,
    out: Path | None,
    review: Path | None,
    told: ModelSettings | None = None,
) -> None:
    """Build a graph of a folder, show its quality, and write what was asked for.

    With settings of models, a model reads beside the rules.
    """
    documents = read_documents(folder)
    statements = statements_of(documents, schema)
    left: tuple[str, ...] = ()
    if told is not None:
        models = Models(told)
        reading = read_with_model(
            documents,
            field_lexicon(schema),
            models.for_role("extractor"),
            load("guideline_extractor"),
        )
        more, left = asyncio.run(reading)
        statements += more
        say_what_it_took(models)
    graph = knowledge_of(schema, documents, statements)
    graph = graph.model_copy(update={"left_out": left})
    for line in left:
        typer.echo(f"curaview: {line}", err=True)
    _show(graph, documents)
    _write(out or Path(f"{schema}{SUFFIX}"), knowledge_to_json(graph))
    if review is not None:
        _write(review, review_table(graph))


def review_graph_file(path: Path, table: Path, out: Path | None) -> None:
    """Apply an edited table to a graph."""
    graph = reviewed(read_knowledge(path), table)
    _show(graph, [])
    _write(out or path, knowledge_to_json(graph))


def load_graph_file(path: Path, database: str) -> None:
    """Write a graph into a database."""
    if not is_neo4j(database):
        raise BadInputError(f"{database}: no address of a database; give neo4j://HOST")
    graph = read_knowledge(path)
    asyncio.run(_load(graph, database))
    sizes = f"{len(graph.entities)} entities, {len(graph.relations)} relations"
    typer.echo(f"loaded {graph.name}: {sizes}", err=True)


async def _load(graph: KnowledgeGraph, database: str) -> None:
    connection = Neo4jConnection(neo4j_address(database, settings().store_login))
    try:
        await write_knowledge(connection, graph)
    finally:
        await connection.close()


def _write(path: Path, text: str) -> None:
    write_files(path.parent, {path.name: text})
    typer.echo(f"wrote {path.resolve()}", err=True)


def _show(graph: KnowledgeGraph, documents: list[Document]) -> None:
    counts = Table("what", "number", title=f"Graph of knowledge: {graph.name}")
    counts.add_row("documents", str(len(graph.documents)))
    for kind, number in sorted(Counter(one.kind for one in graph.entities).items()):
        counts.add_row(kind, str(number))
    for relation, number in sorted(Counter(one.kind for one in graph.relations).items()):
        counts.add_row(relation, str(number))
    checks = Table("standard", "measured", "wanted", "met", title="Quality")
    for check in quality_report(graph, documents):
        sign = ">=" if check.higher_is_better else "<="
        wanted = f"{sign} {check.wanted:g}"
        checks.add_row(check.name, f"{check.measured:g}", wanted, "yes" if check.met else "NO")
    print_all(counts, checks)
