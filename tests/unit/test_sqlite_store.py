import multiprocessing
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from clinical.facts import Anchors
from kg.build import build_graph
from kg.errors import BadInputError, ServiceError
from kg.extraction import Extractor
from kg.graph import PatientGraph
from kg.open_store import open_store
from kg.record import PatientRecord, TableRow
from kg.sqlite_store import SqliteStore
from kg.store import LocalQuery, Vectors


class CountedLetters:
    """Embeds a text by its letters, and counts how many texts it was given."""

    def __init__(self, name: str = "letters") -> None:
        self.name = name
        self.texts = 0

    def embed(self, texts: list[str]) -> Vectors:
        self.texts += len(texts)
        counts = np.array(
            [[1.0, *(text.count(letter) for letter in "aeiou")] for text in texts],
            dtype=np.float32,
        ).reshape(len(texts), 6)
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True), dtype=np.float32)


def lab_record(patient: str, values: list[float]) -> PatientRecord:
    fields = {"kind": "lab", "concept": "lab:sodium", "broader": "panel:renal", "unit": "mmol/L"}
    return PatientRecord(
        patient_id=patient,
        rows=tuple(
            TableRow(
                table="lab",
                id=str(n),
                fields={**fields, "value": str(value), "time": f"2180-01-01T{n:02d}:00:00"},
            )
            for n, value in enumerate(values)
        ),
    )


def graph_of(extractor: Extractor, patient: str, values: list[float]) -> PatientGraph:
    return build_graph(lab_record(patient, values), None, Anchors(), extractor)


async def test_another_writer_is_seen_at_once(tmp_path: Path, written_facts: Extractor) -> None:
    path = tmp_path / "graphs.sqlite"
    reader, writer = SqliteStore(path), SqliteStore(path)
    query = LocalQuery(text="sodium", concepts=("lab:sodium",))
    await writer.upsert(graph_of(written_facts, "p", [131]))
    assert len((await reader.local_search("p", query)).evidence) == 1
    await writer.upsert(graph_of(written_facts, "p", [131, 132, 133]))
    assert len((await reader.local_search("p", query)).evidence) == 3
    await writer.delete("p")
    with pytest.raises(BadInputError):
        await reader.local_search("p", query)
    await reader.close()
    await writer.close()


async def test_one_number_beyond_all_bounds_leaves_the_graph_readable(
    written_facts: Extractor,
) -> None:
    store, graph = SqliteStore(), graph_of(written_facts, "p", [131, float("inf")])
    await store.upsert(graph)
    assert await store.load("p") == graph
    await store.close()


async def test_every_linked_result_is_returned_however_many(written_facts: Extractor) -> None:
    store = SqliteStore()
    await store.upsert(graph_of(written_facts, "p", [float(n) for n in range(24)]))
    query = LocalQuery(text="sodium", concepts=("panel:renal",), top_k=1, passages=1)
    found = await store.local_search("p", query)
    assert len(found.evidence) == 24
    assert all(item.score == 1.0 for item in found.evidence)
    await store.close()


async def test_results_of_one_test_do_not_fill_the_ranking(written_facts: Extractor) -> None:
    record = lab_record("p", [float(n) for n in range(24)])
    other = {"kind": "diagnosis", "concept": "dx:pneumonia", "name": "pneumonia"}
    rows = (*record.rows, TableRow(table="diagnosis", id="d1", fields=other))
    view = record.model_copy(update={"rows": rows})
    store = SqliteStore()
    await store.upsert(build_graph(view, None, Anchors(), written_facts))
    found = await store.local_search("p", LocalQuery(text="sodium level", top_k=5))
    assert len(found.hits) == 5
    assert "pneumonia" in {hit.entity.name for hit in found.hits}
    await store.close()


async def test_vectors_of_another_embedder_are_made_again(
    tmp_path: Path, written_facts: Extractor
) -> None:
    path = tmp_path / "graphs.sqlite"
    first = SqliteStore(path, CountedLetters("one"))
    await first.upsert(graph_of(written_facts, "p", [131]))
    await first.close()
    same, other = CountedLetters("one"), CountedLetters("two")
    for embedder, expected in ((same, 1), (other, 4)):
        store = SqliteStore(path, embedder)
        await store.local_search("p", LocalQuery(text="sodium"))
        assert embedder.texts >= expected
        await store.close()
    assert same.texts == 1


async def test_only_the_latest_graphs_stay_in_memory(
    tmp_path: Path, written_facts: Extractor
) -> None:
    store = SqliteStore(tmp_path / "graphs.sqlite", CountedLetters())
    for n in range(70):
        await store.upsert(graph_of(written_facts, f"p{n}", [131]))
        await store.load(f"p{n}")
    assert store.cached == 64
    assert (await store.load("p0")) == graph_of(written_facts, "p0", [131])
    await store.close()


def _write(path: Path, first: int, graphs: list[PatientGraph]) -> None:
    store = SqliteStore(path, CountedLetters())
    for n, graph in enumerate(graphs):
        update = {"graph_id": f"p{first + n}", "patient_id": f"p{first + n}"}
        store.write(graph.model_copy(update=update))


async def test_several_processes_write_at_once(tmp_path: Path, written_facts: Extractor) -> None:
    path = tmp_path / "new" / "graphs.sqlite"
    graphs = [graph_of(written_facts, "p", [float(n)]) for n in range(15)]
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_write, args=(path, 100 * n, graphs)) for n in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    store = SqliteStore(path, CountedLetters())
    assert len(await store.graphs()) == 60
    await store.close()


def test_an_older_layout_asks_to_be_built_again(tmp_path: Path) -> None:
    path = tmp_path / "graphs.sqlite"
    SqliteStore(path)._close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 0")
    connection.close()
    with pytest.raises(BadInputError, match="build the graphs again"):
        SqliteStore(path)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises((BadInputError, ServiceError), match=str(tmp_path)):
        SqliteStore(tmp_path)


async def test_a_store_opens_by_its_address(tmp_path: Path) -> None:
    for url in (f"sqlite:{tmp_path}/a.db", f"sqlite:///{tmp_path}/b.db", f"{tmp_path}/c.db"):
        store = open_store(url, CountedLetters())
        await store.close()
    assert {path.name for path in tmp_path.iterdir()} >= {"a.db", "b.db", "c.db"}
    await open_store("memory", CountedLetters()).close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("neo4j://", "not an address"),
        ("neo4j+s://user@db.example", "user without a password"),
        ("bolt://u:secret@localhost?database=x", "not an address"),
        ("redis://localhost", "unknown kind of store"),
        ("bolt:localhost", "unknown kind of store"),
        ("sqlite:", "no path"),
        ("  ", "empty address"),
    ],
)
def test_other_addresses_are_explained_without_their_secrets(url: str, message: str) -> None:
    with pytest.raises(BadInputError, match=message) as raised:
        open_store(url)
    assert "secret" not in str(raised.value)


async def test_a_damaged_graph_is_told_from_a_missing_one(
    tmp_path: Path, written_facts: Extractor
) -> None:
    path = tmp_path / "graphs.sqlite"
    store = SqliteStore(path, CountedLetters())
    await store.upsert(graph_of(written_facts, "p", [131]))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE graph SET body = substr(body, 1, 20)")
    connection.close()
    with pytest.raises(BadInputError, match=r"graphs\.sqlite: a graph is damaged") as raised:
        await store.load("p")
    assert "\n" not in str(raised.value)
    await store.close()


async def test_a_stored_graph_takes_less_room_than_its_text(
    tmp_path: Path, written_facts: Extractor
) -> None:
    path = tmp_path / "graphs.sqlite"
    graph = graph_of(written_facts, "p", [100.0 + n / 10 for n in range(60)])
    store = SqliteStore(path, CountedLetters())
    await store.upsert(graph)
    assert await store.load("p") == graph
    await store.close()
    with sqlite3.connect(path) as connection:
        (size,) = connection.execute("SELECT length(body) FROM graph").fetchone()
    connection.close()
    assert 3 * size < len(graph.model_dump_json(exclude_defaults=True))
