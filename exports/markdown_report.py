"""The report as Markdown: what needs a reader first, then every sentence."""

import re

from clinical.labels import ERROR_TYPE_DEFINITIONS, GRADE_DEFINITIONS
from exports.counts import in_order, needs_attention
from exports.evidence_words import words_of
from exports.safety_words import TITLE, proofs, told
from exports.uncompared import uncompared_words
from exports.visible_text import one_line
from exports.wording import (
    STATUS_DEFINITIONS,
    STATUS_WORDS,
    headline,
    told_reasoning,
    type_words,
    verdict_words,
)
from graph_state.findings import (
    CitedEvidence,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
    Omission,
    Report,
)

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$!&])")


def report_markdown(report: Report) -> str:
    """Write the report as one Markdown document; text of the record is shown, never run."""
    findings = in_order(report)
    blocks = [
        *_head(report),
        *_notices(report.notices),
        "## To be looked at",
        *(_detail(report, finding) for finding in findings if needs_attention(finding)),
        "## All sentences",
        _sentence_table(findings),
        *_omissions(report.omissions),
        *_safety(report),
        *_legend(),
        *_settings(report),
    ]
    return "\n\n".join(blocks) + "\n"


def _inert(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", one_line(text)).replace("://", ":\\//")


def _head(report: Report) -> list[str]:
    about = [
        f"Patient: {_inert(report.patient_id)}",
        f"Admission: {_inert(report.admission_id or 'none')}",
        f"Target: {_inert(report.target)}",
        f"Judge: {_inert(report.judge)}",
    ]
    return ["# Summary checked against the record", " · ".join(about), headline(report)]


def _detail(report: Report, finding: Finding) -> str:
    lines = [f"### {finding.index}. {verdict_words(finding)}", "", f"> {_inert(finding.text)}", ""]
    if finding.reason:
        lines.append(f"- Reason: {_inert(finding.reason)}")
    if finding.result is not None:
        lines += _verdict(finding.result)
    if words := uncompared_words(finding):
        lines.append(f"- Not compared with the record: {_inert(words)}")
    if finding.last_result is not None:
        lines += ["- Refused verdict, not a finding: " + _inert(finding.last_result.reasoning)]
    return "\n".join([*lines, *(_evidence(report, cited) for cited in finding.evidence)])


def _verdict(result: HallucinationDetectionResult) -> list[str]:
    said = {
        "Type": ", ".join(map(type_words, result.hallucination_types)),
        "Severity": result.severity,
        "Confidence": f"{result.confidence:.2f}" if result.evidence_grade else "",
        "Reasoning": told_reasoning(result),
        "Absence": result.absence_rationale,
        "Suggestion": result.suggestion,
    }
    lines = [f"- {name}: {_inert(value)}" for name, value in said.items() if value]
    return lines + [_claim(claim) for claim in result.claims]


def _claim(claim: ClaimVerdict) -> str:
    ending = claim.grade or STATUS_WORDS[claim.status]
    explanation = f": {_inert(claim.explanation)}" if claim.explanation else ""
    return f"- Claim ({claim.kind}, {ending}) “{_inert(claim.text)}”{explanation}"


def _evidence(report: Report, cited: CitedEvidence) -> str:
    words = words_of(report, cited.evidence)
    return f"- {cited.relation.capitalize()}: {_inert(words.line(len(words.said)))}"


def _notices(notices: tuple[str, ...]) -> list[str]:
    return ["\n".join(f"- Note: {_inert(notice)}" for notice in notices)] if notices else []


def _sentence_table(findings: tuple[Finding, ...]) -> str:
    rows = [
        f"| {finding.index} | {verdict_words(finding)} | {_inert(finding.text)} "
        f"| {_inert(uncompared_words(finding))} |"
        for finding in findings
    ]
    return "\n".join(
        ["| # | Verdict | Sentence | Not compared |", "| ---: | --- | --- | --- |", *rows]
    )


def _safety(report: Report) -> list[str]:
    if not report.safety:
        return []
    lines = []
    for one in report.safety:
        lines.append(f"- {_inert(told(one))}")
        lines += [f"  - {_inert(proof)}" for proof in proofs(one, report)]
    return [f"## {TITLE}", "\n".join(lines)]


def _omissions(omissions: tuple[Omission, ...]) -> list[str]:
    if not omissions:
        return []
    lines = [
        f"- {omission.kind}: {_inert(omission.text)} ({_inert(', '.join(omission.evidence))})"
        for omission in omissions
    ]
    return ["## In the record, not in the summary", "\n".join(lines)]


def _legend() -> list[str]:
    grades = [f"- {grade}: {words}" for grade, words in GRADE_DEFINITIONS.items()]
    types = [f"- {type_words(name)}: {words}" for name, words in ERROR_TYPE_DEFINITIONS.items()]
    statuses = [f"- {STATUS_WORDS[name]}: {words}" for name, words in STATUS_DEFINITIONS.items()]
    return ["## What the labels mean", "\n".join([*grades, *statuses, *types])]


def _settings(report: Report) -> list[str]:
    pairs = [*sorted(report.settings.items()), *sorted(report.versions.items())]
    lines = [f"- {_inert(name)}: {_inert(str(value))}" for name, value in pairs]
    return ["## Settings and versions", "\n".join(lines)]
