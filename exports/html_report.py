"""The report as one offline HTML page for a clinician: summary left, proof right."""

import re
from hashlib import sha256

from markupsafe import Markup

from clinical.labels import ERROR_TYPE_DEFINITIONS, ERROR_TYPES, GRADE_DEFINITIONS, GRADES
from exports.counts import report_counts
from exports.json_report import report_json
from exports.page import Page, page_of
from exports.priority import review_priority
from exports.safety_words import TITLE, proofs, told
from exports.templating import as_script, content_hash, joined, templates
from exports.wording import GRADE_WORDS, STATUS_DEFINITIONS, STATUS_WORDS, headline, type_words
from graph_state.findings import Report
from graph_state.review import Review

_SCRIPTS = (
    "dom.js", "source.js", "verdict.js", "decisions.js", "filters.js", "keyboard.js", "start.js",
)  # fmt: skip
# It cannot be encoded, so a file could not hold it.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_STYLES = ("report.css", "summary.css", "proof.css", "print.css")


def report_html(report: Report) -> str:
    """Write the report as a page that opens from a file and asks the network for nothing."""
    return _LONE_SURROGATE.sub("\ufffd", _page(report))


def report_policy() -> str:
    """Return the content security policy of the page: its own style and script, nothing else."""
    style, script = joined(_STYLES), as_script(_SCRIPTS)
    return (
        f"default-src 'none'; style-src '{content_hash(style)}'; script-src"
        f" '{content_hash(script)}'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _page(report: Report) -> str:
    page = page_of(report)
    style, script = joined(_STYLES), as_script(_SCRIPTS)
    return (
        templates()
        .get_template("report.html")
        .render(
            report=report,
            page=page,
            data=_data(report, page),
            style=Markup(style),
            script=Markup(script),
            policy=Markup(report_policy()),
            safety_title=TITLE,
            safety=[(told(one), proofs(one, report)) for one in report.safety],
            counts=report_counts(report),
            headline=headline(report),
            type_counts=_type_counts(page),
            grade_words=GRADE_WORDS,
            status_words=STATUS_WORDS,
            grade_definitions=GRADE_DEFINITIONS,
            status_definitions=STATUS_DEFINITIONS,
            type_definitions={type_words(t): ERROR_TYPE_DEFINITIONS[t] for t in ERROR_TYPES},
            grades=tuple(reversed(GRADES)),
        )
    )


def _type_counts(page: Page) -> dict[str, tuple[str, int]]:
    """Count the sentences of each type that occurs, with the type in words."""
    found = {t: sum(t in sentence.types for sentence in page.sentences) for t in ERROR_TYPES}
    return {name: (type_words(name), count) for name, count in found.items() if count}


def _data(report: Report, page: Page) -> dict[str, object]:
    """Return what the script works on; the digest ties decisions to this very report."""
    return {
        "digest": sha256(report_json(report).encode()).hexdigest(),
        "patient_id": report.patient_id,
        "admission_id": report.admission_id,
        "target": report.target,
        "reviewed": _reviewed(report),
        "first": min(report.findings, key=review_priority).index if report.findings else None,
        **page.model_dump(mode="json", include={"sentences", "omissions", "notes"}),
    }


def _reviewed(report: Report) -> list[tuple[int, str]]:
    """Return the answers that came before the report, one a sentence."""
    answers = (report.review or Review()).answers
    return [(index, "accepted" if accepted else "rejected") for index, accepted in answers]
