"""A record of coded rows alone, of a made-up patient, answers sentences as notes would."""

import asyncio

import pytest

from evaluation.checking import open_checked_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from kg.readers.json_record import record_from

STAY = {"hadm_id": "700"}
LAB = {**STAY, "fluid": "Serum"}
RECORD = {
    "patient_id": "fictional-1",
    "tables": {
        "patients": [{"subject_id": "fictional-1", "gender": "F", "anchor_age": "66"}],
        "admissions": [
            {**STAY, "admittime": "2190-04-02 03:10:00", "dischtime": "2190-04-09 13:00:00"}
        ],
        "diagnoses_icd": [
            {**STAY, "icd_code": "I5033", "icd_version": "10", "long_title": "Acute on chronic d."},
            {**STAY, "icd_code": "N184", "icd_version": "10", "long_title": "CKD, stage 4"},
            {**STAY, "icd_code": "Z87891", "icd_version": "10", "long_title": "Personal history"},
        ],
        "labs": [
            {
                **LAB,
                "collected": "02-APR-2190 03:40",
                "loinc": "2823-3",
                "label": "Potassium [Moles/volume] in Serum or Plasma",
                "result": "6.1",
                "unit": "mmol/L",
            },
            {
                **LAB,
                "collected": "05-APR-2190 06:00",
                "loinc": "2823-3",
                "label": "Potassium [Moles/volume] in Serum or Plasma",
                "result": "4.2",
                "unit": "mmol/L",
            },
            {**STAY, "collected": "02-APR-2190 04:00", "label": "Protein, urine", "result": "3+"},
        ],
        "vitalsigns": [
            {**STAY, "obs_dt": "01-APR-2190 23:50", "bp": "84/50", "hr": "118"},
            {**STAY, "obs_dt": "03-APR-2190 08:00", "bp": "128/70", "hr": "88"},
        ],
        "medications": [
            {
                **STAY,
                "medication": "ceFAZolin",
                "dose": "1 g",
                "route": "IV",
                "frequency": "q8h",
                "start": "2190-04-03 09:00",
                "stop": "2190-04-06 09:00",
                "mar_status": "Given",
            },
            {
                **STAY,
                "medication": "ceFAZolin",
                "dose": "2 g",
                "route": "IV",
                "frequency": "q24h",
                "start": "2190-04-06 21:00",
                "stop": "2190-04-09 09:00",
                "mar_status": "Given",
            },
            {
                **STAY,
                "medication": "apixaban",
                "dose": "5 mg",
                "route": "PO",
                "frequency": "BD",
                "mar_status": "Cancelled, no dose given",
            },
            {
                **STAY,
                "medication": "torsemide",
                "dose": "20 mg",
                "route": "PO",
                "frequency": "BD",
                "mar_status": "Given; on discharge list",
            },
        ],
        "microbiology": [
            {
                **STAY,
                "collected": "2190-04-02 05:00",
                "specimen": "Urine",
                "test": "Culture",
                "organism": "KLEBSIELLA PNEUMONIAE",
                "antibiotic": "CEFAZOLIN",
                "susceptibility": "S",
            }
        ],
        "orders": [
            {**STAY, "order": "Nephrology consult", "status": "Completed"},
            {**STAY, "order": "Cardiology consult", "status": "Cancelled"},
        ],
        "_extract": [{"table": "orders", "coverage": "complete, imaging and consults included"}],
    },
}
SUPPORTED = {"E1", "E2"}
FLAGGED = {"E3", "E4"}

SENTENCES = [
    ("She has diastolic heart failure.", SUPPORTED),
    ("She has chronic kidney disease.", SUPPORTED),
    ("She is a current smoker.", {"E4"}),
    ("Potassium was 6.1 on arrival.", SUPPORTED),
    ("Potassium was 5.1 on April 5.", {"E4"}),
    ("Urine protein was 3+.", SUPPORTED),
    ("Urine protein was negative.", {"E4"}),
    ("She never had a systolic pressure below 90 during the hospitalization.", {"E4"}),
    ("Cefazolin was given for six days.", SUPPORTED),
    ("She was treated with apixaban.", {"E4"}),
    ("Apixaban was ordered and then cancelled.", SUPPORTED),
    ("Torsemide 20 mg was given twice daily.", SUPPORTED),
    ("Torsemide 20 mg was given three times daily.", {"E4"}),
    ("Urine culture grew Klebsiella.", SUPPORTED),
    ("Urine culture grew Klebsiella resistant to cefazolin.", {"E4"}),
    ("Nephrology was consulted.", SUPPORTED),
    ("Cardiology was consulted.", FLAGGED),
    ("Ultrasound of the kidneys showed mild hydronephrosis.", {"E3"}),
]


@pytest.fixture(scope="module")
def grades() -> dict[str, str]:
    """The grade of each sentence, or its status where it has none."""

    async def check() -> dict[str, str]:
        labeled = LabeledRecord(
            id="fictional-1",
            patient="fictional-1",
            record=record_from(RECORD, "here"),
            documents=(),
        )
        found: dict[str, str] = {}
        async with open_checked_record(labeled, Context()) as one:
            for sentence, _ in SENTENCES:
                [finding] = (await one(sentence)).findings
                grade = finding.result.evidence_grade if finding.result else None
                found[sentence] = grade or finding.status
        return found

    return asyncio.run(check())


@pytest.mark.parametrize(("sentence", "right"), SENTENCES)
def test_rows_alone_prove_and_refute(
    grades: dict[str, str], sentence: str, right: set[str]
) -> None:
    """Codes, statuses, columns of another hospital and everyday words meet."""
    assert grades[sentence] in right
