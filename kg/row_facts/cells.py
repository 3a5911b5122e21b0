"""One table row with its columns found in any case, and facts that keep their field."""

from collections.abc import Mapping

from clinical.facts import Concept, TimeSpan
from clinical.sources import SourceRef, in_row
from clinical.words import phrase
from kg.column_names import names_of_column
from kg.record import TableRow
from kg.timestamps import course, is_unknown, time_span

_MIDNIGHT = "T00:00:00"


class Cells:
    """The cells of a row. Column names are given in lower case."""

    def __init__(self, row: TableRow, also: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.row = row
        self._also = also or {}
        """Names that the columns have in the table of this row, by their name elsewhere."""

        self._written = {name.casefold(): name for name in row.fields}

    def field(self, *names: str) -> str | None:
        """Return the first of these columns that says something, as it is written."""
        for name in (one for wanted in names for one in self._names_of(wanted)):
            written = self._written.get(name)
            if written is not None and not is_unknown(self.row.fields[written]):
                return written
        return None

    def _names_of(self, wanted: str) -> tuple[str, ...]:
        return (*self._also.get(wanted, ()), *names_of_column(wanted))

    def worded(self, *names: str) -> str | None:
        """Return the first of these columns that holds words; a bare number only where none does.

        Tables of some systems keep `CODE` and `DESCRIPTION` apart.
        """
        found = (name for name in names if not self.text(name).isdigit())
        return self.field(*found) or self.field(*names)

    def text(self, *names: str) -> str:
        """Return what the first filled column of these says, or an empty string."""
        found = self.field(*names)
        return self.row.fields[found].strip() if found else ""

    def source(self, *names: str) -> SourceRef:
        """Refer to the first filled column of these."""
        return in_row(self.row.table, self.row.id, self.field(*names) or names[0])

    def columns(self) -> list[str]:
        """List the columns in lower case, in the order of their names."""
        return sorted(self._written)

    def moment(self, *names: str) -> TimeSpan | None:
        """Return the time that the first filled column of these gives."""
        return time_span(self.text(*names))

    def when(self, start: str = "", stop: str = "") -> TimeSpan | None:
        """Return the time of the row, or the course between two of its columns."""
        found = course(self.text(start), self.text(stop)) if start or stop else None
        if found is not None or self.row.time is None:
            return found
        time = self.row.time
        return time_span(time[:10] if time.endswith(_MIDNIGHT) else time)

    def during(self, *courses: tuple[str, str]) -> TimeSpan | None:
        """Return the first of these courses that is begun or ended, else the time of the row."""
        given = (pair for pair in courses if self.field(pair[0]) or self.field(pair[1]))
        return self.when(*next(given, ("", "")))


def concept_in_words(prefix: str, name: str) -> Concept:
    """Name a concept that no lexicon holds by its own words."""
    words = phrase(name)
    return Concept(id=f"{prefix}:{words.replace(' ', '_')}", name=" ".join(name.split()))


def in_own_words(name: str) -> Concept:
    """Keep an unknown title as a concept of its own words, so that it can still be found."""
    return Concept(id=f"text:{phrase(name)}", name=" ".join(name.split()))
