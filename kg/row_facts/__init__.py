"""Reads a table row into typed facts; each family of tables has a module of its own."""

from collections.abc import Callable

from clinical.facts import Fact
from kg.record import TableRow
from kg.row_facts.allergies import read_allergy, read_immunization
from kg.row_facts.cells import Cells
from kg.row_facts.complaints import read_complaints
from kg.row_facts.coverage import read_coverage
from kg.row_facts.demographics import read_demographics
from kg.row_facts.diagnoses import read_diagnosis
from kg.row_facts.eicu import read_culture, read_past_history
from kg.row_facts.encounters import read_encounter
from kg.row_facts.measurements import read_columns, read_examination, read_measurement
from kg.row_facts.medications import read_medication
from kg.row_facts.microbiology import read_microbiology
from kg.row_facts.omop import is_omop_observation, read_omop
from kg.row_facts.orders import read_order
from kg.row_facts.procedures import read_procedure
from kg.row_facts.relatives import read_relative
from kg.row_facts.resources import (
    read_care_plan,
    read_fhir_encounter,
    read_observation,
    read_report,
)
from kg.row_facts.unknown_tables import read_any

Reader = Callable[[Cells], list[Fact]]


def read_any_observation(cells: Cells) -> list[Fact]:
    """Read an observation of FHIR, or that of OMOP, whose table has the same name."""
    return read_omop(cells) if is_omop_observation(cells) else read_observation(cells)


_READERS: dict[str, tuple[Reader, ...]] = {
    "_extract": (read_coverage,),
    "admissiondrug": (read_medication,),
    "admissiondx": (read_diagnosis,),
    "admissions": (read_encounter, read_demographics),
    "allergies": (read_allergy,),
    "allergy": (read_allergy,),
    "allergyintolerance": (read_allergy,),
    "careplan": (read_any, read_care_plan),
    "chartevents": (read_measurement,),
    "composition": (),
    "condition": (read_diagnosis,),
    "condition_occurrence": (read_omop,),
    "conditions": (read_diagnosis,),
    "consults": (read_order,),
    "death": (read_omop,),
    "diagnoses": (read_diagnosis,),
    "diagnoses_icd": (read_diagnosis,),
    "diagnosis": (read_diagnosis,),
    "diagnosticreport": (read_report,),
    "drug_exposure": (read_omop,),
    "edstays": (read_encounter, read_demographics),
    "emar": (read_medication,),
    "encounter": (read_fhir_encounter,),
    "encounters": (read_fhir_encounter,),
    "family_history": (read_relative,),
    "familyhistory": (read_relative,),
    "familymemberhistory": (read_relative,),
    "hcpcsevents": (read_procedure,),
    "icustays": (read_encounter,),
    "imaging_studies": (read_report,),
    "imagingstudy": (read_report,),
    "immunization": (read_immunization,),
    "immunizations": (read_immunization,),
    "infusiondrug": (read_medication,),
    "inputevents": (read_medication,),
    "inputevents_cv": (read_medication,),
    "inputevents_mv": (read_medication,),
    "lab": (read_measurement,),
    "lab_results": (read_measurement,),
    "labevents": (read_measurement,),
    "laboratory": (read_measurement,),
    "labs": (read_measurement,),
    "measurement": (read_omop,),
    "medication": (read_medication,),
    "medicationadministration": (read_medication,),
    "medicationdispense": (read_medication,),
    "medicationrequest": (read_medication,),
    "medications": (read_medication,),
    "medicationstatement": (read_medication,),
    "medrecon": (read_medication,),
    "cultures": (read_microbiology,),
    "microbiology": (read_microbiology,),
    "microbiologyevents": (read_microbiology,),
    "microlab": (read_culture,),
    "observation": (read_any_observation,),
    "observations": (read_measurement,),
    "omr": (read_measurement,),
    "order": (read_order,),
    "orders": (read_order,),
    "outputevents": (read_measurement,),
    "pasthistory": (read_past_history,),
    "patient": (read_demographics, read_encounter, read_columns),
    "patients": (read_demographics,),
    "person": (read_omop,),
    "pharmacy": (read_medication,),
    "physicalexam": (read_examination,),
    "prescriptions": (read_medication,),
    "procedure": (read_procedure,),
    "procedure_orders": (read_order,),
    "procedure_occurrence": (read_omop,),
    "procedureevents": (read_procedure,),
    "procedureevents_mv": (read_procedure,),
    "procedures": (read_procedure,),
    "procedures_icd": (read_procedure,),
    "pyxis": (read_medication,),
    "referrals": (read_order,),
    "service_requests": (read_order,),
    "servicerequest": (read_order,),
    "services": (read_encounter,),
    "transfers": (read_encounter,),
    "treatment": (read_procedure,),
    "triage": (read_columns, read_complaints),
    "visit_detail": (read_omop,),
    "visit_occurrence": (read_omop,),
    "vitalaperiodic": (read_columns,),
    "vitalperiodic": (read_columns,),
    "vitals_chartevents": (read_measurement,),
    "vitalsign": (read_columns,),
}
"""The readers of each table whose columns are known, by its name in lower case."""


def read_row(row: TableRow) -> list[Fact]:
    """Read the facts of a row, in the order of their fields."""
    cells = Cells(row)
    readers = _READERS.get(row.table.casefold(), (read_any,))
    return [fact for reader in readers for fact in reader(cells)]
