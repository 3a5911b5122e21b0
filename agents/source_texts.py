"""The record's own words, for checking a quote and for showing it in its place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kg.note_names import note_names
from kg.notices import notices_of
from kg.record import PatientRecord


@dataclass(frozen=True)
class SourceTexts:
    """Notes by id and rows by `table:row`, as far as they are at hand."""

    notes: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """What a reader calls each note."""

    notices: tuple[str, ...] = ()
    """What a reader has to know of the record as a whole."""


SourcesOf = Callable[[str], SourceTexts]
"""Find the texts behind a graph by its id."""


def source_texts(record: PatientRecord) -> SourceTexts:
    """Index a record by note and by row."""
    return SourceTexts(
        notes={note.id: note.text for note in record.notes},
        rows={f"{row.table}:{row.id}": row.fields for row in record.rows},
        names=note_names(record.notes),
        notices=notices_of(record),
    )


def no_sources(graph_id: str) -> SourceTexts:
    """Stand for a graph whose record is not at hand."""
    return SourceTexts()
