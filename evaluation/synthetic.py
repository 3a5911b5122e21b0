"""Seeded fictional patients, for speed and for trying loops out; never for accuracy claims."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random

from evaluation.synthetic_course import Course, course_of
from evaluation.synthetic_note import discharge_note, hospital_course
from evaluation.synthetic_vocabulary import ANALYTES, VITALS, Drug
from kg.record import Case, Encounter, Note, PatientRecord, TableRow, Target

ROWS = 200
"""Table rows of each patient."""

SEED = 7


def synthetic_cases(count: int, seed: int = SEED) -> Iterator[Case]:
    """Yield fictional patients, each with a note, 200 table rows and a summary to check."""
    for index in range(count):
        yield synthetic_case(index, seed)


def synthetic_case(index: int, seed: int = SEED) -> Case:
    """Make one fictional patient; the same index and seed give the same patient."""
    course = course_of(index, seed)
    record = PatientRecord(
        patient_id=course.patient,
        encounters=(
            Encounter(
                id=course.admission,
                admitted=_iso(course.admitted),
                discharged=_iso(course.discharged),
            ),
        ),
        rows=tuple(sorted(_rows(course, seed), key=lambda row: (row.time or "", row.id))),
        notes=(_note(course),),
    )
    target = Target(
        admission_id=course.admission,
        name="brief_hospital_course",
        text=hospital_course(course),
    )
    return Case(record=record, targets=(target,))


def _note(course: Course) -> Note:
    return Note(
        id=f"{course.patient}-DS-1",
        category="discharge",
        text=discharge_note(course),
        time=_iso(course.discharged),
        encounter=course.admission,
    )


def _rows(course: Course, seed: int) -> list[TableRow]:
    rows = [
        *_stay_rows(course),
        *_diagnosis_rows(course),
        *_prescription_rows(course),
        *_laboratory_rows(course),
    ]
    return [*rows, *_vital_rows(course, seed, ROWS - len(rows))]


def _stay_rows(course: Course) -> Iterator[TableRow]:
    yield _row(
        course,
        "admissions",
        course.admitted,
        admittime=_written(course.admitted),
        dischtime=_written(course.discharged),
        admission_type="EW EMER.",
        admission_location="EMERGENCY ROOM",
        discharge_location="HOME HEALTH CARE",
    )
    yield _row(course, "patients", None, gender=course.sex, anchor_age=str(course.age))
    yield _row(
        course,
        "procedures_icd",
        course.admitted - timedelta(days=2000),
        icd_code=course.operation[1],
        icd_version="10",
        long_title=course.operation[0],
    )


def _diagnosis_rows(course: Course) -> Iterator[TableRow]:
    main = (course.problem.title, course.problem.code)
    others = [(name, code) for name, code, _ in course.background]
    for number, (title, code) in enumerate([main, *others], 1):
        yield _row(
            course,
            "diagnoses_icd",
            course.discharged,
            seq_num=str(number),
            icd_code=code,
            icd_version="10",
            long_title=title,
        )


def _prescription_rows(course: Course) -> Iterator[TableRow]:
    drugs: list[Drug] = [course.problem.treatment, *(drug for _, _, drug in course.background)]
    for drug in drugs:
        yield _row(
            course,
            "prescriptions",
            course.admitted,
            starttime=_written(course.admitted),
            stoptime=_written(course.discharged),
            drug=drug.name,
            dose_val_rx=drug.dose,
            dose_unit_rx=drug.unit,
            route=drug.route,
        )


def _laboratory_rows(course: Course) -> Iterator[TableRow]:
    for panel in course.panels:
        for analyte, value in zip(ANALYTES, panel.values, strict=True):
            yield _row(
                course,
                "labevents",
                panel.time,
                charttime=_written(panel.time),
                label=analyte.label,
                fluid="Blood",
                category="Chemistry",
                valuenum=value,
                valueuom=analyte.unit,
            )


def _vital_rows(course: Course, seed: int, count: int) -> Iterator[TableRow]:
    random = Random(f"{seed}:{course.patient}:vitals")
    for number in range(count):
        label, unit, low, high = VITALS[number % len(VITALS)]
        time = course.admitted + timedelta(hours=4 * (number // len(VITALS)))
        yield _row(
            course,
            "vitals_chartevents",
            time,
            charttime=_written(time),
            label=label,
            valuenum=str(random.randint(low, high)),
            valueuom=unit,
        )


def _row(course: Course, table: str, time: datetime | None, **fields: str) -> TableRow:
    values = {"subject_id": course.patient, "hadm_id": course.admission, **fields}
    content = json.dumps([table, values], ensure_ascii=False)
    return TableRow(
        table=table,
        id=sha256(content.encode()).hexdigest()[:16],
        fields=values,
        time=None if time is None else _iso(time),
        encounter=course.admission,
    )


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _written(time: datetime) -> str:
    return time.isoformat(sep=" ", timespec="seconds")
