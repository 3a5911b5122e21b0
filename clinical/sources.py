"""Where a piece of text or a value stands in the record."""

from pydantic import BaseModel


class SourceRef(BaseModel, frozen=True):
    """A place in the record: a field of a table row, or a span of a note.

    Offsets are 0-based, half-open and count code points in the unmodified note. A reference to
    a row has `table`, `row` and `field`; a reference to a note has `note`, `start` and `end`.
    """

    note: str = ""
    start: int | None = None
    end: int | None = None
    table: str = ""
    row: str = ""
    field: str = ""

    def __str__(self) -> str:
        if self.table:
            return f"{self.table}:{self.row}:{self.field}"
        return f"{self.note}:{self.start}:{self.end}"

    @property
    def document(self) -> str:
        """The note, or the table row, that the place belongs to."""
        return f"{self.table}:{self.row}" if self.table else self.note


def in_note(note: str, start: int, end: int) -> SourceRef:
    """Refer to a span of a note."""
    return SourceRef(note=note, start=start, end=end)


def in_row(table: str, row: str, field: str) -> SourceRef:
    """Refer to a field of a table row."""
    return SourceRef(table=table, row=row, field=field)
