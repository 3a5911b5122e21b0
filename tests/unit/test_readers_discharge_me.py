import csv
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import Case

Table = list[dict[str, str]]

ROOT = Path(__file__).parents[2]
COHORT = ROOT.parent / "shared" / "data" / "gold_cohort"

NOTE = "Admission Date:  2151-03-04     Discharge Date:   2151-03-09\n\nAllergies: none\n"


def tables() -> dict[str, Table]:
    return {
        "discharge": [
            {
                "note_id": f"{patient}-DS-1",
                "subject_id": patient,
                "hadm_id": stay,
                "charttime": "2151-03-09 00:00:00",
                "text": NOTE,
            }
            for patient, stay in (("501", "9001"), ("502", "9002"))
        ],
        "discharge_target": [
            {
                "note_id": f"{stay}-T",
                "hadm_id": stay,
                "discharge_instructions": f"Rest well, {stay}.",
                "brief_hospital_course": f"Course of {stay}.",
            }
            for stay in ("9001", "9002")
        ],
        "edstays": [
            {
                "subject_id": "501",
                "hadm_id": "9001",
                "stay_id": "31",
                "intime": "2151-03-04 10:00:00",
                "outtime": "2151-03-04 15:00:00",
            },
            {
                "subject_id": "502",
                "hadm_id": "9002",
                "stay_id": "32",
                "intime": "2151-03-05 10:00:00",
                "outtime": "2151-03-05 15:00:00",
            },
        ],
        "triage": [{"subject_id": "501", "stay_id": "31", "temperature": "98.6"}],
        "diagnosis": [
            {
                "subject_id": "501",
                "stay_id": "31",
                "seq_num": str(number),
                "icd_code": code,
                "icd_version": "10",
                "icd_title": title,
            }
            for number, code, title in ((1, "I10", "Hypertension"), (2, "R55", "Syncope"))
        ],
        "radiology": [
            {
                "note_id": "501-RR-1",
                "subject_id": "501",
                "hadm_id": "9001",
                "charttime": "2151-03-04 12:00:00",
                "text": "EXAMINATION: CHEST",
            }
        ],
    }


def write(folder: Path, content: dict[str, Table]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, rows in content.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return folder


def by_patient(cases: list[Case]) -> dict[str, Case]:
    return {case.record.patient_id: case for case in cases}


def test_patients_are_put_together_from_all_tables(tmp_path: Path) -> None:
    cases = by_patient(list(open_cases(write(tmp_path / "me", tables()))))
    assert list(cases) == ["501", "502"]
    first = cases["501"].record
    assert [(note.id, note.category) for note in first.notes] == [
        ("501-RR-1", "radiology"),
        ("501-DS-1", "discharge"),
    ]
    assert first.notes[1].text == NOTE
    assert {(row.table, row.id) for row in first.rows} == {
        ("edstays", "31"),
        ("triage", "31"),
        ("diagnosis", "31-1"),
        ("diagnosis", "31-2"),
    }
    assert first.encounters[0].admitted == "2151-03-04T10:00:00"


def test_emergency_rows_take_admission_and_time_from_their_stay(tmp_path: Path) -> None:
    case = next(iter(open_cases(write(tmp_path / "me", tables()))))
    places = {row.table: (row.encounter, row.time) for row in case.record.rows}
    assert places["triage"] == ("9001", "2151-03-04T10:00:00")
    assert places["diagnosis"] == ("9001", "2151-03-04T15:00:00")


def test_target_choice_and_admission(tmp_path: Path) -> None:
    folder = write(tmp_path / "me", tables())
    [case] = open_cases(folder, admission="9002", target="discharge_instructions")
    assert [target.text for target in case.targets] == ["Rest well, 9002."]
    assert [target.text for target in case.withheld] == ["Course of 9002."]
    [both] = open_cases(folder, admission="9001", target="both")
    assert {target.name for target in both.targets} == {
        "brief_hospital_course",
        "discharge_instructions",
    }


def test_targets_may_be_missing(tmp_path: Path) -> None:
    content = tables()
    del content["discharge_target"]
    assert [case.targets for case in open_cases(write(tmp_path / "me", content))] == [(), ()]


def test_order_of_rows_never_matters(tmp_path: Path) -> None:
    content = tables()
    report = content["radiology"][0]
    content["radiology"] += [report | {"note_id": f"501-RR-{number}"} for number in range(2, 6)]
    expected = [case.model_dump_json() for case in open_cases(write(tmp_path / "me", content))]
    for seed in range(5):
        for rows in content.values():
            random.Random(seed).shuffle(rows)
        folder = write(tmp_path / f"me{seed}", content)
        assert [case.model_dump_json() for case in open_cases(folder)] == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda t: t["discharge"].append(dict(t["discharge"][0])),
            r"discharge\.csv line 10 column note_id: '501-DS-1' is already on line 2;",
        ),
        (
            lambda t: t["radiology"][0].update(note_id="501-DS-1"),
            r"radiology\.csv line 2 column note_id: '501-DS-1' is already on line 2 of discharge",
        ),
        (
            lambda t: t["diagnosis"][1].update(seq_num="1"),
            r"diagnosis\.csv line 3 column stay_id, seq_num: '31-1' is already on line 2",
        ),
        (
            lambda t: t["radiology"][0].update(subject_id="502"),
            r"radiology\.csv line 2: admission 9001 belongs to patient 502 here and to patient 501",
        ),
        (
            lambda t: t["discharge_target"][1].update(hadm_id="777"),
            r"discharge_target\.csv line 3 column hadm_id: no other table knows admission 777",
        ),
        (
            lambda t: t["discharge"][0].update(charttime="the ninth of March"),
            r"discharge\.csv line 2 column charttime: 'the ninth of March' is no time",
        ),
        (
            lambda t: t["edstays"][0].update(outtime="2151-02-29 10:00:00"),
            r"edstays\.csv line 2 column outtime: '2151-02-29 10:00:00' is no time",
        ),
        (
            lambda t: t["diagnosis"][1].update(seq_num=""),
            r"diagnosis\.csv line 3 column seq_num: the cell is empty",
        ),
        (
            lambda t: [row.pop("icd_title") for row in t["diagnosis"]],
            r"diagnosis\.csv line 1: column icd_title is missing; found subject_id, stay_id",
        ),
        (
            lambda t: t["discharge_target"].append(dict(t["discharge_target"][0])),
            r"discharge_target\.csv line 4 column hadm_id: '9001' is already on line 2",
        ),
        (
            lambda t: t.pop("discharge"),
            r"discharge\.csv \(or discharge\.csv\.gz\) is missing",
        ),
    ],
)
def test_bad_tables_are_refused_with_their_place(
    tmp_path: Path, change: Callable[[dict[str, Table]], object], message: str
) -> None:
    content = tables()
    change(content)
    with pytest.raises(BadInputError, match=message) as caught:
        list(open_cases(write(tmp_path / "me", content)))
    assert "\n" not in str(caught.value)


def test_unknown_admission_is_named_with_an_example(tmp_path: Path) -> None:
    folder = write(tmp_path / "me", tables())
    with pytest.raises(BadInputError, match="no admission 7; it has 2, for example 9001"):
        list(open_cases(folder, admission="7"))


def test_redacted_time_is_unknown_and_no_error(tmp_path: Path) -> None:
    content = tables()
    content["discharge"][0]["charttime"] = "___"
    case = next(iter(open_cases(write(tmp_path / "me", content))))
    assert next(note for note in case.record.notes if note.id == "501-DS-1").time is None


@pytest.mark.skipif(not COHORT.is_dir(), reason="the shared development cohort is not here")
def test_shared_cohort_is_read() -> None:
    cases = list(open_cases(COHORT))
    assert len(cases) == 8
    assert all(len(case.targets) == 1 and case.withheld for case in cases)
    assert all(note.text for case in cases for note in case.record.notes)
