"""The report as two tables: one row a sentence, and one row a claim.

A cell that a spreadsheet would run as a formula is preceded by an apostrophe.
"""

import csv
import io
import re
from collections.abc import Iterable

from exports.counts import grade_of, in_order
from exports.evidence_words import words_of
from exports.uncompared import uncompared_words
from exports.visible_text import visible
from graph_state.findings import CitedEvidence, ClaimVerdict, Finding, Report

Cell = str | int | float | bool | None

_SENTENCE_COLUMNS = (
    "patient_id", "admission_id", "target", "index", "start", "end", "text", "status", "reason",
    "hallucination_status", "hallucination_types", "evidence_grade", "severity", "confidence",
    "reasoning", "absence_rationale", "suggestion", "retries", "evidence", "not_compared",
)  # fmt: skip

_CLAIM_COLUMNS = (
    "patient_id", "admission_id", "target", "sentence_index", "claim_index", "start", "end",
    "text", "kind", "status", "grade", "types", "attribute", "rule", "confidence", "explanation",
    "evidence",
)  # fmt: skip

_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def sentences_csv(report: Report) -> str:
    """Write one row a sentence, with a header."""
    rows = (_sentence_row(report, finding) for finding in in_order(report))
    return _table(_SENTENCE_COLUMNS, rows)


def claims_csv(report: Report) -> str:
    """Write one row a claim of every accepted verdict, with a header."""
    rows = (
        _claim_row(report, finding, number, claim)
        for finding in in_order(report)
        if finding.result is not None
        for number, claim in enumerate(finding.result.claims)
    )
    return _table(_CLAIM_COLUMNS, rows)


def _table(columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_inert(cell) for cell in row])
    return written.getvalue()


def _inert(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if not isinstance(cell, str):
        return str(round(cell, 4))
    text = visible(cell)
    return f"'{text}" if _FORMULA.match(text) else text


def _sentence_row(report: Report, finding: Finding) -> tuple[Cell, ...]:
    result = finding.result
    place = (report.patient_id, report.admission_id, report.target, finding.index)
    text = (finding.start, finding.end, finding.text, finding.status, finding.reason)
    evidence = "; ".join(_cited(report, cited) for cited in finding.evidence)
    if result is None:
        return (*place, *text, None, None, None, None, None, None, None, None, finding.retries,
                evidence, None)  # fmt: skip
    return (
        *place,
        *text,
        result.hallucination_status if finding.status == "graded" else None,
        ";".join(result.hallucination_types),
        grade_of(finding),
        result.severity,
        result.confidence,
        result.reasoning,
        result.absence_rationale,
        result.suggestion,
        finding.retries,
        evidence,
        uncompared_words(finding) or None,
    )


def _claim_row(
    report: Report, finding: Finding, number: int, claim: ClaimVerdict
) -> tuple[Cell, ...]:
    found = {cited.evidence.id: cited for cited in finding.evidence}
    evidence = [
        _cited(report, found[c.id].model_copy(update={"relation": c.relation}))
        if c.id in found
        else c.id
        for c in claim.evidence
    ]
    return (
        report.patient_id,
        report.admission_id,
        report.target,
        finding.index,
        number,
        claim.start,
        claim.end,
        claim.text,
        claim.kind,
        claim.status,
        claim.grade,
        ";".join(claim.types),
        claim.attribute,
        claim.rule,
        claim.confidence,
        claim.explanation,
        "; ".join(evidence),
    )


def _cited(report: Report, cited: CitedEvidence) -> str:
    words = words_of(report, cited.evidence)
    return f"{cited.relation} {words.line(len(words.said))} [{cited.evidence.source}]"
