import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import BadInputError
from kg.readers.csv_files import csv_files, csv_header, read_csv


def rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    return [(row.line, row.cells) for row in read_csv(path)]


def test_multi_line_cells_keep_their_line_ends_and_the_row_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    path.write_bytes(b'id,text\r\n1,"one\r\ntwo"\r\n2,three\r\n')
    assert rows(path) == [(2, {"id": "1", "text": "one\r\ntwo"}), (4, {"id": "2", "text": "three"})]


def test_byte_order_mark_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfid,x\n1,2\n")
    assert csv_header(path) == ("id", "x")


def test_cell_of_a_megabyte_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1," + "x" * 2**20 + "\n")
    assert len(rows(path)[0][1]["text"]) == 2**20


def test_compressed_file_reads_like_the_plain_one(tmp_path: Path) -> None:
    content = b"id,x\n1,a\n\n2,b\n"
    (tmp_path / "a.csv").write_bytes(content)
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(content))
    assert rows(tmp_path / "a.csv") == rows(tmp_path / "b.csv.gz")
    assert sorted(csv_files(tmp_path)) == ["a", "b"]


def test_one_table_in_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id\n")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"id\n"))
    with pytest.raises(BadInputError, match=r"both a\.csv and a\.csv\.gz; keep one"):
        csv_files(tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"id,x\n1\n", "line 2: 1 cells where the header has 2"),
        (b"id,x\n1,2,3\n", "line 2: 3 cells where the header has 2"),
        (b'id,x\n1,"2\n', "line 2: not valid CSV"),
        (b'id,x\n1,"2"3\n', "line 2: not valid CSV"),
        (b"id,x\n1,caf\xe9\n", "line 2 byte 6: not UTF-8"),
        (b"id,x\n1,a\0b\n", "line 2: holds a NUL byte"),
        (b"id,,x\n1,2,3\n", "line 1: column 2 has no name"),
        (b"id,ID\n1,2\n", "line 1: column ID occurs twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    with pytest.raises(BadInputError) as caught:
        rows(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_cut_off_and_false_compression_are_named(tmp_path: Path) -> None:
    whole = gzip.compress(b"id,text\n" + b"1,some words that go on\n" * 500)
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    plain = tmp_path / "plain.csv.gz"
    plain.write_bytes(b"id,text\n1,2\n")
    for path in (cut, plain):
        with pytest.raises(BadInputError, match="damaged or cut off"):
            rows(path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"gone\.csv: cannot be opened"):
        csv_header(tmp_path / "gone.csv")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.csv"
    path.write_bytes(content)
    try:
        rows(path)
    except BadInputError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(("name", "mark"), [("t.csv", ";"), ("t.tsv", "\t"), ("t.csv", ",")])
def test_cells_may_be_parted_by_other_marks(tmp_path: Path, name: str, mark: str) -> None:
    path = tmp_path / name
    path.write_text(mark.join(("test", "value")) + "\n" + mark.join(("Sodium", '"131"')) + "\n")
    assert csv_files(tmp_path) == {"t": path}
    assert [row.cells for row in read_csv(path)] == [{"test": "Sodium", "value": "131"}]
