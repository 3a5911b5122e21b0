"""Other names that exports of different hospitals give to one column."""

_BEGINNINGS = (
    "start_dt",
    "start_time",
    "start_datetime",
    "start_date",
    "startdate",
    "start_dttm",
    "order_start",
    "begin_dt",
    "start",
)
_ENDS = (
    "stop_dt",
    "end_dt",
    "stop_time",
    "end_time",
    "stop_datetime",
    "end_datetime",
    "stop_date",
    "end_date",
    "enddate",
    "end_dttm",
    "order_stop",
    "stop",
    "end",
)
SYNONYMS: dict[str, tuple[str, ...]] = {
    "ab_name": ("antibiotic", "antibiotic_name", "antimicrobial"),
    "admittime": (
        "admit_dt",
        "admission_dt",
        "admit_time",
        "admit_date",
        "admission_time",
        "admission_date",
        "admission_datetime",
        "admit_datetime",
        "admitted",
    ),
    "anchor_age": ("age_years", "age_at_admission"),
    "careunit": ("location", "unit_name", "department_name", "care_unit"),
    "discharge_location": ("discharge_destination", "discharge_disposition", "discharged_to"),
    "dischtime": (
        "discharge_dt",
        "disch_dt",
        "discharge_time",
        "discharge_date",
        "discharge_datetime",
        "discharged",
    ),
    "endtime": _ENDS,
    "interpretation": ("susceptibility", "sensitivity", "sir", "susceptibility_result"),
    "intime": ("in_dt", "in_time", *_BEGINNINGS),
    "loinc": ("loinc_code", "loinc_cd", "test_loinc"),
    "org_name": ("organism", "organism_name", "isolate"),
    "outtime": ("out_dt", "out_time", *_ENDS),
    "spec_type_desc": ("specimen", "specimen_type", "spec_type", "specimen_source"),
    "starttime": _BEGINNINGS,
    "status": ("mar_status", "order_status", "administration_status", "admin_status"),
    "stoptime": _ENDS,
    "test_name": ("test", "culture", "culture_type", "test_type"),
}
"""A column of MIMIC, in lower case, and the names of the same column elsewhere, best first."""


def names_of_column(name: str) -> tuple[str, ...]:
    """Return a column's name and its other names."""
    return (name, *SYNONYMS.get(name, ()))
