"""What the page of one sentence shows: its words, the proof in context, and who decided what."""

from collections.abc import Iterator

from pydantic import BaseModel

from clinical.labels import Relation
from exports.counts import grade_of, in_order
from exports.deciding import deciding_claims, deciding_passages
from exports.evidence_words import words_of
from exports.uncompared import uncompared_words
from exports.word_changes import Change, is_correction, suggested_changes
from exports.wording import STATUS_WORDS, told_reasoning, type_words, verdict_words
from graph_state.findings import CitedEvidence, Finding, HallucinationDetectionResult, Report

AROUND = 500
"""Characters of a note shown on each side of a passage."""

NEIGHBORS = 2
"""Sentences of the summary shown on each side."""


class Piece(BaseModel, frozen=True):
    """A run of text; `marked` where it is what matters."""

    text: str
    marked: bool = False


class Passage(BaseModel, frozen=True):
    """One cited place in its context."""

    number: int
    relation: Relation
    deciding: bool
    source: str
    about: str
    """The note with its section and time, or the row in words."""

    quote: str
    pieces: tuple[Piece, ...]
    """The note around the quote; empty for a table row."""

    fields: tuple[tuple[str, str, bool], ...]
    """Fields of a row: name, value, and whether it is the one that is cited."""

    whole: bool
    """The note has more than is shown."""


class SentenceView(BaseModel, frozen=True):
    """A sentence with everything that a reviewer needs to decide on it."""

    before: str
    pieces: tuple[Piece, ...]
    after: str
    verdict: str
    grade: str
    types: tuple[str, ...]
    severity: str
    confidence: float | None
    reason: str
    reasoning: str
    searched: str
    """For E3: where was looked, and why silence is a problem."""

    changes: tuple[Change, ...]
    correction: str
    """The suggestion, where it can stand in the sentence's place and is not advice."""

    explanations: tuple[str, ...]
    uncompared: str
    """Words that nothing on record was compared with."""

    passages: tuple[Passage, ...]


_NOTHING = HallucinationDetectionResult(reasoning="", status="failed")


def sentence_view(report: Report, finding: Finding) -> SentenceView:
    """Prepare one sentence for its page."""
    result, grade = finding.result or _NOTHING, grade_of(finding)
    suggestion = result.suggestion or ""
    explanations = dict.fromkeys(c.explanation for c in deciding_claims(finding) if c.explanation)
    before, after = neighbors(report, finding)
    return SentenceView(
        before=before,
        pieces=tuple(marked(finding.text, _wrong_spans(finding))),
        after=after,
        verdict=verdict_words(finding),
        grade=grade or STATUS_WORDS[finding.status],
        types=tuple(map(type_words, result.hallucination_types)) if grade else (),
        severity=result.severity or "" if grade else "",
        confidence=round(result.confidence, 2) if grade else None,
        reason=finding.reason or "",
        reasoning=told_reasoning(result),
        searched=result.absence_rationale or "",
        changes=suggested_changes(finding.text, suggestion) if suggestion else (),
        correction=suggestion if is_correction(finding.text, suggestion) else "",
        explanations=tuple(explanations),
        uncompared=uncompared_words(finding),
        passages=passages_of(report, finding),
    )


def passages_of(report: Report, finding: Finding) -> tuple[Passage, ...]:
    """Return the cited passages: those that decided first, what contradicts together."""
    deciding = deciding_passages(finding)
    keys = {(cited.evidence.id, cited.relation) for cited in deciding}
    others = [c for c in finding.evidence if (c.evidence.id, c.relation) not in keys]
    ordered = [*deciding, *sorted(others, key=lambda c: c.relation != "contradicts")]
    return tuple(
        _passage(report, cited, number, number < len(deciding))
        for number, cited in enumerate(ordered)
    )


def whole_note(report: Report, cited_source: str, finding: Finding) -> tuple[Piece, ...]:
    """Return a note with the cited passage marked."""
    for cited in finding.evidence:
        source = cited.evidence.source
        if str(source) == cited_source and source.note in report.sources:
            text = report.sources[source.note]
            return tuple(marked(text, [(source.start or 0, source.end or 0)]))
    return ()


def marked(text: str, spans: list[tuple[int, int]]) -> Iterator[Piece]:
    """Cut a text at spans, which may overlap."""
    place = 0
    for start, end in sorted(spans):
        start, end = max(start, place), min(end, len(text))
        if start >= end:
            continue
        if start > place:
            yield Piece(text=text[place:start])
        yield Piece(text=text[start:end], marked=True)
        place = end
    if place < len(text):
        yield Piece(text=text[place:])


def _wrong_spans(finding: Finding) -> list[tuple[int, int]]:
    if grade_of(finding) not in ("E3", "E4"):
        return []
    claims = deciding_claims(finding)
    return [(claim.start - finding.start, claim.end - finding.start) for claim in claims]


def neighbors(report: Report, finding: Finding) -> tuple[str, str]:
    """Return the text of the summary around a sentence, two sentences each way."""
    order = in_order(report)
    place = order.index(finding)
    first = order[max(place - NEIGHBORS, 0)].start
    last = order[min(place + NEIGHBORS, len(order) - 1)].end
    return report.summary[first : finding.start], report.summary[finding.end : last]


def _passage(report: Report, cited: CitedEvidence, number: int, deciding: bool) -> Passage:
    evidence = cited.evidence
    source = evidence.source
    text = "" if source.table else report.sources.get(source.note, "")
    start, end = source.start or 0, source.end or 0
    found = bool(text) and text[start:end] == evidence.quote
    first, last = (_line_start(text, start), _line_end(text, end)) if found else (0, 0)
    words = words_of(report, evidence)
    return Passage(
        number=number,
        relation=cited.relation,
        deciding=deciding,
        source=str(source),
        about=words.where if words.is_quote else words.line(AROUND),
        quote=evidence.quote,
        pieces=tuple(marked(text[first:last], [(start - first, end - first)])) if found else (),
        fields=_fields(report, cited) if source.table else (),
        whole=found and (first > 0 or last < len(text)),
    )


def _fields(report: Report, cited: CitedEvidence) -> tuple[tuple[str, str, bool], ...]:
    source = cited.evidence.source
    value = cited.evidence.quote.removeprefix(f"{source.field}=")
    row = {**report.rows.get(source.document, {}), source.field: value}
    return tuple((name, told, name == source.field) for name, told in row.items())


def _line_start(text: str, place: int) -> int:
    wanted = max(place - AROUND, 0)
    return wanted if wanted == 0 else text.find("\n", wanted, place) + 1 or wanted


def _line_end(text: str, place: int) -> int:
    wanted = min(place + AROUND, len(text))
    line = text.rfind("\n", place, wanted)
    return wanted if wanted == len(text) or line < 0 else line
