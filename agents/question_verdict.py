"""From answered questions to the verdict: agreement verifies, all else is flagged."""

from collections.abc import Sequence

from agents.judging import SentenceToJudge
from agents.question_answers import AnsweredQuestion, Match
from agents.severity import severity_of
from clinical.labels import ERROR_TYPES, ErrorType, Grade, worst
from graph_state.findings import ClaimVerdict, HallucinationDetectionResult

RULE = "questions"

GRADE_OF: dict[Match, Grade] = {"aligned": "E1", "contradicted": "E4", "insufficient": "E3"}
"""What is not answered is flagged as well (Medical Lie Detector, answer validation)."""


def verdict_on(
    sentence: SentenceToJudge, answered: Sequence[AnsweredQuestion], snippets: int
) -> HallucinationDetectionResult:
    """Grade each stretch of the sentence by its worst question, and the sentence by the worst."""
    claims = tuple(_claim(sentence, group) for group in _by_words(answered))
    grade = worst([claim.grade for claim in claims if claim.grade is not None])
    flagged = grade in ("E3", "E4")
    types = tuple(t for t in ERROR_TYPES if any(t in claim.types for claim in claims))
    deciding = [claim.confidence for claim in claims if claim.grade == grade]
    return HallucinationDetectionResult(
        reasoning=_reasoning(answered),
        status="graded",
        hallucination_status=flagged,
        hallucination_types=types,
        evidence_grade=grade,
        severity=severity_of(claims) if flagged else None,
        confidence=max(deciding) if flagged else min(deciding),
        absence_rationale=_absence(answered, snippets),
        suggestion=_suggestion(sentence, answered) if grade == "E4" else None,
        claims=claims,
    )


def consistency(answered: Sequence[AnsweredQuestion]) -> float:
    """Return the share of the questions that the record answers as the sentence does (QAGS)."""
    return sum(one.match == "aligned" for one in answered) / len(answered)


def _by_words(answered: Sequence[AnsweredQuestion]) -> list[list[AnsweredQuestion]]:
    groups: dict[tuple[int, int], list[AnsweredQuestion]] = {}
    for one in answered:
        groups.setdefault((one.question.start, one.question.end), []).append(one)
    return list(groups.values())


def _claim(sentence: SentenceToJudge, group: list[AnsweredQuestion]) -> ClaimVerdict:
    grade = worst([GRADE_OF[one.match] for one in group])
    deciding = [one for one in group if GRADE_OF[one.match] == grade]
    first = deciding[0].question
    cited = dict.fromkeys(citation for one in deciding for citation in one.evidence)
    return ClaimVerdict(
        text=sentence.text[first.start : first.end],
        start=sentence.start + first.start,
        end=sentence.start + first.end,
        kind=first.kind,
        status="graded",
        grade=grade,
        types=_types(deciding) if grade in ("E3", "E4") else (),
        attribute=first.asked,
        rule=RULE,
        confidence=(len(deciding) + 1) / (len(group) + 2),
        evidence=tuple(cited),
        explanation="; ".join(_line(one) for one in deciding),
    )


def _types(deciding: Sequence[AnsweredQuestion]) -> tuple[ErrorType, ...]:
    """Where not even the thing itself is found, its attributes are no errors of their own."""
    found: set[ErrorType] = {one.question.error_type for one in deciding}
    if any(_is_unknown(one) for one in deciding):
        found = {"invented_fact"}
    return tuple(t for t in ERROR_TYPES if t in found)


def _is_unknown(one: AnsweredQuestion) -> bool:
    return one.match == "insufficient" and one.question.asked in ("existence", "other")


def _line(one: AnsweredQuestion) -> str:
    answer = one.answer or "no answer in the snippets"
    return f"{one.question.text} Sentence: {one.question.expected}. Record: {answer}"


def _reasoning(answered: Sequence[AnsweredQuestion]) -> str:
    lines = [
        f"{_line(one)}: {one.match}" + "".join(f" [{c.id}]" for c in one.evidence)
        for one in answered
    ]
    aligned = sum(one.match == "aligned" for one in answered)
    lines.append(f"{aligned} of {len(answered)} questions are answered as the sentence says.")
    return "\n".join(lines)


def _absence(answered: Sequence[AnsweredQuestion], snippets: int) -> str | None:
    open_ = [one.question.text for one in answered if one.match == "insufficient"]
    if not open_:
        return None
    return (
        f"None of the {snippets} snippets retrieved answers: {' '.join(open_)} What the record"
        " does not answer is flagged for a reader."
    )


def _suggestion(sentence: SentenceToJudge, answered: Sequence[AnsweredQuestion]) -> str:
    """Put the answer in the place of the claimed words where they stand there; else ask to look."""
    wrong = [one for one in answered if one.match == "contradicted"]
    for one in wrong:
        start, end = one.question.start, one.question.end
        words = sentence.text[start:end]
        if one.question.asked in ("value", "dose", "side", "other") and (
            words.count(one.question.expected) == 1
        ):
            mended = words.replace(one.question.expected, one.answer)
            return sentence.text[:start] + mended + sentence.text[end:]
    return f"Review against the record: {_line(wrong[0])}."
