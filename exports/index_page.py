"""The page over the reports of a cohort: counts that can be sorted, totals, and links."""

from collections.abc import Mapping

from markupsafe import Markup
from pydantic import BaseModel

from exports.counts import needs_attention, report_counts
from exports.findings_report import totals
from exports.priority import review_priority
from exports.templating import as_script, content_hash, joined, templates
from exports.visible_text import shortened, visible
from exports.wording import verdict_words
from graph_state.findings import Report

INDEX = "index.html"

COLUMNS: dict[str, str] = {
    "E4": "contradicted",
    "E3": "no support",
    "abstained": "undecided",
    "failed": "check failed",
    "E2": "indirect",
    "E1": "explicit",
    "not_checkable": "not checkable",
    "sentences": "sentences",
}
"""Counts of the table with their headings; what needs a reader comes first."""

_SHOWN = 160


class IndexRow(BaseModel, frozen=True):
    """One summary of the cohort."""

    file: str
    patient_id: str
    admission_id: str
    target: str
    counts: dict[str, int]
    omissions: int
    gravest: str
    """The finding to look at first, in words; empty where nothing needs a reader."""


def index_html(reports: Mapping[str, Report]) -> str:
    """Write the page over reports, each by the name of its file without a suffix."""
    style, script = joined(("report.css", "index.css")), as_script(("sorting.js",))
    rows = [_row(name, report) for name, report in reports.items()]
    page = (
        templates()
        .get_template("index.html")
        .render(
            rows=sorted(rows, key=lambda r: (-r.counts["E4"], -r.counts["E3"], r.file)),
            columns=COLUMNS,
            totals=totals(tuple(reports.values())),
            sums={name: sum(row.counts[name] for row in rows) for name in COLUMNS},
            omissions=sum(row.omissions for row in rows),
            style=Markup(style),
            style_hash=content_hash(style),
            script=Markup(script),
            script_hash=content_hash(script),
        )
    )
    return visible(page)


def _row(name: str, report: Report) -> IndexRow:
    due = sorted(filter(needs_attention, report.findings), key=review_priority)
    first = f"{verdict_words(due[0])}: {shortened(due[0].text, _SHOWN)}" if due else ""
    return IndexRow(
        file=f"{name}.html",
        patient_id=report.patient_id,
        admission_id=report.admission_id or "",
        target=report.target.replace("_", " "),
        counts=report_counts(report),
        omissions=len(report.omissions),
        gravest=first,
    )
