"""What an extract says of its own completeness, table by table."""

import re

from clinical.facts import Concept, Fact
from kg.row_facts.cells import Cells

PREFIX = "coverage:"
_TABLES = ("table_name", "table", "name")
_SAID = ("coverage", "completeness", "content", "description")
_PARTIAL = re.compile(r"\b(?:selected|partial|incomplete|sample|some|excerpt)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:complete|all|every|whole|full)\b", re.IGNORECASE)


def read_coverage(cells: Cells) -> list[Fact]:
    """Read whether a table of the extract is complete; a row that says neither has no fact."""
    table, said = cells.text(*_TABLES), cells.field(*_SAID)
    if not table or said is None:
        return []
    text = cells.text(said.casefold())
    if _PARTIAL.search(text) or not _WHOLE.search(text):
        return []
    return [
        Fact(
            kind="event",
            concept=Concept(id=f"{PREFIX}{table.casefold()}", name=f"completeness of {table}"),
            text=text,
            source=cells.source(said.casefold()),
            result="complete",
        )
    ]
