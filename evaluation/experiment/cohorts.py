"""Cohorts to experiment on: with labels, without, or made up for speed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from evaluation.datasets import first_by_hash
from evaluation.labeled import LabeledRecord
from evaluation.labeled_cohort import LABELS_FILE, TARGET, read_cohort
from evaluation.synthetic import synthetic_cases
from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import Case

CohortKind = Literal["labeled", "generated", "synthetic"]
"""`labeled` has a label a sentence; in the others the labels are those of the generator."""

SYNTHETIC = "synthetic"


class CohortRecord(BaseModel, frozen=True):
    """A record with the summary to check; without labels its documents are still to be made."""

    labeled: LabeledRecord
    summary: str

    @property
    def patient(self) -> str:
        """The patient, by whom splits are made and intervals resampled."""
        return self.labeled.patient


class Cohort(BaseModel, frozen=True):
    """Records in order of their ids."""

    name: str
    kind: CohortKind
    records: tuple[CohortRecord, ...]


def open_cohort(folder: Path) -> Cohort:
    """Read a folder in the Discharge-Me layout, with its labels where it has them."""
    if not folder.is_dir():
        raise BadInputError(f"{folder}: no such folder; give a cohort in the Discharge-Me layout")
    name = folder.resolve().name
    if (folder / LABELS_FILE).is_file():
        records = tuple(
            CohortRecord(labeled=record, summary=clean_text(record))
            for record in read_cohort(folder).records
        )
        return Cohort(name=name, kind="labeled", records=records)
    records = _in_order(
        record for case in open_cases(folder, target=TARGET) for record in _own(case)
    )
    if not records:
        raise BadInputError(f"{folder}: holds no {TARGET} to check; is discharge_target.csv there?")
    return Cohort(name=name, kind="generated", records=records)


def synthetic_cohort(patients: int, seed: int) -> Cohort:
    """Make fictional patients: they show that it scales, and nothing about accuracy."""
    records = _in_order(r for case in synthetic_cases(patients, seed) for r in _own(case))
    return Cohort(name=SYNTHETIC, kind="synthetic", records=records)


def sample_cohort(cohort: Cohort, size: int) -> Cohort:
    """Keep so many records, chosen by a hash of their ids, so that the choice never moves."""
    chosen = first_by_hash(cohort.records, size, lambda record: record.labeled.id)
    return cohort.model_copy(update={"records": _in_order(iter(chosen))})


def clean_text(record: LabeledRecord) -> str:
    """Return the summary of a labeled record before errors were put in, or an empty text."""
    clean = [doc.texts[0].summary for doc in record.documents if doc.id.endswith("/clean")]
    return clean[0] if clean else ""


def refuse_same_names(cohorts: list[Cohort]) -> None:
    """Refuse two cohorts of one name: their tables could not be told apart."""
    names = [cohort.name for cohort in cohorts]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInputError(f"cohort {twice[0]!r} is given twice; rename one of the folders")


def _own(case: Case) -> Iterator[CohortRecord]:
    for target in case.targets:
        if target.text.strip():
            labeled = LabeledRecord(
                id=target.admission_id,
                patient=case.record.patient_id,
                record=case.record,
                admission_id=target.admission_id,
                targets=(*case.targets, *case.withheld),
                documents=(),
            )
            yield CohortRecord(labeled=labeled, summary=target.text)


def _in_order(records: Iterator[CohortRecord]) -> tuple[CohortRecord, ...]:
    return tuple(sorted(records, key=lambda record: record.labeled.id))
