"""The findings of a report for the terminal, as a test runner shows failures; totals last."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from exports.counts import grade_of, needs_attention, report_counts
from exports.deciding import deciding_claims, deciding_passages
from exports.evidence_words import words_of
from exports.priority import review_priority
from exports.safety_words import TITLE, proofs, told
from exports.uncompared import uncompared_spans, uncompared_words
from exports.visible_text import one_line, shortened, visible
from exports.word_changes import is_correction, suggested_changes
from exports.wording import STATUS_WORDS, type_words, verdict_words
from graph_state.findings import Finding, HallucinationDetectionResult, Omission, Report

STYLES = {"E1": "green", "E2": "cyan", "E3": "yellow", "E4": "bold red"}

_BREAKS = str.maketrans("\n\r\t", "   ")

_NAMED = 3
"""Passages shown of a finding; the report holds all."""

_PASSAGE = 400
"""Characters of a passage that are shown."""


def report_findings(report: Report) -> Group:
    """Arrange what a reader must look at, the gravest first, and the totals below it."""
    due = sorted(filter(needs_attention, report.findings), key=review_priority)
    parts: list[RenderableType] = [_title(report)]
    parts += [one for finding in due for one in _finding(report, finding)]
    parts += _omissions(report.omissions)
    parts += _safety(report)
    parts += [Text(f"Note: {one_line(notice)}") for notice in report.notices]
    return Group(*parts, Text(totals((report,)), style="bold"), Text(""))


def totals(reports: Sequence[Report]) -> str:
    """Sum reports up in one line; nothing that was not checked is worded as clean."""
    every = [report_counts(report) for report in reports]
    counts = {name: sum(one[name] for one in every) for name in every[0]} if every else {}
    said = [
        (counts.get("E4", 0), "contradicted"),
        (counts.get("E3", 0), "without support"),
        (counts.get("failed", 0), STATUS_WORDS["failed"]),
        (counts.get("abstained", 0), STATUS_WORDS["abstained"]),
        (counts.get("E1", 0) + counts.get("E2", 0), "supported"),
        (counts.get("not_checkable", 0), STATUS_WORDS["not_checkable"]),
    ]
    missing = sum(len(report.omissions) for report in reports)
    told = [f"{number} {words}" for number, words in said if number or words == "contradicted"]
    marked = sum(is_partly_compared(finding) for report in reports for finding in report.findings)
    told += [f"{marked} of the supported with words that were not compared"] if marked else []
    told += [f"{missing} not in the summary"] if missing else []
    summaries = f"{len(reports)} summaries, " if len(reports) != 1 else ""
    return f"{summaries}{_number(counts.get('sentences', 0), 'sentence')}: {', '.join(told)}"


def is_partly_compared(finding: Finding) -> bool:
    """Say whether a supported sentence holds words that nothing was compared with."""
    return grade_of(finding) in ("E1", "E2") and bool(uncompared_spans(finding))


def _number(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _title(report: Report) -> Text:
    stay = f"admission {report.admission_id}" if report.admission_id else "no admission"
    about = f"{report.patient_id}, {stay}, {report.target.replace('_', ' ')}"
    return Text(one_line(about), style="bold")


def _finding(report: Report, finding: Finding) -> Iterator[RenderableType]:
    grade = grade_of(finding)
    head = Text("\n")
    head.append(verdict_words(finding), style=STYLES[grade] if grade else "magenta")
    result = finding.result
    types = result.hallucination_types if grade and result else ()
    facts = [", ".join(map(type_words, types))]
    facts += [f"{result.severity} severity"] if grade and result and result.severity else []
    facts += [f"sentence {finding.index}"]
    head.append("  " + "; ".join(filter(None, facts)), style="dim")
    yield head
    yield Padding(_sentence(finding), (0, 0, 0, 2), expand=False)
    yield Padding(_lines(report, finding), (0, 0, 0, 4), expand=False)


def _sentence(finding: Finding) -> Text:
    """Write the whole sentence with its wrong words in bold."""
    text = Text(visible(finding.text).translate(_BREAKS))
    for start, end in uncompared_spans(finding):
        text.stylize("underline", start, end)
    for claim in deciding_claims(finding):
        if grade_of(finding) in ("E3", "E4"):
            text.stylize("bold underline", claim.start - finding.start, claim.end - finding.start)
    return text


def _lines(report: Report, finding: Finding) -> Table:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, words in _said(report, finding):
        table.add_row(name, words)
    return table


def _said(report: Report, finding: Finding) -> Iterator[tuple[str, Text]]:
    result = finding.result
    if finding.status != "graded" or result is None:
        yield "why", Text(one_line(finding.reason or "no reason given"))
        return
    wrong = dict.fromkeys(one_line(claim.text) for claim in deciding_claims(finding))
    yield "wrong words", Text("; ".join(f"“{words}”" for words in wrong))
    if result.suggestion:
        named = "correction" if is_correction(finding.text, result.suggestion) else "advice"
        yield named, _correction(finding.text, result.suggestion)
    if result.evidence_grade == "E3":
        yield "searched", Text(one_line(result.absence_rationale or result.reasoning))
        return
    yield from _passages(report, finding, result)
    if words := uncompared_words(finding):
        yield "not compared", Text(words)


def _passages(
    report: Report, finding: Finding, result: HallucinationDetectionResult
) -> Iterator[tuple[str, Text]]:
    passages = deciding_passages(finding)
    if not passages:
        yield "why", Text(one_line(result.reasoning))
    for cited in passages[:_NAMED]:
        words = words_of(report, cited.evidence)
        said = shortened(words.said, _PASSAGE)
        yield (
            "record says" if cited.relation == "contradicts" else cited.relation,
            Text(f"“{said}”" if words.is_quote else said).append(f"  [{words.where}]", style="dim"),
        )


def _correction(sentence: str, suggestion: str) -> Text:
    """Write the corrected sentence with what it adds in bold; what it takes out is not shown."""
    text = Text()
    for change in suggested_changes(sentence, suggestion):
        if change.kind != "removed":
            words = visible(change.text).translate(_BREAKS)
            text.append(words, style="bold green" if change.kind == "added" else "")
    return text


def _safety(report: Report) -> list[RenderableType]:
    if not report.safety:
        return []
    lines = [Text(TITLE)]
    for one in report.safety:
        lines.append(Text(f"  {shortened(told(one), 300)}"))
        lines += [Text(f"    {shortened(proof, 300)}") for proof in proofs(one, report)]
    return [*lines, Text("")]


def _omissions(omissions: Sequence[Omission]) -> list[RenderableType]:
    if not omissions:
        return [Text("")]
    lines = [Text(f"  {one.kind}: {shortened(one.text, 300)}") for one in omissions]
    return [Text("\nIn the record, not in the summary"), *lines, Text("")]
