"""Tables and figures of an experiment: one page that needs nothing else, and a CSV a table."""

import csv
import io
import re

from markupsafe import Markup
from pydantic import BaseModel, ConfigDict

from exports.templating import joined, templates

_STYLES = ("report.css", "experiment.css")
_FORMULA = re.compile(r"\s*[=+@\uff1d\uff0b\uff20]|-(?!\d|$)|[\t\r\n]")
"""What a spreadsheet would run as a formula; a plain number may be negative."""


class PageTable(BaseModel, frozen=True):
    """One table; `name` is that of its file."""

    name: str
    title: str
    note: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class PageFigure(BaseModel, frozen=True):
    """One drawing."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    title: str
    drawing: Markup


class PageSection(BaseModel, frozen=True):
    """A part of the page, with what a reader must know before its figures."""

    title: str
    text: str = ""
    warning: str = ""
    tables: tuple[PageTable, ...] = ()
    figures: tuple[PageFigure, ...] = ()


class ExperimentPage(BaseModel, frozen=True):
    """The whole page."""

    title: str
    facts: tuple[tuple[str, str], ...]
    """What made it: command, seed, versions, cohorts."""

    sections: tuple[PageSection, ...]

    @property
    def tables(self) -> list[PageTable]:
        """All tables in their order."""
        return [table for section in self.sections for table in section.tables]


def experiment_html(page: ExperimentPage) -> str:
    """Write the page; it opens from a file, runs no script and asks the network for nothing."""
    style = joined(_STYLES)
    return templates().get_template("experiment.html").render(page=page, style=Markup(style))


def table_csv(table: PageTable) -> str:
    """Write one table."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_safe(cell) for cell in row] for row in table.rows)
    return written.getvalue()


def _safe(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"[+-]?\d[\d.,]*%?( \[.*\])?", cell) is not None
