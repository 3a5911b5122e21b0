"""Labeled sets of both forms, and every way in which one can be wrong."""

import csv
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.datasets import open_dataset, sample_records
from evaluation.labeled_cohort import LabelLine, PlacedLine, locate_rows
from kg.errors import BadInputError

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

CLEAN = "Ms. ___ came with a cough.\n\n# Asthma\nPrednisone was started. She felt well."
INJECTED = "Ms. ___ came with a cough.\n\n# Asthma\nPrednisone was stopped. She felt well."
SENTENCES = ("Ms. ___ came with a cough.", "# Asthma", "Prednisone was started.", "She felt well.")


def label(version: str, index: int, text: str, **changed: object) -> dict[str, object]:
    row: dict[str, object] = {
        "subject_id": 501,
        "hadm_id": 601,
        "version": version,
        "sentence_index": index,
        "text": text,
        "checkable": index != 3,
        "grade": None if index == 3 else "E1",
        "error_types": [],
        "tags": ["ignored"],
    }
    return {**row, **changed}


def labels() -> list[dict[str, object]]:
    clean = [label("clean", index, text) for index, text in enumerate(SENTENCES)]
    injected = [label("injected", index, text) for index, text in enumerate(SENTENCES)]
    injected[2] |= {
        "text": "Prednisone was stopped.",
        "grade": "E4",
        "error_types": ["medication_error"],
    }
    return [*clean, *injected]


def write_lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_table(path: Path, *rows: dict[str, str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def cohort(tmp_path: Path) -> Path:
    folder = tmp_path / "ward"
    folder.mkdir()
    note = {
        "note_id": "501-DS-1",
        "subject_id": "501",
        "hadm_id": "601",
        "note_type": "DS",
        "note_seq": "1",
        "charttime": "2170-02-04 00:00:00",
        "storetime": "2170-02-04 10:00:00",
        "text": "Chief Complaint:\nCough\n\nDischarge Medications:\n1. Prednisone 40 mg PO DAILY\n",
    }
    write_table(folder / "discharge.csv", note)
    write_table(
        folder / "radiology.csv", note | {"note_id": "501-RR-1", "text": "IMPRESSION: Clear lungs."}
    )
    write_table(
        folder / "discharge_target.csv",
        {
            "note_id": "501-DS-1",
            "hadm_id": "601",
            "discharge_instructions": "Take your pills.",
            "brief_hospital_course": CLEAN,
            "discharge_instructions_word_count": "3",
            "brief_hospital_course_word_count": "14",
        },
    )
    write_table(
        folder / "edstays.csv",
        {"subject_id": "501", "hadm_id": "601", "stay_id": "701", "intime": "2170-02-01 10:00:00",
         "outtime": "2170-02-01 18:00:00", "gender": "F", "race": "WHITE",
         "arrival_transport": "WALK IN", "disposition": "ADMITTED"},
    )  # fmt: skip
    write_table(
        folder / "triage.csv",
        {"subject_id": "501", "stay_id": "701", "temperature": "98.1", "heartrate": "80",
         "resprate": "16", "o2sat": "97", "sbp": "120", "dbp": "70", "pain": "0", "acuity": "3",
         "chiefcomplaint": "Cough"},
    )  # fmt: skip
    write_table(
        folder / "diagnosis.csv",
        {"subject_id": "501", "stay_id": "701", "seq_num": "1", "icd_code": "J45",
         "icd_version": "10", "icd_title": "Asthma"},
    )  # fmt: skip
    write_table(
        folder / "injected_bhc.csv",
        {"note_id": "501-DS-1", "hadm_id": "601", "brief_hospital_course": INJECTED},
    )
    write_lines(folder / "labels.jsonl", labels())
    return folder


def test_a_cohort_gives_both_versions_with_spans(cohort: Path) -> None:
    dataset = open_dataset(cohort)
    assert dataset.name == "ward"
    [record] = dataset.records
    assert (record.id, record.patient, record.admission_id) == ("601", "501", "601")
    clean, injected = record.documents
    assert (clean.id, injected.id) == ("601/clean", "601/injected")
    for document, text in ((clean, CLEAN), (injected, INJECTED)):
        [labeled] = document.texts
        assert labeled.summary == text
        assert all(text[row.start : row.end] == row.text for row in labeled.rows)
    wrong = injected.texts[0].rows[2]
    assert (wrong.label, wrong.types) == ("E4", ("medication_error",))
    assert clean.texts[0].rows[3].label is None


def test_both_target_texts_are_kept_from_the_evidence(cohort: Path) -> None:
    [record] = open_dataset(cohort).records
    assert {target.text for target in record.targets} == {CLEAN, "Take your pills."}


def test_order_of_label_lines_does_not_matter(cohort: Path) -> None:
    before = open_dataset(cohort)
    write_lines(cohort / "labels.jsonl", labels()[::-1])
    assert open_dataset(cohort) == before


@pytest.mark.parametrize(
    ("place", "change", "message"),
    [
        (2, {"text": "Prednisone was begun."}, r"labels.jsonl line 3: sentence 2 .* \(clean\)"),
        (1, {"grade": "E5"}, r"labels.jsonl line 2: grade"),
        (1, {"grade": None}, r"labels.jsonl line 2: grade: a checkable sentence needs"),
        (6, {"error_types": ["typo"]}, r"labels.jsonl line 7: error_types.0"),
        (0, {"version": "final"}, r"labels.jsonl line 1: version"),
        (7, {"hadm_id": 999}, r"labels.jsonl line 8: admission 999 has no"),
    ],
)
def test_a_wrong_label_line_is_named(
    cohort: Path, place: int, change: dict[str, object], message: str
) -> None:
    rows = labels()
    rows[place] |= change
    write_lines(cohort / "labels.jsonl", rows)
    with pytest.raises(BadInputError, match=message):
        open_dataset(cohort)


def test_a_skipped_sentence_is_an_error(cohort: Path) -> None:
    rows = labels()
    del rows[1]
    write_lines(cohort / "labels.jsonl", rows)
    with pytest.raises(BadInputError, match=r"sentence 2 .* does not follow"):
        open_dataset(cohort)


def test_injected_labels_need_their_text(cohort: Path) -> None:
    (cohort / "injected_bhc.csv").unlink()
    with pytest.raises(BadInputError, match="601 has injected labels and no row in injected_bhc"):
        open_dataset(cohort)


def test_no_labels_is_an_error(cohort: Path) -> None:
    (cohort / "labels.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(BadInputError, match="holds no labeled sentence"):
        open_dataset(cohort)


def claim(text: str, label: str, **more: object) -> dict[str, object]:
    return {"text": text, "label": label, "error_type": None, "original_type": None, **more}


def record(name: str, *claims: dict[str, object]) -> dict[str, object]:
    return {
        "id": name,
        "source": "made up",
        "record": {"text": ["Sodium was 138."], "tables": {"labs": [{"label": "K", "value": 4}]}},
        "claims": list(claims),
    }


@pytest.fixture
def verification_set(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    write_lines(
        path,
        [
            record(
                "b",
                claim("Sodium was 138. Potassium was 4.", "supported"),
                claim("Sodium was 120.", "contradicted", error_type="exam_result_error"),
            ),
            record(
                "a",
                claim("A transplant was done.", "not_enough_info"),
                claim(
                    "No cough, no fever.",
                    "not_supported",
                    parts=[
                        {"text": "No cough,", "label": "supported", "criticality": None},
                        {"text": "no fever.", "label": "not_supported", "criticality": None},
                    ],
                ),
            ),
        ],
    )
    return path


def test_each_claim_is_a_summary_of_its_own(verification_set: Path) -> None:
    dataset = open_dataset(verification_set)
    assert (dataset.name, [item.id for item in dataset.records]) == ("claims", ["a", "b"])
    first, second = dataset.records
    [document] = second.documents
    assert [text.summary for text in document.texts] == [
        "Sodium was 138. Potassium was 4.",
        "Sodium was 120.",
    ]
    labels = [
        row.label for item in (second, first) for t in item.documents[0].texts for row in t.rows
    ]
    assert labels == ["supported", "E4", "E3", "not_supported"]
    assert document.texts[1].rows[0].types == ("exam_result_error",)
    assert [note.text for note in second.record.notes] == ["Sodium was 138."]
    assert [row.table for row in second.record.rows] == ["labs"]


def test_parts_keep_their_labels_and_spans(verification_set: Path) -> None:
    text = open_dataset(verification_set).records[0].documents[0].texts[1]
    assert [(part.label, part.start, part.end) for part in text.parts] == [
        ("supported", 0, 9),
        ("not_supported", 10, 19),
    ]


def test_a_folder_with_one_set_can_be_given(verification_set: Path) -> None:
    assert open_dataset(verification_set.parent) == open_dataset(verification_set)
    (verification_set.parent / "other.jsonl").write_text("{}", encoding="utf-8")
    with pytest.raises(BadInputError, match=r"found claims\.jsonl, other\.jsonl"):
        open_dataset(verification_set.parent)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([record("a", claim("Text.", "maybe"))], r"line 1: claims\.0\.label"),
        ([record("a", claim(" ", "supported"))], "line 1: claim 1 has no text"),
        ([record("a")], "line 1: record 'a' has no claims"),
        ([record("a", claim("T.", "supported"))] * 2, "line 2: id: 'a' stands twice"),
        ([{"id": "a", "claims": [claim("T.", "supported")]}], 'neither "text" nor "tables"'),
        ([], "holds no record"),
        (
            [record("a", claim("T.", "supported", parts=[{"text": "U.", "label": "supported"}]))],
            "claim 1 has a part",
        ),
    ],
)
def test_a_wrong_set_is_named(tmp_path: Path, rows: list[dict[str, object]], message: str) -> None:
    path = tmp_path / "set.jsonl"
    write_lines(path, rows)
    with pytest.raises(BadInputError, match=message):
        open_dataset(path)


def test_not_json_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text('\n{"id": \n', encoding="utf-8")
    with pytest.raises(BadInputError, match="line 2"):
        open_dataset(path)


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="nowhere: no such file or folder"):
        open_dataset(tmp_path / "nowhere")


def test_a_sample_is_the_same_whatever_the_order(tmp_path: Path) -> None:
    rows = [record(f"r{number}", claim("T.", "supported")) for number in range(20)]
    path = tmp_path / "set.jsonl"
    write_lines(path, rows)
    sample = sample_records(open_dataset(path), 5)
    write_lines(path, rows[::-1])
    assert sample_records(open_dataset(path), 5) == sample
    assert len(sample.records) == 5
    assert [item.id for item in sample.records] == sorted(item.id for item in sample.records)
    bigger = sample_records(open_dataset(path), 8)
    assert {item.id for item in sample.records} < {item.id for item in bigger.records}


COUNTS = {
    "primock57": (8, 168),
    "mts_dialog": (50, 200),
    "nli4ct": (507, 910),
    "healthver": (212, 400),
    "gold_cohort": (8, 398),
    "gold_cohort_b": (8, 434),
}


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_shared_sets_are_read_whole(name: str) -> None:
    if not (DATA / name).is_dir():
        pytest.skip(f"the shared data set {name} is not here")
    dataset = open_dataset(DATA / name)
    rows = sum(
        len(text.rows)
        for item in dataset.records
        for document in item.documents
        for text in document.texts
    )
    assert (len(dataset.records), rows) == COUNTS[name]


WORDS = st.text(alphabet="ab.c #-_é\u200d", min_size=1, max_size=12).map(str.strip).filter(bool)


@given(st.lists(st.tuples(WORDS, st.sampled_from([" ", "\n", "\n\n"])), min_size=1, max_size=8))
def test_sentences_joined_by_space_are_found_where_they_stand(
    pieces: list[tuple[str, str]],
) -> None:
    summary, lines, spans = "", [], []
    for index, (text, gap) in enumerate(pieces):
        spans.append((len(summary), len(summary) + len(text)))
        summary += text + gap
        line = LabelLine.model_validate(label("clean", index, text, subject_id="1", hadm_id="2"))
        lines.append(PlacedLine(where="here", line=line))
    rows = locate_rows(summary, lines)
    assert [(row.start, row.end) for row in rows] == spans


@given(st.text(max_size=60) | st.sampled_from(['{"id": 1}', '{"id":"a","claims":[{}]}', "[]"]))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "set.jsonl"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        with pytest.raises(BadInputError) as refused:
            open_dataset(path)
    assert "\n" not in str(refused.value)
    assert "set.jsonl" in str(refused.value)
