import gzip
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases

ROOT = Path(__file__).parents[2]
DEMO = ROOT.parent / "shared" / "data" / "mimic_iv_demo"

FILES = {
    "hosp/patients.csv": "subject_id,gender,dod\n7,F,\n",
    "hosp/admissions.csv": (
        "subject_id,hadm_id,admittime,dischtime\n7,70,2140-01-02 03:00:00,2140-01-05 12:00:00\n"
    ),
    "hosp/labevents.csv": (
        "labevent_id,subject_id,hadm_id,itemid,charttime,valuenum,valueuom\n"
        "2,7,70,50912,2140-01-03 06:00:00,1.4,mg/dL\n"
        "1,7,,50912,2139-06-01 06:00:00,1.0,mg/dL\n"
    ),
    "hosp/d_labitems.csv": "itemid,label,fluid,category\n50912,Creatinine,Blood,Chemistry\n",
    "hosp/diagnoses_icd.csv": (
        "subject_id,hadm_id,seq_num,icd_code,icd_version\n7,70,1,N179,10\n7,70,2,4019,9\n"
    ),
    "hosp/d_icd_diagnoses.csv": (
        "icd_code,icd_version,long_title\n"
        'N179,10,"Acute kidney failure, unspecified"\n4019,9,Hypertension\n'
    ),
    "hosp/prescriptions.csv": (
        "subject_id,hadm_id,starttime,stoptime,drug\n"
        + "7,70,2140-01-02 08:00:00,2140-01-03 08:00:00,Heparin\n" * 2
    ),
    "icu/icustays.csv": (
        "subject_id,hadm_id,stay_id,intime,outtime\n"
        "7,70,700,2140-01-02 04:00:00,2140-01-03 04:00:00\n"
    ),
    "icu/chartevents.csv": (
        "subject_id,stay_id,charttime,itemid,valuenum\n7,700,2140-01-02 05:00:00,220045,88\n"
    ),
    "icu/d_items.csv": "itemid,label,category,unitname\n220045,Heart Rate,Vitals,bpm\n",
}


def write(folder: Path, files: dict[str, str], compress: bool = False) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if compress:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(content.encode()))
        else:
            path.write_text(content)
    return folder


def test_modules_are_read_with_their_dictionaries(tmp_path: Path) -> None:
    [case] = open_cases(write(tmp_path / "mimic", FILES))
    fields = {(row.table, row.id): row.fields for row in case.record.rows}
    assert fields["labevents", "2"]["label"] == "Creatinine"
    assert fields["diagnoses_icd", "70-1"]["long_title"] == "Acute kidney failure, unspecified"
    charted = next(row for row in case.record.rows if row.table == "chartevents")
    assert charted.fields["label"] == "Heart Rate"
    assert charted.encounter == "70"
    [stay] = case.record.encounters
    assert (stay.admitted, stay.discharged) == ("2140-01-02T03:00:00", "2140-01-05T12:00:00")


def test_rows_without_a_key_have_ids_of_their_content(tmp_path: Path) -> None:
    [case] = open_cases(write(tmp_path / "mimic", FILES))
    orders = [row.id for row in case.record.rows if row.table == "prescriptions"]
    assert len(set(orders)) == 2
    assert orders[1] == f"{orders[0]}-2"


def test_compressed_and_flat_forms_read_the_same(tmp_path: Path) -> None:
    expected = list(open_cases(write(tmp_path / "plain", FILES)))
    flat = {name.rpartition("/")[2]: content for name, content in FILES.items()}
    assert list(open_cases(write(tmp_path / "gz", FILES, compress=True))) == expected
    assert list(open_cases(write(tmp_path / "flat", flat))) == expected


def test_items_need_their_dictionary(tmp_path: Path) -> None:
    files = {name: text for name, text in FILES.items() if "d_labitems" not in name}
    with pytest.raises(BadInputError, match=r"labevents\.csv line 1: column label .*d_labitems"):
        open_cases(write(tmp_path / "mimic", files))


def test_duplicated_admission_is_refused(tmp_path: Path) -> None:
    again = FILES["hosp/admissions.csv"] + "7,70,2140-01-02 03:00:00,2140-01-05 12:00:00\n"
    folder = write(tmp_path / "mimic", FILES | {"hosp/admissions.csv": again})
    with pytest.raises(BadInputError, match=r"admissions\.csv line 3 column hadm_id: '70'"):
        list(open_cases(folder))


@pytest.mark.skipif(not DEMO.is_dir(), reason="the shared demo tables are not here")
def test_shared_demo_is_read_by_admission() -> None:
    [case] = open_cases(DEMO, admission="22595853")
    assert case.record.encounter("22595853")
    assert {"labevents", "prescriptions", "patients"} <= {row.table for row in case.record.rows}
    assert case.targets == ()


@pytest.mark.parametrize("column", ["admittime", "dischtime"])
def test_an_unreadable_end_of_a_stay_is_refused_with_its_place(tmp_path: Path, column: str) -> None:
    times = {"admittime": "2140-01-02 03:00:00", "dischtime": "2140-01-05 12:00:00", column: "soon"}
    header = "subject_id,hadm_id,admittime,dischtime\n"
    admissions = f"{header}7,70,{times['admittime']},{times['dischtime']}\n"
    folder = write(tmp_path / "mimic", {**FILES, "hosp/admissions.csv": admissions})
    with pytest.raises(BadInputError, match=f"admissions.csv line 2 column {column}: 'soon' is no"):
        list(open_cases(folder))


def test_mimic_iii_with_upper_case_columns_and_float_ids(tmp_path: Path) -> None:
    tables = {
        "PATIENTS": "ROW_ID,SUBJECT_ID,GENDER,DOB\n1,61,F,2100-08-07 00:00:00\n",
        "ADMISSIONS": "ROW_ID,SUBJECT_ID,HADM_ID,ADMITTIME,DISCHTIME\n"
        "1,61,9001,2161-02-03 10:00:00,2161-02-09 12:00:00\n",
        "D_LABITEMS": "ROW_ID,ITEMID,LABEL,FLUID\n1,50912,Creatinine,Blood\n",
        "LABEVENTS": "ROW_ID,SUBJECT_ID,HADM_ID,ITEMID,CHARTTIME,VALUE,VALUENUM,VALUEUOM\n"
        "1,61.0,9001.0,50912.0,2161-02-03 11:00:00,2.4,2.4,mg/dL\n",
        "D_ICD_DIAGNOSES": "ROW_ID,ICD9_CODE,SHORT_TITLE,LONG_TITLE\n1,5856,ESRD,"
        "End stage renal disease\n",
        "DIAGNOSES_ICD": "ROW_ID,SUBJECT_ID,HADM_ID,SEQ_NUM,ICD9_CODE\n1,61,9001,1,5856\n",
        "NOTEEVENTS": "ROW_ID,SUBJECT_ID,HADM_ID,CHARTDATE,CATEGORY,ISERROR,TEXT\n"
        "7,61,9001,2161-02-09,Discharge summary,,Went home.\n"
        "8,61,9001,2161-02-05,Nursing,1,Wrong patient.\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_text(text)
    [case] = open_cases(tmp_path, admission="9001")
    record = case.record
    assert (record.patient_id, [stay.id for stay in record.encounters]) == ("61", ["9001"])
    held = {row.table: row.fields for row in record.rows}
    assert held["LABEVENTS"]["label"] == "Creatinine"
    assert held["DIAGNOSES_ICD"]["long_title"] == "End stage renal disease"
    [note] = record.notes
    assert (note.category, note.time) == ("discharge", "2161-02-09T00:00:00")
    assert [str(one) for one in record.unread] == ["1 note (marked as an error)"]
