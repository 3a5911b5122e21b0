"""The CSV export of Synthea: tables that name the patient `PATIENT`, or by their own `Id`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import PatientRecord
from kg.row_facts import read_row

TABLES = {
    "patients": "Id,BIRTHDATE,DEATHDATE,SSN,FIRST,LAST,MARITAL,RACE,GENDER\n"
    "pat-1,2101-05-04,,999-00-0000,Ilse,Varga,M,white,F\n",
    "encounters": "Id,START,STOP,PATIENT,ENCOUNTERCLASS,CODE,DESCRIPTION,REASONCODE,"
    "REASONDESCRIPTION\n"
    "enc-0,2170-02-01T09:00:00Z,2170-02-01T09:30:00Z,pat-1,ambulatory,1,Check up,,\n"
    "enc-1,2171-03-02T08:15:00Z,2171-03-06T12:00:00Z,pat-1,emergency,2,Emergency admission,"
    "233604007,Pneumonia (disorder)\n",
    "conditions": "START,STOP,PATIENT,ENCOUNTER,SYSTEM,CODE,DESCRIPTION\n"
    "2170-02-01,2170-02-15,pat-1,enc-0,s,10509002,Acute sinusitis (disorder)\n"
    "2160-02-01,,pat-1,enc-0,s,44054006,Diabetes mellitus type 2 (disorder)\n",
    "medications": "START,STOP,PATIENT,ENCOUNTER,CODE,DESCRIPTION\n"
    "2171-03-02T10:00:00Z,2171-03-06T10:00:00Z,pat-1,enc-1,308182,"
    "Amoxicillin 250 MG Oral Capsule\n",
    "observations": "DATE,PATIENT,ENCOUNTER,CATEGORY,CODE,DESCRIPTION,VALUE,UNITS,TYPE\n"
    "2171-03-03T06:00:00Z,pat-1,enc-1,laboratory,2951-2,"
    "Sodium [Moles/volume] in Serum or Plasma,131.0,mmol/L,numeric\n"
    "2171-03-03T06:00:00Z,pat-1,enc-1,vital-signs,8867-4,Heart rate,104.0,/min,numeric\n",
    "procedures": "START,STOP,PATIENT,ENCOUNTER,SYSTEM,CODE,DESCRIPTION\n"
    "2171-03-02T11:00:00Z,2171-03-02T11:20:00Z,pat-1,enc-1,s,399208008,"
    "Plain X-ray of chest (procedure)\n",
    "allergies": "START,STOP,PATIENT,ENCOUNTER,CODE,SYSTEM,DESCRIPTION,DESCRIPTION1,SEVERITY1\n"
    "2150-01-01,,pat-1,enc-0,7984,RxNorm,Penicillin V,Eruption of skin (disorder),MODERATE\n",
    "immunizations": "DATE,PATIENT,ENCOUNTER,CODE,DESCRIPTION\n"
    "2170-02-01T09:00:00Z,pat-1,enc-0,140,Influenza  seasonal  injectable\n",
    "organizations": "Id,NAME\norg,A HOSPITAL\n",
    "providers": "Id,ORGANIZATION,NAME\npro,org,A DOCTOR\n",
    "claims": "Id,PATIENTID,DIAGNOSIS1\nc1,pat-1,233604007\n",
}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def export(tmp_path: Path) -> Path:
    (folder := tmp_path / "csv").mkdir()
    for table, text in TABLES.items():
        (folder / f"{table}.csv").write_text(text)
    return folder


@pytest.fixture
def record(export: Path) -> PatientRecord:
    [case] = open_cases(export)
    return case.record


def test_stays_are_those_of_the_encounters(record: PatientRecord) -> None:
    assert record.patient_id == "pat-1"
    assert [(stay.id, stay.admitted, stay.discharged) for stay in record.encounters] == [
        ("enc-0", "2170-02-01T09:00:00", "2170-02-01T09:30:00"),
        ("enc-1", "2171-03-02T08:15:00", "2171-03-06T12:00:00"),
    ]
    assert {row.table for row in record.rows} == TABLES.keys() - {
        "organizations",
        "providers",
        "claims",
    }


def test_every_table_is_read_by_its_words_and_not_by_its_codes(record: PatientRecord) -> None:
    facts = [fact for row in record.rows for fact in read_row(row)]
    assert not [fact.text for fact in facts if fact.text.isdigit()]
    told = {fact.concept.id: fact for fact in facts}
    diabetes, drug = told["MONDO:0005148"], told["drug:amoxicillin"]
    assert diabetes.assertion == "present" and diabetes.encounter == "enc-0"
    assert diabetes.time and diabetes.time.earliest == "2160-02-01T00:00:00"
    assert drug.time and drug.time.latest == "2171-03-06T10:00:00"
    assert drug.quantity and drug.quantity.value == 250
    sodium, pulse = told["lab:sodium"], told["vital:heart_rate"]
    assert (sodium.kind, sodium.quantity and sodium.quantity.value) == ("lab", 131)
    assert (pulse.kind, pulse.time and pulse.time.earliest) == ("vital", "2171-03-03T06:00:00")
    assert told["study:radiograph"].kind == "procedure"
    allergy = told["drug:penicillin"]
    assert (allergy.kind, allergy.severity) == ("allergy", "moderate")
    assert allergy.result == "eruption of skin (disorder)"
    assert told["service:emergency"].encounter == "enc-1"
    assert told["demographic:marital_status"].result == "married"
    assert any(concept.endswith("_vaccine") for concept in told)
    [ended] = [fact for fact in facts if "sinusitis" in fact.text]
    assert ended.assertion == "historical"
    assert any("Pneumonia" in f.text and f.source.table == "encounters" for f in facts)


def test_a_summary_is_checked_against_one_stay(run: Run, export: Path) -> None:
    text = "Her sodium was 131. Her heart rate was 140. She was given amoxicillin."
    command = ("verify", export, "--admission", "enc-1", "--summary", "-", "--format", "json")
    status, out, err = run(*command, stdin=text.encode())
    assert status == 0
    assert err.count("\n") == 1 and "holds tables and no notes" in err
    grades = [sentence["evidence_grade"] for sentence in json.loads(out)["sentences"]]
    assert grades == ["E1", "E4", "E1"]


def test_tables_about_nobody_make_no_record(tmp_path: Path) -> None:
    (tmp_path / "payers.csv").write_text("Id,NAME\np,A PAYER\n")
    with pytest.raises(BadInputError, match="no table about a patient"):
        list(open_cases(tmp_path))
