"""The report as one offline HTML page for a clinician: summary left, proof right."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from clinical.labels import ERROR_TYPE_DEFINITIONS, ERROR_TYPES, GRADE_DEFINITIONS, GRADES
from exports.counts import report_counts
from exports.json_report import report_json
from exports.page import Page, page_of
from exports.wording import GRADE_WORDS, STATUS_DEFINITIONS, STATUS_WORDS, headline, type_words
from graph_state.findings import Report, Review

_SCRIPTS = (
    "dom.js", "source.js", "verdict.js", "decisions.js", "filters.js", "keyboard.js", "start.js",
)  # fmt: skip
# It cannot be encoded, so a file could not hold it.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_STYLES = ("report.css", "summary.css", "proof.css", "print.css")


def report_html(report: Report) -> str:
    """Write the report as a page that opens from a file and asks the network for nothing."""
    return _LONE_SURROGATE.sub("\ufffd", _page(report))


def _page(report: Report) -> str:
    page = page_of(report)
    style, script = _joined(_STYLES), f'"use strict";\n(() => {{\n{_joined(_SCRIPTS)}}})();\n'
    return (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            page=page,
            data=_data(report, page),
            style=Markup(style),
            script=Markup(script),
            style_hash=_content_hash(style),
            script_hash=_content_hash(script),
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


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("exports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _joined(names: tuple[str, ...]) -> str:
    folder = files("exports") / "templates"
    return "".join((folder / name).read_text("utf-8") for name in names)


def _content_hash(text: str) -> str:
    """Hash an inline block as a content security policy names it."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


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
        **page.model_dump(mode="json", include={"sentences", "omissions", "notes"}),
    }


def _reviewed(report: Report) -> list[tuple[int, str]]:
    """Return the answers that came before the report, one a sentence."""
    review = report.review or Review()
    accepted = dict.fromkeys(review.accepted, "accepted")
    rejected = dict.fromkeys(review.rejected, "rejected")
    return sorted({**accepted, **rejected}.items())
