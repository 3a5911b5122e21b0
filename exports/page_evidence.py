"""One piece of evidence as the page shows it: a span of a note, or a row of a table."""

from pydantic import BaseModel

from clinical.labels import Relation
from clinical.sources import SourceRef
from exports.evidence_words import words_of
from exports.utf16 import Utf16Offsets
from graph_state.findings import Report
from kg.evidence import Evidence


class PageField(BaseModel, frozen=True):
    """A field of a table row."""

    name: str
    value: str
    cited: bool


class PageEvidence(BaseModel, frozen=True):
    """A citation, with all that is needed to show it in place."""

    id: str
    relation: Relation
    reference: str
    """The place as other programs name it."""

    source: str
    """The place in words: what the note is called, or the table."""

    section: str
    time: str
    quote: str
    note: str
    """The note to open, or an empty string where its text is not in the report."""

    start: int
    end: int
    """UTF-16 offsets in the note."""

    moved: bool
    """The note holds another text at these offsets, so the quote is shown apart."""

    fields: tuple[PageField, ...]


class EvidencePlaces:
    """Finds the place of evidence in the notes and rows that a report carries."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._notes = report.sources
        self._rows = report.rows
        self._offsets: dict[str, Utf16Offsets] = {}

    def show(self, evidence: Evidence, relation: Relation) -> PageEvidence:
        """Prepare one citation for the page."""
        source = evidence.source
        text = None if source.table else self._notes.get(source.note)
        found = text is not None and text[source.start : source.end] == evidence.quote
        start, end = self._span(source) if found else (0, 0)
        words = words_of(self._report, evidence)
        return PageEvidence(
            id=evidence.id,
            relation=relation,
            reference=str(source),
            source=words.place,
            section=words.section,
            time=words.time,
            quote=words.said,
            note=source.note if text is not None and found else "",
            start=start,
            end=end,
            moved=text is not None and not found,
            fields=self._fields(source, evidence.quote) if source.table else (),
        )

    def _span(self, source: SourceRef) -> tuple[int, int]:
        if source.note not in self._offsets:
            self._offsets[source.note] = Utf16Offsets(self._notes[source.note])
        offsets = self._offsets[source.note]
        return offsets.of(source.start or 0), offsets.of(source.end or 0)

    def _fields(self, source: SourceRef, quote: str) -> tuple[PageField, ...]:
        """Return the row with the cited field marked; the quote stands in for a missing row."""
        value = quote.removeprefix(f"{source.field}=")
        row = {**self._rows.get(source.document, {}), source.field: value}
        return tuple(
            PageField(name=name, value=row[name], cited=name == source.field) for name in row
        )
