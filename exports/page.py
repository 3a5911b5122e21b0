"""What the HTML page is made of: the summary in pieces, each sentence's verdict, the omissions."""

from pydantic import BaseModel

from clinical.labels import ErrorType, Grade, Severity, Status
from exports.counts import grade_of, in_order, needs_attention
from exports.page_evidence import EvidencePlaces, PageEvidence
from exports.uncompared import Run, runs_of
from exports.utf16 import Utf16Offsets
from exports.word_changes import Change, suggested_changes
from exports.wording import (
    GRADE_WORDS,
    STATUS_WORDS,
    plain_reasoning,
    told_reasoning,
    type_words,
    verdict_words,
)
from graph_state.findings import ClaimVerdict, Finding, HallucinationDetectionResult, Report


class PageClaim(BaseModel, frozen=True):
    """One claim; its offsets are UTF-16, in its sentence."""

    text: str
    start: int
    end: int
    kind: str
    grade: Grade | None
    ending: str
    types: tuple[str, ...]
    attribute: str
    rule: str
    confidence: float
    explanation: str
    evidence: tuple[PageEvidence, ...]


class PageSentence(BaseModel, frozen=True):
    """One sentence with its verdict in words."""

    index: int
    text: str
    status: Status
    grade: Grade | None
    mark: str
    """Grade or sign of the status, so that color is never the only difference."""

    attention: bool
    heading: bool
    ending: str
    words: str
    """The ending without the grade, for where the mark stands beside it."""

    types: tuple[ErrorType, ...]
    type_words: tuple[str, ...]
    severity: Severity | None
    confidence: float | None
    reason: str
    reasoning: str
    absence_rationale: str
    changes: tuple[Change, ...]
    retries: int
    refused: str
    """What the refused verdict of a failed sentence said; never a finding."""

    runs: tuple[Run, ...]
    """The sentence cut where its words were compared with nothing."""

    claims: tuple[PageClaim, ...]
    evidence: tuple[PageEvidence, ...]


class PagePiece(BaseModel, frozen=True):
    """A run of the summary: a sentence, or the text between two sentences."""

    text: str
    sentence: PageSentence | None = None


class PageOmission(BaseModel, frozen=True):
    """Something the record holds and the summary does not."""

    kind: str
    text: str
    evidence: tuple[PageEvidence, ...]
    unresolved: tuple[str, ...]
    """Ids of evidence that the report does not carry."""


class Page(BaseModel, frozen=True):
    """The whole page."""

    pieces: tuple[PagePiece, ...]
    sentences: tuple[PageSentence, ...]
    omissions: tuple[PageOmission, ...]
    notes: dict[str, str]
    """Only the notes that are cited."""


_MARKS: dict[Status, str] = {"graded": "", "not_checkable": "–", "abstained": "?", "failed": "!"}


def page_of(report: Report) -> Page:
    """Prepare a report for the page."""
    places = EvidencePlaces(report)
    findings = in_order(report)
    sentences = tuple(_sentence(finding, report, places) for finding in findings)
    omissions = _omissions(report, places)
    shown = [e for s in sentences for e in s.evidence] + [e for o in omissions for e in o.evidence]
    return Page(
        pieces=_pieces(report.summary, findings, sentences),
        sentences=sentences,
        omissions=omissions,
        notes={note: report.sources[note] for note in sorted({e.note for e in shown} - {""})},
    )


def _pieces(
    summary: str, findings: tuple[Finding, ...], sentences: tuple[PageSentence, ...]
) -> tuple[PagePiece, ...]:
    pieces: list[PagePiece] = []
    place = 0
    for finding, sentence in zip(findings, sentences, strict=True):
        if finding.start > place:
            pieces.append(PagePiece(text=summary[place : finding.start]))
        pieces.append(PagePiece(text=finding.text, sentence=sentence))
        place = max(place, finding.end)
    return (*pieces, PagePiece(text=summary[place:]))


def _sentence(finding: Finding, report: Report, places: EvidencePlaces) -> PageSentence:
    grade = grade_of(finding)
    result = finding.result or _NO_RESULT
    types = result.hallucination_types if grade else ()
    suggestion = result.suggestion
    return PageSentence(
        index=finding.index,
        text=finding.text,
        status=finding.status,
        grade=grade,
        mark=grade or _MARKS[finding.status],
        attention=needs_attention(finding),
        heading=_is_heading(finding, report.summary),
        ending=verdict_words(finding),
        words=GRADE_WORDS[grade] if grade else STATUS_WORDS[finding.status],
        types=types,
        type_words=tuple(map(type_words, types)),
        severity=result.severity if grade else None,
        confidence=round(result.confidence, 4) if grade else None,
        reason=finding.reason or "",
        reasoning=told_reasoning(result),
        absence_rationale=result.absence_rationale or "",
        changes=suggested_changes(finding.text, suggestion) if suggestion else (),
        retries=finding.retries,
        refused=_refused(finding.last_result),
        runs=runs_of(finding),
        claims=tuple(_claim(claim, finding, places) for claim in result.claims),
        evidence=tuple(places.show(c.evidence, c.relation) for c in finding.evidence),
    )


_NO_RESULT = HallucinationDetectionResult(reasoning="", status="failed")


def _is_heading(finding: Finding, summary: str) -> bool:
    """Say whether a sentence fills its line and is written as a heading."""
    line_start = summary.rfind("\n", 0, finding.start) + 1
    line_end = summary.find("\n", finding.end)
    line = summary[line_start : None if line_end < 0 else line_end].strip()
    text = finding.text.strip()
    return line == text and (text.startswith("#") or text.endswith(":") or text.isupper())


def _refused(result: HallucinationDetectionResult | None) -> str:
    if result is None:
        return ""
    grade = result.evidence_grade
    ending = f"{grade} {GRADE_WORDS[grade]}" if grade else STATUS_WORDS[result.status]
    return f"{ending}. {plain_reasoning(result.reasoning)}"


def _claim(claim: ClaimVerdict, finding: Finding, places: EvidencePlaces) -> PageClaim:
    offsets = Utf16Offsets(finding.text)
    found = {cited.evidence.id: cited.evidence for cited in finding.evidence}
    return PageClaim(
        text=claim.text,
        start=offsets.of(claim.start - finding.start),
        end=offsets.of(claim.end - finding.start),
        kind=claim.kind,
        grade=claim.grade,
        ending=f"{claim.grade} {GRADE_WORDS[claim.grade]}"
        if claim.grade
        else STATUS_WORDS[claim.status],
        types=tuple(map(type_words, claim.types)),
        attribute=(claim.attribute or "").replace("_", " "),
        rule=claim.rule or "",
        confidence=round(claim.confidence, 4),
        explanation=claim.explanation,
        evidence=tuple(
            places.show(found[c.id], c.relation) for c in claim.evidence if c.id in found
        ),
    )


def _omissions(report: Report, places: EvidencePlaces) -> tuple[PageOmission, ...]:
    cited = [c.evidence for finding in in_order(report) for c in finding.evidence]
    found = {evidence.id: evidence for evidence in (*cited, *report.omission_evidence)}
    return tuple(
        PageOmission(
            kind=omission.kind,
            text=omission.text,
            evidence=tuple(
                places.show(found[i], "context") for i in omission.evidence if i in found
            ),
            unresolved=tuple(i for i in omission.evidence if i not in found),
        )
        for omission in report.omissions
    )
