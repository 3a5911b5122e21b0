"""A graph that is written again: only texts that are new to it are embedded."""

import numpy as np

from clinical.facts import Anchors
from kg.build import build_graph
from kg.extraction import Extractor
from kg.graph import PatientGraph
from kg.graph_vectors import GraphTexts, embed_graph, texts_of, vectors_by_text
from kg.record import PatientRecord, TableRow
from kg.sqlite_store import SqliteStore
from kg.store import LocalQuery, Vectors


class Recording:
    """Embeds a text by its letters, and keeps what it was asked for."""

    name = "recording"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: list[str]) -> Vectors:
        self.asked += texts
        counts = [[1.0, *(text.count(letter) for letter in "aeinort")] for text in texts]
        vectors = np.array(counts, dtype=np.float32).reshape(len(texts), 8)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def graph(extractor: Extractor, *names: str) -> PatientGraph:
    rows = tuple(
        TableRow(table="t", id=name, fields={"kind": "diagnosis", "concept": f"dx:{name}"})
        for name in names
    )
    return build_graph(PatientRecord(patient_id="p1", rows=rows), None, Anchors(), extractor)


async def test_a_store_embeds_only_the_texts_that_changed(written_facts: Extractor) -> None:
    embedder = Recording()
    store = SqliteStore(None, embedder)
    first = graph(written_facts, "gout", "asthma", "angina")
    await store.upsert(first)
    assert len(embedder.asked) == sum(map(len, texts_of(first)))
    await store.load("p1")
    embedder.asked.clear()
    second = graph(written_facts, "gout", "asthma", "anemia")
    await store.upsert(second)
    known = {text for texts in texts_of(first) for text in texts}
    assert embedder.asked == [t for texts in texts_of(second) for t in texts if t not in known]
    assert "asthma" not in embedder.asked and "anemia" in embedder.asked
    fresh = SqliteStore(None, Recording())
    await fresh.upsert(second)
    query = LocalQuery(text="anemia and asthma")
    assert await store.local_search("p1", query) == await fresh.local_search("p1", query)


def test_known_vectors_give_the_same_matrices() -> None:
    embedder = Recording()
    before = GraphTexts(("a", "b"), ("c",), ("d e",))
    after = GraphTexts(("b", "e"), (), ("c",))
    known = vectors_by_text(before, embed_graph(before, embedder))
    embedder.asked.clear()
    found = embed_graph(after, embedder, known)
    assert embedder.asked == ["e"]
    expected = embed_graph(after, embedder)
    assert all(map(np.array_equal, found, expected))


def test_nothing_to_embed_gives_empty_matrices() -> None:
    known = {"a": np.ones(8, dtype=np.float32)}
    found = embed_graph(GraphTexts((), (), ()), Recording(), known)
    assert [len(part) for part in found] == [0, 0, 0]
