"""The OMOP common data model, with the vocabulary beside it and without."""

from pathlib import Path

import pytest

from clinical.facts import Fact
from kg.readers import open_cases
from kg.record import PatientRecord
from kg.row_facts import read_row

TABLES = {
    "person": "person_id,gender_concept_id,year_of_birth,race_concept_id\n4,8532,1961,8527\n",
    "visit_occurrence": "visit_occurrence_id,person_id,visit_concept_id,visit_start_date,"
    "visit_end_date,discharged_to_source_value\n40,4,9201,2040-01-05,2040-01-11,HOME\n",
    "condition_occurrence": "condition_occurrence_id,person_id,condition_concept_id,"
    "condition_start_date,visit_occurrence_id,condition_source_value\n"
    "1,4,4329847,2040-01-05,40,NSTEMI\n",
    "drug_exposure": "drug_exposure_id,person_id,drug_concept_id,drug_exposure_start_date,"
    "drug_exposure_end_date,sig,route_source_value,drug_source_value,visit_occurrence_id\n"
    "1,4,1332418,2040-01-06,2040-01-11,5 mg once daily,PO,amlodipine 5 MG Oral Tablet,40\n",
    "measurement": "measurement_id,person_id,measurement_concept_id,measurement_datetime,"
    "operator_concept_id,value_as_number,unit_source_value,measurement_source_value,"
    "visit_occurrence_id\n"
    "1,4,3023103,2040-01-06 05:40:00,0,3.1,mmol/L,Potassium,40\n"
    "2,4,0,2040-01-06 05:40:00,4171756,0.01,ng/mL,Troponin T,40\n",
    "observation": "observation_id,person_id,observation_concept_id,observation_date,"
    "value_as_string,observation_source_value,visit_occurrence_id\n"
    "1,4,0,2040-01-05,Former smoker,Tobacco use,40\n",
    "procedure_occurrence": "procedure_occurrence_id,person_id,procedure_concept_id,"
    "procedure_date,procedure_source_value,visit_occurrence_id\n"
    "1,4,0,2040-01-07,Coronary angiography,40\n",
    "note": "note_id,person_id,note_date,note_title,note_text,visit_occurrence_id\n"
    "9,4,2040-01-08,Progress note,Chest pain is gone.,40\n",
    "condition_era": "condition_era_id,person_id,condition_concept_id\n1,4,4329847\n",
    "location": "location_id,city\n1,Nowhere\n",
}
CODED = {
    "condition_occurrence": "condition_occurrence_id,person_id,condition_concept_id,"
    "condition_start_date,condition_source_value\n1,4,4329847,2040-01-05,410.71\n",
}
VOCABULARY = "concept_id\tconcept_name\tdomain_id\n4329847\tMyocardial infarction\tCondition\n"


def folder(tmp_path: Path, **tables: str) -> Path:
    for name, text in {**TABLES, **tables}.items():
        (tmp_path / f"{name}.csv").write_text(text)
    return tmp_path


def only(path: Path) -> PatientRecord:
    [case] = open_cases(path)
    return case.record


def facts(record: PatientRecord) -> dict[str, Fact]:
    return {fact.concept.id: fact for row in record.rows for fact in read_row(row)}


def test_every_clinical_table_is_read(tmp_path: Path) -> None:
    record = only(folder(tmp_path))
    [stay] = record.encounters
    assert (stay.id, stay.admitted, stay.discharged) == (
        "40",
        "2040-01-05T00:00:00",
        "2040-01-11T00:00:00",
    )
    assert {row.table for row in record.rows} == TABLES.keys() - {
        "condition_era",
        "location",
        "note",
    }
    [note] = record.notes
    assert (note.id, note.title, note.text) == ("9", "Progress note", "Chest pain is gone.")
    assert not record.unread
    found = facts(record)
    assert found["demographic:sex"].result == "female"
    assert found["disposition:home"].encounter == "40"
    assert found["drug:amlodipine"].route == "oral"
    potassium, troponin = found["lab:potassium"].quantity, found["lab:troponin_t"].quantity
    assert potassium is not None and potassium.value == 3.1
    assert troponin is not None and (troponin.value, troponin.comparator) == (0.01, "<")
    assert any(fact.text.startswith("Coronary angiography") for fact in found.values())
    assert any("former smoker" in (fact.result or "") for fact in found.values())
    assert any(fact.text == "NSTEMI" for fact in found.values())


@pytest.mark.parametrize("name", ["concept", "CONCEPT"])
def test_concepts_are_named_by_the_vocabulary(tmp_path: Path, name: str) -> None:
    record = only(folder(tmp_path, **CODED, **{name: VOCABULARY}))
    [row] = [one for one in record.rows if one.table == "condition_occurrence"]
    assert row.fields["condition_concept_name"] == "Myocardial infarction"
    fact = read_row(row)[0]
    assert (fact.text, fact.time and fact.time.earliest) == (
        "Myocardial infarction",
        "2040-01-05T00:00:00",
    )
    assert not record.unread


def test_numbers_without_names_are_told(tmp_path: Path) -> None:
    record = only(folder(tmp_path, **CODED))
    [unread] = record.unread
    assert str(unread) == "1 row (only the numbers of concepts; put concept.csv beside them)"


def test_names_that_a_table_holds_itself_stay(tmp_path: Path) -> None:
    text = CODED["condition_occurrence"].replace("_source_value", "_concept_name", 1)
    text = text.replace("410.71", "Gout")
    record = only(folder(tmp_path, condition_occurrence=text, concept=VOCABULARY))
    named = {f.text for f in facts(record).values() if f.source.table == "condition_occurrence"}
    assert named == {"Gout"}
