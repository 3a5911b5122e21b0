"""A trace file is whole at every moment, whoever writes and whatever is killed."""

from pathlib import Path
from threading import Thread

import pytest

from exports.trace_file import TraceFile
from exports.trace_lines import TraceLine, read_trace
from kg.errors import BadInputError


def line(number: int) -> TraceLine:
    return TraceLine(
        id=number,
        parent=None,
        thread="t",
        graph="check",
        kind="node",
        node="judge",
        sentence=0,
        attempt=1,
        start="2026-01-02T03:04:05.000000+00:00",
        seconds=0.5,
        status="done",
        error=None,
        evidence_ids=(),
        model=None,
        prompt=None,
        tokens=None,
        input={"text": "a\u2028b"},
        output={"text": "x" * 5000},
    )


def ids(path: Path) -> list[int]:
    return [one.id for one in read_trace(path)]


def test_lines_are_there_as_soon_as_they_are_written(tmp_path: Path) -> None:
    file = TraceFile(tmp_path / "new" / "trace.jsonl")
    written = line(file.next_id())
    file.write(written)
    assert [*read_trace(file.path)] == [written]
    assert file.path.stat().st_mode & 0o077 == 0
    file.close()


def test_a_torn_line_is_cut_off_and_ids_go_on(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text(line(1).written() + line(7).written() + line(8).written()[:40])
    assert ids(path) == [1, 7]
    file = TraceFile(path, append=True)
    file.write(line(file.next_id()))
    file.close()
    assert ids(path) == [1, 7, 8]


def test_without_appending_a_trace_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_text(line(1).written())
    TraceFile(path).close()
    assert path.read_text() == ""


def test_a_file_that_holds_something_else_is_spared(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("do not lose this")
    with pytest.raises(BadInputError, match="is no trace"):
        TraceFile(path)
    assert path.read_text() == "do not lose this"
    with pytest.raises(BadInputError, match="line 1: no line of a trace"):
        ids_of = tmp_path / "other.jsonl"
        ids_of.write_text('{"schema": "curaview.trace/2"}\n')
        ids(ids_of)


def test_several_writers_do_not_mix_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    one, two = TraceFile(path), TraceFile(path, append=True)

    def write(file: TraceFile, first: int) -> None:
        for number in range(first, first + 50):
            file.write(line(number))

    threads = [Thread(target=write, args=(file, n * 100)) for n, file in enumerate((one, two, one))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ids(path)) == [*range(50), *range(100, 150), *range(200, 250)]
    one.close()
    two.close()


@pytest.mark.parametrize("broken", ["no json", '["a list"]', '{"id": "text"}'])
def test_a_broken_line_of_an_earlier_run_is_named(broken: str, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    first = TraceFile(path)
    first.write(line(first.next_id()))
    first.close()
    path.write_text(path.read_text() + broken + "\n")
    before = path.read_bytes()
    with pytest.raises(BadInputError, match="line 2"):
        TraceFile(path, append=True)
    assert path.read_bytes() == before
