import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.anchors import anchors_of
from kg.errors import BadInputError
from kg.readers import open_cases
from kg.readers.json_record import record_from

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"

RECORD = {
    "text": ["Patient reports a dry cough.", "Lungs are clear."],
    "tables": {
        "admissions": [
            {
                "hadm_id": "90",
                "admittime": "2150-01-01 10:00:00",
                "dischtime": "2150-01-04 10:00:00",
            }
        ],
        "labevents": [
            {
                "hadm_id": 90,
                "charttime": "2150-01-02 06:00:00",
                "label": "sodium",
                "valuenum": 139.0,
            }
        ],
    },
}


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


def test_record_alone_and_wrapped_read_the_same(tmp_path: Path) -> None:
    [plain] = open_cases(write(tmp_path / "a.json", {"id": "p1", **RECORD}))
    [wrapped] = open_cases(write(tmp_path / "b.json", {"id": "p1", "record": RECORD}))
    assert plain == wrapped
    assert plain.record.patient_id == "p1"
    [stay] = plain.record.encounters
    assert (stay.id, stay.discharged) == ("90", "2150-01-04T10:00:00")
    lab = next(row for row in plain.record.rows if row.table == "labevents")
    assert lab.fields["valuenum"] == "139.0"
    assert lab.encounter == "90"


def test_lines_are_patients_and_an_admission_picks_one(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    second = {"text": ["No cough."]}
    path.write_text(
        "\n".join(json.dumps(one) for one in ({"id": "b", **RECORD}, {"id": "a", **second}))
    )
    assert [case.record.patient_id for case in open_cases(path)] == ["b", "a"]
    assert [case.record.patient_id for case in open_cases(path, admission="90")] == ["b"]
    with pytest.raises(BadInputError, match="no admission 1; it has 1, for example 90"):
        list(open_cases(path, admission="1"))


def test_conversation_is_a_transcript() -> None:
    talk = "[doctor] hello\n[patient] hi\n[doctor] how are you\n[patient] tired\n"
    [note] = record_from({"id": "x", "text": [talk]}, "x").notes
    assert note.category == "transcript"
    [prose] = record_from({"id": "x", "text": ["Allergies: none\nPlan: rest\n"]}, "x").notes
    assert prose.category == "note"


def test_equal_texts_and_rows_keep_ids_of_their_own() -> None:
    record = record_from(
        {"id": "x", "text": ["same", "same"], "tables": {"t": [{"a": 1}, {"a": 1}]}}, "x"
    )
    assert len({note.id for note in record.notes}) == 2
    assert len({row.id for row in record.rows}) == 2


@given(st.randoms(use_true_random=False))
def test_order_of_texts_and_rows_never_matters(shuffler: random.Random) -> None:
    rows = [{"label": "sodium", "valuenum": number % 3} for number in range(6)]
    texts = ["one", "two", "three", "two"]
    first = record_from({"id": "x", "text": texts, "tables": {"t": rows}}, "x")
    shuffler.shuffle(rows)
    shuffler.shuffle(texts)
    assert record_from({"id": "x", "text": texts, "tables": {"t": rows}}, "x") == first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("{", "column 2: not valid JSON"),
        ('{"id": "x"}', 'neither "text" nor "tables"'),
        ("[1]", "not a JSON object"),
        ('{"text": {}}', '"text": not a list of notes'),
        ('{"tables": []}', '"tables": not an object of tables'),
        ('{"tables": {"labs": {}}}', 'table "labs": not a list of rows'),
        ('{"tables": {"labs": [3]}}', 'table "labs" row 1: not an object of columns'),
        ('{"tables": {"labs": [{"a": {}}]}}', 'table "labs" row 1 column a: a list or object'),
        ('{"text": [], "text": []}', "the name 'text' occurs twice"),
        ('{"text": ["\\ud800"]}', "half of a surrogate pair"),
        ('{"tables": {"t": [{"subject_id": "1"}, {"subject_id": "2"}]}}', "rows of 2 patients"),
        (
            '{"tables": {"admissions": [{"hadm_id": "1"}, {"hadm_id": "1"}]}}',
            "row 2: '1' is already in",
        ),
        ("[" * 100000, "nested too deeply"),
    ],
)
def test_bad_records_are_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(BadInputError) as caught:
        list(open_cases(path))
    assert message in str(caught.value)
    assert "bad.json" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_repeated_patient_names_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text('{"id": "x", "text": ["a"]}\n\n{"id": "x", "text": ["b"]}\n')
    with pytest.raises(BadInputError, match=r"line 3: patient x is already in .*line 1"):
        list(open_cases(path))


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data sets are not here")
@pytest.mark.parametrize("name", ["ehrsql_mimic", "aci_bench", "medec", "nli4ct", "primock57"])
def test_shared_sets_are_read(name: str) -> None:
    path = DATA / name / f"{name}.jsonl"
    with path.open(encoding="utf-8") as stream:
        lines = sum(1 for line in stream if line.strip())
    assert sum(1 for _ in open_cases(path)) == lines


def test_a_note_may_tell_its_title_day_and_stay(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    notes = [
        {"title": "Progress note", "date": "2045-04-02", "text": "Stable.", "hadm_id": "7.0"},
        {"type": "Discharge summary", "date": "2045-04-05 11:00", "content": "Went home."},
        {"id": "n9", "text": "CONSULT NOTE\nSeen today."},
        "Plain text.",
        {"title": "Empty", "text": " "},
    ]
    path.write_text(json.dumps({"patient_id": "p", "text": notes}))
    [case] = open_cases(path)
    told = {(one.title, one.category, one.time, one.encounter) for one in case.record.notes}
    assert told == {
        ("Progress note", "progress note", "2045-04-02T00:00:00", "7"),
        ("Discharge summary", "discharge", "2045-04-05T11:00:00", None),
        ("Consult note", "note", None, None),
        ("", "note", None, None),
    }
    assert [stay.id for stay in case.record.encounters] == ["7"]


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ({"text": "x", "date": "spring"}, "note 1: 'spring' is no date"),
        ({"title": "x"}, "note 1: no text; a note is a string or"),
        (["x"], "note 1: neither a string nor an object"),
    ],
)
def test_notes_that_cannot_be_read_are_named(tmp_path: Path, note: object, message: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"patient_id": "p", "text": [note]}))
    with pytest.raises(BadInputError, match=message):
        list(open_cases(path))


def test_headers_of_notes_that_agree_date_the_stay() -> None:
    notes = [
        "Admission Date: 2045-04-01\nDischarge Date: 2045-04-06\n\nWent home.",
        "PROGRESS NOTE\nAdmission Date: April 1, 2045\n\nStable.",
        "No header here.",
    ]
    anchors = anchors_of(record_from({"text": notes}, "test"), None)
    assert (anchors.admitted, anchors.discharged) == ("2045-04-01", "2045-04-06")
    other = "CONSULT\nAdmission Date: 2045-03-02\n\nSeen."
    apart = anchors_of(record_from({"text": [*notes[1:], other]}, "test"), None)
    assert apart.admitted is None
