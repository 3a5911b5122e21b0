from pathlib import Path

import pytest

from cli.bench_stores_run import result_table
from evaluation.footprint import Footprint, resident_mebibytes
from evaluation.store_bench import StoreBench
from evaluation.synthetic import synthetic_case
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.sqlite_store import SqliteStore
from kg.view import anchors_of


async def test_each_size_is_measured_and_the_store_left_empty(tmp_path: Path) -> None:
    file = tmp_path / "graphs.sqlite"
    told: list[tuple[str, int, int]] = []
    bench = StoreBench("mine", lambda: SqliteStore(file), Footprint(files=(file,)), sizes=(1, 2))
    figures = [one async for one in bench.measure(lambda *done: told.append(done))]
    assert [one.patients for one in figures] == [1, 2]
    assert told == [("mine", 1, 2), ("mine", 2, 2)]
    first, second = figures
    assert 0 < first.index_seconds < second.index_seconds
    assert 0 < second.search_milliseconds_p50 <= second.search_milliseconds_p95
    assert second.disk_mebibytes is not None and second.disk_mebibytes > 0
    assert result_table(figures).row_count == 2
    store = SqliteStore(file)
    assert await store.graphs() == []
    await store.close()


async def test_graphs_of_others_are_neither_measured_nor_deleted(tmp_path: Path) -> None:
    file = tmp_path / "graphs.sqlite"
    record = synthetic_case(0).record
    store = SqliteStore(file)
    await store.upsert(build_graph(record, None, anchors_of(record, None), RuleExtractor()))
    bench = StoreBench("mine", lambda: SqliteStore(file), Footprint(), sizes=(1,))
    with pytest.raises(BadInputError, match="store mine: holds graphs"):
        _ = [one async for one in bench.measure(lambda *done: None)]
    assert [one.graph_id for one in await store.graphs()] == [record.patient_id]
    await store.close()


def test_a_footprint_counts_files_beside_and_below(tmp_path: Path) -> None:
    for name, size in (("graphs.sqlite", 2**20), ("graphs.sqlite-wal", 2**19), ("other", 9)):
        (tmp_path / name).write_bytes(bytes(size))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "store").write_bytes(bytes(2**20))
    assert Footprint(files=(tmp_path / "graphs.sqlite",)).disk_mebibytes() == 1.5
    assert Footprint(files=(tmp_path / "folder",)).disk_mebibytes() == 1.0
    assert Footprint().disk_mebibytes() is None
    assert Footprint().server_mebibytes() is None


def test_memory_is_told_where_the_system_tells_it() -> None:
    told = resident_mebibytes()
    assert told is None or told > 10
    assert resident_mebibytes("no-process") is None
