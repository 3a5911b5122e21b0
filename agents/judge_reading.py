"""From a model's answer to a verdict, keeping what it says so that the validator can object."""

import re
from collections.abc import Mapping, Sequence

from agents.judge_answer import ClaimAnswer, JudgeAnswer
from agents.judging import SentenceToJudge
from agents.severity import severity_of
from clinical.facts import Fact
from clinical.labels import ERROR_TYPES, Kind
from graph_state.findings import Citation, ClaimVerdict, HallucinationDetectionResult
from kg.evidence import Evidence

MODEL_RULE = "model"


class AnswerFaultError(Exception):
    """The answer cannot be a verdict; its text says why, for the next attempt."""


def verdict_of(
    answer: JudgeAnswer,
    sentence: SentenceToJudge,
    claims: Sequence[Fact],
    items: Mapping[str, Evidence],
) -> HallucinationDetectionResult:
    """Turn an answer into a verdict, or raise what is wrong with it."""
    if answer.status == "abstained":
        return abstained(answer.reasoning, answer.reason or "the model could not decide")
    verdicts = tuple(_claim(one, answer, sentence, claims, items) for one in answer.claims)
    if not verdicts:
        raise AnswerFaultError("a graded sentence needs at least one claim with its evidence")
    flagged = answer.evidence_grade in ("E3", "E4")
    types = tuple(t for t in ERROR_TYPES if t in answer.hallucination_types)
    return HallucinationDetectionResult(
        reasoning=_reasoning(answer, verdicts, items),
        status="graded",
        hallucination_status=answer.hallucination_status,
        hallucination_types=types,
        evidence_grade=answer.evidence_grade,
        severity=severity_of(verdicts, types) if flagged else None,
        confidence=answer.confidence / 100,
        absence_rationale=answer.absence_rationale.strip() or None,
        suggestion=answer.suggestion.strip() or None if answer.evidence_grade == "E4" else None,
        claims=verdicts,
    )


def abstained(reasoning: str, reason: str) -> HallucinationDetectionResult:
    """Leave a sentence open, and say why."""
    return HallucinationDetectionResult(reasoning=reasoning, status="abstained", reason=reason)


def unusable(text: str, fault: str) -> HallucinationDetectionResult:
    """Keep an answer that is no verdict; the validator will refuse it and the trace shows it."""
    return HallucinationDetectionResult(reasoning=text[:2000], status="failed", reason=fault)


def _claim(
    told: ClaimAnswer,
    answer: JudgeAnswer,
    sentence: SentenceToJudge,
    claims: Sequence[Fact],
    items: Mapping[str, Evidence],
) -> ClaimVerdict:
    start, end = _span(told.text, sentence.text, alone=len(answer.claims) == 1)
    citations = tuple(_citation(one.id, one.relation, one.quote, items) for one in told.evidence)
    _carried(told, citations)
    return ClaimVerdict(
        text=sentence.text[start:end],
        start=sentence.start + start,
        end=sentence.start + end,
        kind=kind_at(start, end, claims),
        status="graded",
        grade=told.grade,
        types=told.types if told.grade in ("E3", "E4") else (),
        rule=MODEL_RULE,
        confidence=answer.confidence / 100,
        evidence=citations,
        explanation=told.comparison,
    )


def _span(words: str, sentence: str, alone: bool) -> tuple[int, int]:
    """Find the words of a claim; the only claim of a sentence may be said in other words."""
    found = find_words(words, sentence)
    if found is not None:
        return found
    if alone:
        return 0, len(sentence)
    raise AnswerFaultError(f"the claim {words!r} does not stand in the sentence; copy its words")


def find_words(words: str, text: str) -> tuple[int, int] | None:
    """Find words in a text whatever the space between them, in their own case before any other."""
    parts = words.split()
    if not parts:
        return None
    pattern = r"\s+".join(map(re.escape, parts))
    found = re.search(pattern, text) or re.search(pattern, text, re.IGNORECASE)
    return found.span() if found else None


def _citation(label: str, relation: str, quote: str, items: Mapping[str, Evidence]) -> Citation:
    """Cite an item; a quote that is in it is kept as it stands there, any other as it was told."""
    item = items.get(label)
    if item is None:
        return Citation.model_validate({"id": label, "relation": relation, "quote": quote})
    place = find_words(quote, item.quote)
    exact = item.quote[place[0] : place[1]] if place else quote.strip()
    return Citation.model_validate({"id": item.id, "relation": relation, "quote": exact})


def _carried(told: ClaimAnswer, citations: tuple[Citation, ...]) -> None:
    relations = {citation.relation for citation in citations}
    if told.grade in ("E1", "E2") and "supports" not in relations:
        raise AnswerFaultError(f"{told.grade} for {told.text!r} cites nothing that supports it")
    if any(c.relation == "contradicts" and not c.quote for c in citations):
        raise AnswerFaultError(f"the contradiction of {told.text!r} lacks its quote")


def kind_at(start: int, end: int, claims: Sequence[Fact]) -> Kind:
    """Take the kind of the parsed claim that shares most of the words."""
    shared = [
        (min(end, claim.source.end or 0) - max(start, claim.source.start or 0), claim.kind)
        for claim in claims
    ]
    most = max(shared, key=lambda pair: pair[0], default=(0, "event"))
    return most[1] if most[0] > 0 else "event"


def _reasoning(
    answer: JudgeAnswer, claims: tuple[ClaimVerdict, ...], items: Mapping[str, Evidence]
) -> str:
    """Join the reasoning with a line for each claim, naming evidence by the ids that are kept."""
    told = re.sub(
        r"\bS\d{1,3}\b",
        lambda found: items[found[0]].id if found[0] in items else found[0],
        answer.reasoning.strip(),
    )
    lines = [
        f"{claim.text!r}: {claim.grade}: {claim.explanation}"
        + "".join(f" [{c.id} {c.relation}: {c.quote!r}]" for c in claim.evidence)
        for claim in claims
    ]
    return "\n".join([told, *lines]).strip()
