"""The report as a table for the terminal."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from exports.counts import grade_of, in_order
from exports.deciding import deciding_passages
from exports.evidence_words import words_of
from exports.safety_words import told
from exports.uncompared import uncompared_words
from exports.visible_text import one_line, shortened
from exports.wording import STATUS_WORDS, headline, type_words, verdict_words
from graph_state.findings import (
    CitedEvidence,
    Finding,
    Omission,
    Report,
)
from graph_state.safety import SafetyFinding

_SENTENCE_LENGTH = 90
_QUOTE_LENGTH = 60

_STYLES = {"E1": "green", "E2": "cyan", "E3": "yellow", "E4": "bold red"}


def report_table(report: Report) -> Group:
    """Arrange a report for a rich console: counts, one row a sentence, then the omissions."""
    about = f"{report.patient_id}  {report.admission_id or 'no admission'}  {report.target}"
    head = [Text(one_line(about), style="bold"), Text(headline(report))]
    notices = [Text(f"Note: {one_line(notice)}") for notice in report.notices]
    return Group(
        *head,
        _sentences(report),
        *map(_omission, report.omissions),
        *map(_safety, report.safety),
        *notices,
    )


def _sentences(report: Report) -> Table:
    table = Table(show_lines=False, expand=False, header_style="bold")
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("Verdict")
    table.add_column("Sentence", ratio=3)
    table.add_column("Type")
    table.add_column("Best evidence or reason", ratio=3)
    for finding in in_order(report):
        table.add_row(*_cells(report, finding))
    return table


def _cells(report: Report, finding: Finding) -> tuple[Text, ...]:
    grade = grade_of(finding)
    types = () if grade is None or finding.result is None else finding.result.hallucination_types
    return (
        Text(str(finding.index)),
        Text(verdict_words(finding), style=_STYLES[grade] if grade else "magenta"),
        Text(shortened(finding.text, _SENTENCE_LENGTH)),
        Text(", ".join(map(type_words, types))),
        Text(_proof(report, finding) + _uncompared(finding)),
    )


def _uncompared(finding: Finding) -> str:
    words = uncompared_words(finding)
    return f" Not compared: {words}." if words else ""


def _proof(report: Report, finding: Finding) -> str:
    """Show the evidence that decided, or say why there is none."""
    result = finding.result
    if finding.status != "graded" or result is None:
        return shortened(finding.reason or f"{STATUS_WORDS[finding.status]}, no reason given", 160)
    if result.evidence_grade == "E3":
        return shortened(result.absence_rationale or result.reasoning, 160)
    if not finding.evidence:
        return shortened(result.reasoning, 160)
    return _evidence(report, deciding_passages(finding)[0])


def _evidence(report: Report, cited: CitedEvidence) -> str:
    return f"{cited.relation}: {words_of(report, cited.evidence).line(_QUOTE_LENGTH)}"


def _safety(finding: SafetyFinding) -> Text:
    return Text(f"Unsafe ({shortened(told(finding), 240)})")


def _omission(omission: Omission) -> Text:
    return Text(f"Not in the summary ({omission.kind}): {shortened(omission.text, 160)}")
