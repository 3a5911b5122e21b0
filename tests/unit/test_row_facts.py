from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.facts import Fact
from kg.readers import open_cases
from kg.record import TableRow
from kg.row_facts import read_row

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"


def facts(table: str, time: str | None = None, **fields: str) -> list[Fact]:
    return read_row(TableRow(table=table, id="r1", fields=fields, time=time, encounter="e"))


def only(table: str, time: str | None = None, **fields: str) -> Fact:
    [fact] = facts(table, time, **fields)
    return fact


def test_facts_keep_row_field_encounter_and_time() -> None:
    fact = only(
        "labevents",
        "2150-01-02T06:00:00",
        label="Creatinine",
        fluid="Blood",
        valuenum="1.40",
        valueuom="mg/dL",
    )
    assert str(fact.source) == "labevents:r1:valuenum"
    assert (fact.kind, fact.concept.id, fact.encounter) == ("lab", "lab:creatinine", "e")
    assert fact.quantity is not None
    assert (fact.quantity.value, fact.quantity.unit) == (1.4, "mg/dL")
    assert fact.time is not None
    assert fact.time.earliest == fact.time.latest == "2150-01-02T06:00:00"


def test_fluid_is_part_of_what_was_measured() -> None:
    urine = only("labevents", label="Sodium", fluid="Urine", valuenum="43", valueuom="mEq/L")
    assert urine.concept.id == "lab:urine_sodium"


def test_both_pressures_of_one_cell_are_told_apart() -> None:
    found = facts("omr", result_name="Blood Pressure", result_value="118/64")
    assert [(one.concept.id, one.quantity and one.quantity.value) for one in found] == [
        ("vital:systolic_pressure", 118.0),
        ("vital:diastolic_pressure", 64.0),
    ]


def test_triage_columns_are_measurements_in_their_units() -> None:
    found = {
        one.concept.id: one
        for one in facts(
            "triage",
            "2150-01-02T06:00:00",
            temperature="100.4",
            heartrate="88",
            o2sat="97",
            pain="unable",
            chiefcomplaint="Dyspnea, Chest pain",
        )
    }
    temperature = found["vital:temperature"].quantity
    assert temperature is not None
    assert temperature.value == pytest.approx(38.0)
    assert found["vital:oxygen_saturation"].kind == "vital"
    assert "vital:pain" not in found
    complaints = [one.text for one in found.values() if one.source.field == "chiefcomplaint"]
    assert complaints == ["Dyspnea", "Chest pain"]


def test_coded_titles_lose_what_they_exclude() -> None:
    plain = only("diagnoses_icd", long_title="Cirrhosis of liver", icd_code="5715", icd_version="9")
    coded = only("diagnoses_icd", long_title="Cirrhosis of liver without mention of alcohol")
    assert coded.concept.id == plain.concept.id
    assert "ICD9CM:5715" in plain.concept.codes


@pytest.mark.parametrize(
    ("title", "assertion"),
    [
        ("Asthma", "present"),
        ("Personal history of malignant neoplasm of breast", "historical"),
        ("Family history of ischemic heart disease", "family"),
    ],
)
def test_coded_history_is_no_present_disease(title: str, assertion: str) -> None:
    assert only("diagnosis", icd_title=title).assertion == assertion


def test_conditions_follow_their_status() -> None:
    def condition(**fields: str) -> Fact:
        return only("Condition", "2150-01-02T06:00:00", code="Asthma (disorder)", **fields)

    assert condition(clinicalStatus="active").assertion == "present"
    assert condition(verificationStatus="refuted").assertion == "absent"
    assert condition(verificationStatus="provisional").assertion == "possible"
    ended = condition(
        clinicalStatus="resolved", onsetDateTime="2149", abatementDateTime="2150-01-05"
    )
    assert ended.assertion == "historical"
    assert ended.time is not None
    assert (ended.time.earliest, ended.time.latest) == (
        "2149-01-01T00:00:00",
        "2150-01-05T23:59:59",
    )
    assert condition(verificationStatus="entered-in-error").assertion == "absent"


def test_paths_end_in_the_condition() -> None:
    path = "endocrine|thyroid|hypothyroidism|secondary"
    named = only("diagnosis", diagnosisstring=path)
    assert named.text == "hypothyroidism"
    question = "admission diagnosis|Was the patient admitted from the O.R.?|No"
    assert facts("admissionDx", admitdxpath=question) == []


def test_culture_gives_organism_and_its_sensitivity() -> None:
    organism, sensitivity = facts(
        "microbiologyevents",
        "2150-01-02T06:00:00",
        spec_type_desc="BLOOD CULTURE",
        test_name="Blood Culture, Routine",
        org_name="ESCHERICHIA COLI",
        ab_name="CEFTRIAXONE",
        interpretation="R",
    )
    assert (organism.study, organism.result) == ("study:blood_culture", "positive")
    assert organism.concept.id.startswith("organism:")
    assert (sensitivity.result, sensitivity.source.field) == ("resistant", "interpretation")
    assert {"drug:ceftriaxone", organism.concept.id} <= set(sensitivity.concept.broader)


def test_negative_culture_and_excluded_organism() -> None:
    grown = only(
        "microbiologyevents",
        spec_type_desc="URINE",
        test_name="URINE CULTURE",
        comments="NO GROWTH.",
    )
    assert (grown.concept.id, grown.result) == ("study:urine_culture", "negative")
    excluded = facts(
        "microbiologyevents",
        spec_type_desc="MRSA SCREEN",
        test_name="MRSA SCREEN",
        comments="No MRSA isolated.",
    )
    assert ("organism:mrsa", "absent") in {(one.concept.id, one.assertion) for one in excluded}
    assert facts("microbiologyevents", test_name="URINE CULTURE", comments="TEST CANCELLED.") == []


def test_stay_gives_departments_destination_and_person() -> None:
    found = {
        one.concept.id: one
        for one in facts(
            "admissions",
            "2150-01-02T06:00:00",
            admittime="2150-01-02 06:00:00",
            dischtime="2150-01-09 12:00:00",
            discharge_location="HOME HEALTH CARE",
            race="ASIAN",
            language="?",
            hospital_expire_flag="0",
        )
    }
    home = found["disposition:home_with_services"]
    assert home.time is not None
    assert home.time.earliest == home.time.latest == "2150-01-09T12:00:00"
    assert found["demographic:race"].result == "asian"
    came, left = found["encounter:admission"], found["encounter:discharge"]
    assert came.time is not None and came.time.earliest == "2150-01-02T06:00:00"
    assert left.time is not None and left.time.earliest == "2150-01-09T12:00:00"
    assert set(found) == {
        "encounter:admission",
        "encounter:discharge",
        "disposition:home_with_services",
        "demographic:race",
    }


def test_units_and_services_are_departments() -> None:
    unit = only("icustays", first_careunit="Cardiac Vascular Intensive Care Unit (CVICU)")
    assert unit.concept.id == "service:icu"
    assert only("services", curr_service="NSURG").concept.id == "service:neurosurgery"
    assert facts("transfers", eventtype="discharge", intime="2150-01-02 06:00:00") == []


def test_death_in_the_stay_is_its_end() -> None:
    came, dead = facts(
        "admissions",
        admittime="2150-01-02 06:00:00",
        deathtime="2150-01-04 01:00:00",
        hospital_expire_flag="1",
    )
    assert came.concept.id == "encounter:admission"
    assert dead.concept.id == "disposition:expired"
    assert dead.time is not None
    assert dead.time.latest == "2150-01-04T01:00:00"


def test_emergency_stay_that_led_to_admission_has_no_destination() -> None:
    found = facts("edstays", disposition="ADMITTED", gender="F", intime="2150-01-02 06:00:00")
    assert {one.concept.id for one in found} == {
        "encounter:admission",
        "service:emergency",
        "demographic:sex",
    }


def test_patient_has_sex_and_age_at_the_anchor() -> None:
    sex, age = facts("patients", gender="F", anchor_age="61", anchor_year="2150")
    assert (sex.concept.id, sex.result) == ("demographic:sex", "female")
    assert age.quantity is not None
    assert age.quantity.value == 61.0
    assert age.time is not None
    assert (age.time.earliest, age.time.precision) == ("2150-01-01T00:00:00", "year")


@pytest.mark.parametrize("column", ["birthDate", "BIRTHDATE", "dob"])
def test_a_day_of_birth_is_an_age_of_nought_on_that_day(column: str) -> None:
    born = only("Patient", **{column: "1950-06-01"})
    assert born.quantity is not None and born.quantity.value == 0
    assert born.time is not None and born.time.earliest == "1950-06-01T00:00:00"
    assert only("Patient", **{column: "___", "gender": "male"}).concept.id == "demographic:sex"


def test_allergies_and_their_absence() -> None:
    penicillin = only(
        "AllergyIntolerance", **{"code": "Allergy to penicillin", "reaction.manifestation": "Hives"}
    )
    assert penicillin.kind == "allergy"
    assert "penicillin" in penicillin.concept.id
    assert penicillin.result == "hives"
    none = only("AllergyIntolerance", code="No known allergy")
    assert (none.concept.id, none.assertion) == ("allergy:any", "absent")


def test_vaccines_share_the_concept_of_their_words() -> None:
    given_dose = only("Immunization", vaccineCode="Influenza, seasonal, injectable")
    assert (given_dose.kind, given_dose.concept.id) == ("event", "event:influenza_vaccine")
    assert only("Immunization", vaccineCode="zoster", status="not-done").assertion == "absent"


def test_observation_components_are_facts_of_their_own() -> None:
    found = facts(
        "Observation",
        "2150-01-02T06:00:00",
        **{
            "code": "Blood pressure",
            "component.code": "Systolic blood pressure",
            "component.valueQuantity.value": "121",
            "component.valueQuantity.unit": "mm[Hg]",
            "component[1].code": "Diastolic blood pressure",
            "component[1].valueQuantity.value": "70",
            "component[1].valueQuantity.unit": "mm[Hg]",
        },
    )
    assert [(one.concept.id, one.source.field) for one in found] == [
        ("vital:systolic_pressure", "component.valueQuantity.value"),
        ("vital:diastolic_pressure", "component[1].valueQuantity.value"),
    ]


def test_report_conclusion_keeps_its_negations() -> None:
    found = facts(
        "DiagnosticReport",
        code="Chest X-ray",
        conclusion="Right lower lobe pneumonia. No pleural effusion.",
    )
    assertions = {one.text.casefold(): one.assertion for one in found}
    assert assertions["pneumonia"] == "present"
    assert assertions["pleural effusion"] == "absent"
    assert all(one.study for one in found if one.source.field == "conclusion")


def test_treatment_that_names_a_drug_is_a_drug_given() -> None:
    drug = only("treatment", treatmentstring="cardiovascular|heart failure|IV furosemide")
    assert (drug.kind, drug.concept.id, drug.status) == ("medication", "drug:furosemide", "given")
    line = only("treatment", treatmentstring="pulmonary|ventilation|mechanical ventilation")
    assert (line.kind, line.concept.id) == ("procedure", "procedure:intubation")


def test_unknown_table_is_read_by_name_value_and_unit() -> None:
    weight = only("bedside", item="Weight", value="70", unit="kg")
    assert weight.concept.id == "vital:weight"
    assert only("home_list", drug_name="Eliquis").concept.id == "drug:apixaban"
    assert facts("ward_diary", author="night shift", shift="2") == []


def test_redacted_cells_say_nothing() -> None:
    assert facts("labevents", label="Sodium", valuenum="___") == []
    assert facts("prescriptions", drug="___") == []


NAMES = st.sampled_from(
    "label valuenum valueuom drug route starttime stoptime dose_val_rx long_title org_name code "
    "comments test_name gender age race careunit value unit name status conclusion dod".split()
)
TABLES = st.sampled_from(
    "labevents prescriptions diagnoses_icd microbiologyevents admissions triage patients omr "
    "Observation Condition AllergyIntolerance Encounter DiagnosticReport anything".split()
)


@given(TABLES, st.dictionaries(NAMES, st.text(min_size=1, max_size=40), max_size=8))
def test_any_cells_are_read_without_a_failure_and_from_their_row(
    table: str, fields: dict[str, str]
) -> None:
    for fact in facts(table, **fields):
        assert fact.source.field in fields
        assert fact.source.document == f"{table}:r1"


def shared_rows(name: str) -> Iterator[TableRow]:
    for case in open_cases(DATA / name):
        yield from case.record.rows


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data sets are not here")
@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("gold_cohort", {"edstays", "triage", "diagnosis"}),
        ("synthea_fhir", {"Observation", "Condition", "MedicationRequest", "Immunization"}),
    ],
)
def test_every_shared_row_of_these_tables_has_facts(name: str, tables: set[str]) -> None:
    rows = [row for row in shared_rows(name) if row.table in tables]
    assert {row.table for row in rows} == tables
    assert [row for row in rows if not read_row(row)] == []


@pytest.mark.parametrize(
    ("written", "concept"),
    [
        ("Cashew nuts (substance)", "allergen:tree-nut"),
        ("Bee venom", "allergen:bee-venom"),
        ("Sulphonamides", "drugclass:sulfonamide-antibiotic"),
    ],
)
def test_allergens_of_rows_are_named_as_those_of_sentences(written: str, concept: str) -> None:
    assert only("AllergyIntolerance", code=written).concept.id == concept


def test_tables_of_eicu_with_columns_of_their_own_are_read() -> None:
    culture = facts(
        "microLab",
        culturesite="Sputum, Expectorated",
        organism="Klebsiella pneumoniae",
        antibiotic="ceftriaxone",
        sensitivitylevel="Sensitive",
    )
    assert any("klebsiella" in fact.concept.id for fact in culture)
    assert any(fact.concept.id.startswith("susceptibility:") for fact in culture)
    past = only("pastHistory", pasthistoryvaluetext="COPD", pasthistoryvalue="COPD - moderate")
    assert past.assertion == "historical"
    assert not facts("pastHistory", pasthistoryvaluetext="NoHealthProblems")
    vital = facts("vitalPeriodic", heartrate="104", sao2="91", observationoffset="12")
    assert {fact.concept.id for fact in vital} == {
        "vital:heart_rate",
        "vital:oxygen_saturation",
    }
    assert only("infusionDrug", drugname="Norepinephrine (mcg/min)").status == "given"
