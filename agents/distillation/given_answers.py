"""The verdicts of a run, put back into the form that a model answers in."""

import re
from collections.abc import Collection

from agents.distillation.question import Question
from agents.distillation.wording import (
    CLAIM,
    COMPARISON,
    RATIONALE,
    REASONING,
    SUGGESTION,
    clipped,
    deciding_words,
    lines_within,
)
from agents.judge_answer import CitedItem, ClaimAnswer, JudgeAnswer
from clinical.labels import GRADES, Relation, worst
from exports.report_reading import WrittenClaim, WrittenVerdict

MOST_CLAIMS = 8
MOST_ITEMS = 2
MOST_TYPES = 3
MOST_SENTENCE_TYPES = 4

NEEDED: dict[str, Relation] = {"E1": "supports", "E2": "supports", "E4": "contradicts"}
"""The relation that a claim of a grade must cite."""

_EVIDENCE_ID = re.compile(r"\s*\[?\b(ev_[0-9a-f]{16})\b\]?")
_RULE = re.compile(r"(?<=: E\d) by \w+(?=:)")


def given_answer(verdict: WrittenVerdict, question: Question) -> JudgeAnswer | None:
    """Write a verdict as an answer; None where its grade rests on what the prompt cannot show."""
    if verdict.status == "abstained":
        return _abstained(verdict, question)
    if verdict.status != "graded" or verdict.evidence_grade is None:
        return None
    told = sorted(verdict.claims, key=lambda claim: -GRADES.index(claim.grade or "E1"))
    written: dict[str, ClaimAnswer] = {}
    for one in told:
        answer = _claim(one, question)
        if answer is not None:
            written.setdefault(one.text, answer)
    kept = list(written)[:MOST_CLAIMS]
    claims = tuple(written[text] for text in kept)
    if not claims or worst([claim.grade for claim in claims]) != verdict.evidence_grade:
        return None
    flagged = bool(verdict.hallucination_status)
    return JudgeAnswer(
        reasoning=_reasoning(verdict, question, kept),
        claims=claims,
        hallucination_status=verdict.hallucination_status,
        hallucination_types=verdict.hallucination_types[:MOST_SENTENCE_TYPES],
        evidence_grade=verdict.evidence_grade,
        absence_rationale=clipped(verdict.absence_rationale or "", RATIONALE) if flagged else "",
        suggestion=_suggestion(verdict),
        confidence=round(100 * (verdict.confidence or 0)),
    )


def _abstained(verdict: WrittenVerdict, question: Question) -> JudgeAnswer:
    return JudgeAnswer(
        reasoning=_reasoning(verdict, question, [one.text for one in verdict.claims]),
        status="abstained",
        reason=clipped(verdict.reason or "the record does not let this be decided", 200),
        hallucination_status=None,
        evidence_grade=None,
        confidence=round(100 * (verdict.confidence or 0)),
    )


def _claim(claim: WrittenClaim, question: Question) -> ClaimAnswer | None:
    """Leave out a claim that nothing shown carries; the grade of the others stands without it."""
    if claim.grade is None:
        return None
    needed = NEEDED.get(claim.grade)
    ranked = sorted(claim.evidence, key=lambda one: one.relation != needed)
    items = tuple(
        CitedItem(
            id=label,
            relation=one.relation,
            quote=deciding_words(question.shown.items[label].quote, claim.text),
        )
        for one in ranked
        if (label := question.labels.get(one.id)) is not None
    )[:MOST_ITEMS]
    if needed and all(item.relation != needed for item in items):
        return None
    told = f"the record says {items[0].quote!r}" if items else "nothing in the record carries it"
    return ClaimAnswer(
        text=clipped(claim.text, CLAIM),
        comparison=clipped(told, COMPARISON),
        evidence=items,
        types=claim.types[:MOST_TYPES],
        grade=claim.grade,
    )


def _reasoning(verdict: WrittenVerdict, question: Question, kept: Collection[str]) -> str:
    """Keep the lines on the claims that are kept, those that decided first."""
    left_out = tuple(f"{one.text!r}: " for one in verdict.claims if one.text not in kept)
    lines = [
        _told(line, question)
        for line in (verdict.reasoning or "").splitlines()
        if line.strip() and not line.startswith(left_out)
    ]
    grade = f": {verdict.evidence_grade}: "
    return lines_within(sorted(lines, key=lambda line: grade not in line), REASONING)


def _told(line: str, question: Question) -> str:
    """Name evidence by the ids that the prompt shows, and leave out names of rules."""
    return _EVIDENCE_ID.sub(
        lambda found: f" [{question.labels[found[1]]}]" if found[1] in question.labels else "",
        _RULE.sub("", line.strip()),
    )


def _suggestion(verdict: WrittenVerdict) -> str:
    told = verdict.suggestion or ""
    return told if verdict.evidence_grade == "E4" and len(told) <= SUGGESTION else ""
