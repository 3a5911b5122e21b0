"""From a folder of documents to a graph of knowledge, by rules alone."""

from collections.abc import Sequence
from pathlib import Path

from kg.guidelines.documents import Document, read_documents
from kg.guidelines.extraction import Statement, extract
from kg.guidelines.fusion import fused
from kg.guidelines.knowledge import KnowledgeGraph
from kg.guidelines.lexicon import field_lexicon


def build_knowledge(folder: Path, schema: str) -> KnowledgeGraph:
    """Read a folder and fuse what its documents state."""
    documents = read_documents(folder)
    return knowledge_of(schema, documents, statements_of(documents, schema))


def statements_of(documents: Sequence[Document], schema: str) -> list[Statement]:
    """Read what documents state, by rules and the lexicon of a field."""
    lexicon = field_lexicon(schema)
    return [one for document in documents for one in extract(document, lexicon)]


def knowledge_of(
    name: str, documents: Sequence[Document], statements: Sequence[Statement]
) -> KnowledgeGraph:
    """Fuse statements into the graph of some documents."""
    return fused(name, statements, {one.name: one.title for one in documents})
