from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases

ROOT = Path(__file__).parents[2]
DEMO = ROOT.parent / "shared" / "data" / "eicu_demo"


def test_unknown_tables_are_grouped_by_their_patient_column(tmp_path: Path) -> None:
    (tmp_path / "weights.csv").write_text("Patient_ID,date,kg\nb,2150-01-02,70\na,2150-01-01,80\n")
    (tmp_path / "scores.csv").write_text("PATIENT_ID,score\na,3\na,3\n")
    cases = list(open_cases(tmp_path))
    assert [case.record.patient_id for case in cases] == ["a", "b"]
    rows = cases[0].record.rows
    assert [row.table for row in rows] == ["scores", "scores", "weights"]
    assert rows[1].id == f"{rows[0].id}-2"
    assert rows[2].time == "2150-01-01T00:00:00"


def test_rows_are_placed_through_their_admission(tmp_path: Path) -> None:
    (tmp_path / "stays.csv").write_text("subject_id,hadm_id,ward\n5,50,east\n")
    (tmp_path / "scores.csv").write_text("hadm_id,score\n50,3\n")
    [case] = open_cases(tmp_path, admission="50")
    assert {row.table for row in case.record.rows} == {"stays", "scores"}
    assert [stay.id for stay in case.record.encounters] == ["50"]


def test_minutes_from_a_unit_admission_stay_relative(tmp_path: Path) -> None:
    (tmp_path / "lab.csv").write_text(
        "labid,patientunitstayid,labresultoffset,labname,labresult\n9,41,-30,sodium,139\n"
    )
    [case] = open_cases(tmp_path)
    [row] = case.record.rows
    assert (row.id, row.time, row.encounter) == ("9", None, "41")
    assert row.fields["labresultoffset"] == "-30"


def test_tables_that_name_no_patient_are_of_the_one_patient_of_their_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "roe").mkdir()
    (tmp_path / "roe" / "labs.csv").write_text("test,value\nsodium,139\n")
    [case] = open_cases(tmp_path / "roe")
    assert case.record.patient_id == "roe"
    (tmp_path / "roe" / "ward.csv").write_text("patient_id,ward\n7,east\n")
    [case] = open_cases(tmp_path / "roe")
    assert case.record.patient_id == "7"
    assert len(case.record.rows) == 2


def test_table_without_a_patient_is_refused_beside_several(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("name,value\na,1\n")
    (tmp_path / "ward.csv").write_text("patient_id,ward\n7,east\n8,west\n")
    with pytest.raises(BadInputError, match=r"x\.csv line 1: no column names the patient"):
        open_cases(tmp_path)


def test_row_without_a_patient_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("patient_id,value\na,1\n,2\n")
    with pytest.raises(BadInputError, match=r"x\.csv line 3: no patient is named"):
        list(open_cases(tmp_path))


def test_table_of_notes_gives_notes(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text(
        'patient_id,note_id,date,category,text\np,n1,2150-02-03,Nursing,"Slept\nwell."\n'
    )
    [case] = open_cases(tmp_path)
    [note] = case.record.notes
    assert (note.id, note.category, note.text) == ("n1", "nursing", "Slept\nwell.")
    assert note.time == "2150-02-03T00:00:00"


@pytest.mark.skipif(not DEMO.is_dir(), reason="the shared eICU tables are not here")
def test_shared_second_hospital_system_is_read() -> None:
    cases = list(open_cases(DEMO))
    assert len(cases) == 40
    assert all(
        row.encounter == case.record.patient_id for case in cases for row in case.record.rows
    )
