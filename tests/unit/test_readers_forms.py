import os
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases


def test_text_file_is_a_note_with_its_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "roe.txt"
    path.write_bytes(b"\xef\xbb\xbfHistory:\r\ncough\r\n")
    [case] = open_cases(path)
    [note] = case.record.notes
    assert (case.record.patient_id, note.id) == ("roe", "roe")
    assert note.text == "History:\r\ncough\r\n"


def test_folder_of_texts_is_one_patient(tmp_path: Path) -> None:
    folder = tmp_path / "roe"
    folder.mkdir()
    (folder / "b_radiology.txt").write_text("Chest clear.")
    (folder / "a.txt").write_text("Admission Date: 2150-01-01  Discharge Date: 2150-01-04\n")
    (folder / "readme.md").write_text("not a note")
    [case] = open_cases(folder)
    assert [(note.id, note.category) for note in case.record.notes] == [
        ("a", "discharge"),
        ("b_radiology", "radiology"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"", "the file is empty"),
        ("a.txt", b"ok\ncaf\xe9", "line 2 byte 4: not UTF-8"),
        ("a.txt", b"a\0b", "line 1: holds a NUL byte"),
        ("a.pdf", b"%PDF", "not a record that can be read"),
        ("a.csv", b"x", "not a record that can be read"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadInputError) as caught:
        list(open_cases(path))
    assert message in str(caught.value)


def test_missing_path_says_what_can_be_given(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"nowhere: does not exist; give .*Discharge-Me"):
        open_cases(tmp_path / "nowhere")


def test_folder_without_any_form_says_what_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"x")
    with pytest.raises(BadInputError) as caught:
        open_cases(tmp_path)
    for form in ("discharge.csv", "MIMIC folder", "FHIR", "JSON", ".txt", "CSV"):
        assert form in str(caught.value)


def test_notes_have_no_admissions(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("cough")
    with pytest.raises(BadInputError, match="the record names no admissions"):
        open_cases(tmp_path, admission="1")


def test_a_folder_gives_its_whole_name_wherever_it_is_named_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("roe.1", "roe.2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.txt").write_text("He coughed.")
    monkeypatch.chdir(tmp_path / "roe.2")
    names = [next(open_cases(place)).record.patient_id for place in (Path("../roe.1"), Path())]
    assert names == ["roe.1", "roe.2"]


def test_two_notes_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("He coughed.")
    (tmp_path / "a.TXT").write_text("He did not cough.")
    if len(list(tmp_path.iterdir())) == 1:
        pytest.skip("this file system does not tell these names apart")
    with pytest.raises(BadInputError, match=r"a\.txt: another note is named a too"):
        list(open_cases(tmp_path))


@pytest.mark.parametrize("name", ["labs.csv", "labs.csv.gz"])
def test_a_table_that_is_no_file_is_not_passed_over(tmp_path: Path, name: str) -> None:
    (tmp_path / "patient.csv").write_text("patient_id\n7\n")
    (tmp_path / name).symlink_to("gone")
    with pytest.raises(BadInputError, match=f"{name}: named like a table, but not a file"):
        list(open_cases(tmp_path))


def test_neither_file_nor_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "note.txt")
    with pytest.raises(BadInputError, match=r"note\.txt: neither a file nor a folder"):
        open_cases(tmp_path / "note.txt")
