"""Labeled sets: what a text says, where each labeled row stands in it, and the record behind."""

from pydantic import BaseModel

from graph_state.scoring import GoldRow
from kg.record import PatientRecord, Target


class LabeledText(BaseModel, frozen=True):
    """One summary to check, with its labeled rows in order."""

    summary: str
    rows: tuple[GoldRow, ...]
    parts: tuple[GoldRow, ...] = ()
    """Labeled pieces finer than the rows, where the source has them."""


class LabeledDocument(BaseModel, frozen=True):
    """What a reader would call one document: a whole summary, or all claims on one record."""

    id: str
    texts: tuple[LabeledText, ...]


class LabeledRecord(BaseModel, frozen=True):
    """A record with the documents about it; `patient` is the cluster that intervals resample."""

    id: str
    patient: str
    record: PatientRecord
    admission_id: str | None = None
    targets: tuple[Target, ...] = ()
    """Texts that are never evidence."""

    documents: tuple[LabeledDocument, ...]


class Dataset(BaseModel, frozen=True):
    """A labeled set, its records in order of their ids."""

    name: str
    records: tuple[LabeledRecord, ...]
