"""The vectors of one graph, and the texts they are made from."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from kg.evidence import Evidence
from kg.graph import Entity, PatientGraph
from kg.store import Embedder, Vectors

Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]


class GraphVectors(NamedTuple):
    """One row a distinct text of its kind, in the order of `GraphTexts`."""

    entities: Vectors
    passages: Vectors
    communities: Vectors


class GraphTexts(NamedTuple):
    """Distinct texts to embed; results of one test share one text and one vector."""

    entities: tuple[str, ...]
    passages: tuple[str, ...]
    communities: tuple[str, ...]


def entity_text(entity: Entity) -> str:
    """Return the words by which similarity finds an entity: its names, not its values."""
    if entity.kind == "PATIENT":
        return "patient " + " ".join(f"{k} {v}" for k, v in entity.attributes.items())
    if entity.kind == "LAB_RESULT":
        return entity.name
    return f"{entity.name} {entity.attributes.get('synonyms', '')}".strip()


def is_passage(item: Evidence) -> bool:
    """Say whether full-text search looks at an item: passages of notes, and rows."""
    return item.kind == "text" or bool(item.source.table)


def passage_text(item: Evidence) -> str:
    """Return the words by which full text finds an item; a cell needs to say of what it is."""
    if not item.source.table:
        return item.quote
    names = dict.fromkeys(fact.concept.name for fact in item.facts)
    return " ".join((item.source.table, item.quote.replace("=", " ", 1), *names))


def texts_of(graph: PatientGraph) -> GraphTexts:
    """Collect the distinct texts of a graph."""
    return GraphTexts(
        tuple(dict.fromkeys(entity_text(entity) for entity in graph.entities)),
        tuple(dict.fromkeys(passage_text(item) for item in graph.evidence if is_passage(item))),
        tuple(dict.fromkeys(community.report for community in graph.communities)),
    )


def embed_graph(
    texts: GraphTexts, embedder: Embedder, known: Mapping[str, Vector] | None = None
) -> GraphVectors:
    """Embed all texts of a graph in one call, but for those whose vector is known."""
    wanted = [*texts.entities, *texts.passages, *texts.communities]
    vectors = _embedded(wanted, embedder, known) if known and wanted else embedder.embed(wanted)
    first, second = len(texts.entities), len(texts.entities) + len(texts.passages)
    return GraphVectors(vectors[:first], vectors[first:second], vectors[second:])


def _embedded(texts: list[str], embedder: Embedder, known: Mapping[str, Vector]) -> Vectors:
    missing = list(dict.fromkeys(text for text in texts if text not in known))
    found = dict(known)
    if missing:
        found.update(zip(missing, embedder.embed(missing), strict=True))
    return np.stack([found[text] for text in texts])


def vectors_by_text(texts: GraphTexts, vectors: GraphVectors) -> dict[str, Vector]:
    """Look vectors up by their text, whatever its kind."""
    return {
        text: vector
        for told, embedded in zip(texts, vectors, strict=True)
        for text, vector in zip(told, embedded, strict=True)
    }


def to_bytes(vectors: GraphVectors) -> bytes:
    """Write all vectors as little-endian float32, one after the other."""
    return np.concatenate(vectors).astype("<f4").tobytes()


def from_bytes(stored: bytes, texts: GraphTexts) -> GraphVectors:
    """Read vectors written by `to_bytes` for the same texts."""
    rows = sum(len(part) for part in texts)
    flat = np.frombuffer(stored, dtype="<f4").astype(np.float32)
    matrix = flat.reshape(rows, -1) if rows else flat.reshape(0, 0)
    first, second = len(texts.entities), len(texts.entities) + len(texts.passages)
    return GraphVectors(matrix[:first], matrix[first:second], matrix[second:])
