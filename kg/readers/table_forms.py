"""What is known of each table: its primary key, its time and the columns that must be there."""

from typing import Literal

from pydantic import BaseModel

Content = Literal["rows", "notes", "targets"]

PATIENT_COLUMNS = (
    "subject_id",
    "patient_id",
    "patientid",
    "person_id",
    "patientunitstayid",
    "patient",
    "mrn",
)
"""Columns that name the patient, best first."""

ENCOUNTER_COLUMNS = (
    "hadm_id",
    "encounter_id",
    "encounterid",
    "visit_id",
    "visit_occurrence_id",
    "encounter",
)
"""Columns that name the hospital stay."""

OWN_ID = "id"
NAMED_BY_OWN_ID = {"patients": PATIENT_COLUMNS, "encounters": ENCOUNTER_COLUMNS}
"""Tables whose column `id` names the patient or the stay where no other column does."""

ABOUT_NO_PATIENT = frozenset(
    {
        "claims",
        "claims_transactions",
        "hospital",
        "organizations",
        "payer_transitions",
        "payers",
        "providers",
    }
)
"""Tables about money and providers; like their FHIR resources they carry nothing clinical."""

ALSO_NAMED = {"icd_code": ("icd9_code",), "test_name": ("spec_type_desc",)}
"""What MIMIC-III calls, or has in place of, a column that has to be there."""

UNIT_STAY_COLUMN = "patientunitstayid"
"""In eICU one stay in a unit is both the patient and the stay."""

STAY_COLUMN = "stay_id"


class TableForm(BaseModel, frozen=True):
    """How one table is read. Column names are in lower case."""

    keys: tuple[tuple[str, ...], ...] = ()
    """Primary keys; the first one whose columns the table has is used."""

    times: tuple[str, ...] = ()
    """Columns for the time of a row, best first."""

    ends: tuple[str, ...] = ()
    """Columns for when a stay ended; what came later is no evidence."""

    required: tuple[str, ...] = ()
    stay_time: Literal["start", "end"] | None = None
    """Which end of the emergency stay dates a row that has no time of its own."""

    content: Content = "rows"
    category: str = "note"
    """Category of the notes of a table of notes."""


_MEASURED = ("charttime", "storetime")

KNOWN_TABLES: dict[str, TableForm] = {
    "discharge": TableForm(
        keys=(("note_id",),),
        times=("charttime",),
        required=("note_id", "subject_id", "hadm_id", "text"),
        content="notes",
        category="discharge",
    ),
    "radiology": TableForm(
        keys=(("note_id",),),
        times=("charttime",),
        required=("note_id", "subject_id", "hadm_id", "text"),
        content="notes",
        category="radiology",
    ),
    "noteevents": TableForm(
        keys=(("note_id",), ("row_id",)),
        times=("charttime", "chartdate"),
        required=("text",),
        content="notes",
    ),
    "discharge_target": TableForm(
        keys=(("hadm_id",),),
        required=("hadm_id", "discharge_instructions", "brief_hospital_course"),
        content="targets",
    ),
    "admissions": TableForm(
        keys=(("hadm_id",),),
        times=("admittime",),
        ends=("dischtime",),
        required=("subject_id", "hadm_id", "admittime"),
    ),
    "patients": TableForm(keys=(("subject_id",),), required=("subject_id",)),
    "edstays": TableForm(
        keys=(("stay_id",),),
        times=("intime",),
        ends=("outtime",),
        required=("subject_id", "hadm_id", "stay_id", "intime"),
    ),
    "triage": TableForm(
        keys=(("stay_id",),), required=("subject_id", "stay_id"), stay_time="start"
    ),
    "diagnosis": TableForm(
        keys=(("stay_id", "seq_num"), ("diagnosisid",)),
        required=("subject_id", "stay_id", "seq_num", "icd_title"),
        stay_time="end",
    ),
    "diagnoses_icd": TableForm(
        keys=(("hadm_id", "seq_num"),),
        times=("charttime",),
        required=("subject_id", "hadm_id", "icd_code"),
    ),
    "procedures_icd": TableForm(
        keys=(("hadm_id", "seq_num"),),
        times=("chartdate", "charttime"),
        required=("subject_id", "hadm_id", "icd_code"),
    ),
    "labevents": TableForm(
        keys=(("labevent_id",),), times=_MEASURED, required=("subject_id", "charttime")
    ),
    "microbiologyevents": TableForm(
        keys=(("microevent_id",),),
        times=("charttime", "chartdate"),
        required=("subject_id", "test_name"),
    ),
    "chartevents": TableForm(times=_MEASURED, required=("subject_id", "charttime")),
    "vitals_chartevents": TableForm(times=_MEASURED, required=("subject_id", "charttime")),
    "vitalsign": TableForm(times=_MEASURED, required=("subject_id", "stay_id", "charttime")),
    "datetimeevents": TableForm(times=_MEASURED),
    "outputevents": TableForm(times=_MEASURED),
    "inputevents": TableForm(times=("starttime",)),
    "inputevents_cv": TableForm(times=_MEASURED),
    "inputevents_mv": TableForm(times=("starttime",)),
    "ingredientevents": TableForm(times=("starttime",)),
    "procedureevents": TableForm(times=("starttime",)),
    "procedureevents_mv": TableForm(times=("starttime",)),
    "omr": TableForm(times=("chartdate",), required=("subject_id", "result_name", "result_value")),
    "prescriptions": TableForm(times=("starttime", "startdate"), required=("subject_id", "drug")),
    "pharmacy": TableForm(keys=(("pharmacy_id",),), times=("starttime",)),
    "emar": TableForm(keys=(("emar_id",),), times=("charttime",)),
    "medrecon": TableForm(times=("charttime",), required=("subject_id", "stay_id", "name")),
    "pyxis": TableForm(times=("charttime",), required=("subject_id", "stay_id", "name")),
    "poe": TableForm(keys=(("poe_id",),), times=("ordertime",)),
    "encounter": TableForm(
        times=("period.start", "actualperiod.start"), ends=("period.end", "actualperiod.end")
    ),
    "encounters": TableForm(times=("start", "start_time"), ends=("stop", "end_time")),
    "condition_occurrence": TableForm(
        keys=(("condition_occurrence_id",),),
        times=("condition_start_datetime", "condition_start_date"),
    ),
    "drug_exposure": TableForm(
        keys=(("drug_exposure_id",),),
        times=("drug_exposure_start_datetime", "drug_exposure_start_date"),
    ),
    "device_exposure": TableForm(
        keys=(("device_exposure_id",),),
        times=("device_exposure_start_datetime", "device_exposure_start_date"),
    ),
    "measurement": TableForm(
        keys=(("measurement_id",),), times=("measurement_datetime", "measurement_date")
    ),
    "observation": TableForm(
        keys=(("observation_id",),), times=("observation_datetime", "observation_date")
    ),
    "procedure_occurrence": TableForm(
        keys=(("procedure_occurrence_id",),), times=("procedure_datetime", "procedure_date")
    ),
    "specimen": TableForm(keys=(("specimen_id",),), times=("specimen_datetime", "specimen_date")),
    "visit_detail": TableForm(
        keys=(("visit_detail_id",),),
        times=("visit_detail_start_datetime", "visit_detail_start_date"),
    ),
    "visit_occurrence": TableForm(
        keys=(("visit_occurrence_id",),),
        times=("visit_start_datetime", "visit_start_date"),
        ends=("visit_end_datetime", "visit_end_date"),
    ),
    "transfers": TableForm(keys=(("transfer_id",),), times=("intime",)),
    "services": TableForm(times=("transfertime",)),
    "icustays": TableForm(keys=(("stay_id",), ("icustay_id",)), times=("intime",)),
    "drgcodes": TableForm(times=()),
    "cptevents": TableForm(times=("chartdate",)),
    "hcpcsevents": TableForm(times=("chartdate",)),
    "admissiondrug": TableForm(keys=(("admissiondrugid",),)),
    "infusiondrug": TableForm(keys=(("infusiondrugid",),)),
    "microlab": TableForm(keys=(("microlabid",),)),
    "pasthistory": TableForm(keys=(("pasthistoryid",),)),
    "vitalaperiodic": TableForm(keys=(("vitalaperiodicid",),)),
    "vitalperiodic": TableForm(keys=(("vitalperiodicid",),)),
    "admissiondx": TableForm(keys=(("admissiondxid",),)),
    "lab": TableForm(keys=(("labid",),)),
    "medication": TableForm(keys=(("medicationid",),)),
    "physicalexam": TableForm(keys=(("physicalexamid",),)),
    "treatment": TableForm(keys=(("treatmentid",),)),
    "patient": TableForm(keys=((UNIT_STAY_COLUMN,),)),
}

GENERIC_TIMES = (
    "charttime",
    "starttime",
    "start_time",
    "start_date",
    "start",
    "observation_time",
    "collected",
    "effective",
    "datetime",
    "timestamp",
    "chartdate",
    "date",
    "time",
    "intime",
    "admittime",
)
"""Columns that may hold the time of a row in a table of an unknown form."""

_NOTE_TABLES = ("notes", "note", "clinical_notes", "documents")


def form_of(table: str, columns: tuple[str, ...]) -> TableForm:
    """Return how a table is read, from its name and its columns."""
    known = KNOWN_TABLES.get(table.casefold())
    if known:
        return known
    lower = {column.casefold() for column in columns}
    if table.casefold() in _NOTE_TABLES and lower & {"text", "note_text"}:
        times = ("note_datetime", "note_date", *GENERIC_TIMES)
        return TableForm(keys=(("note_id",),), times=times, content="notes")
    return TableForm(times=GENERIC_TIMES)
