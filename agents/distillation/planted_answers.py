"""Right answers written from the generator's record: what was made false, and what is true."""

from agents.distillation.question import Question
from agents.distillation.wording import (
    CLAIM,
    COMPARISON,
    QUOTE,
    RATIONALE,
    REASONING,
    SUGGESTION,
    clipped,
    deciding_words,
    lines_within,
)
from agents.judge_answer import CitedItem, ClaimAnswer, JudgeAnswer
from agents.rule_judge.verdict import searched
from clinical.labels import Relation
from graph_state.generation import Edit, EvidenceLink, PlantedError

CERTAINTY = 95
"""Percent. A planted error is known to be one; what is left is the chance of a bad label."""

MOST_ITEMS = 2


def answer_to_rewrite(error: PlantedError, question: Question) -> JudgeAnswer:
    """Say what is wrong with a rewritten sentence, citing the record and not the original."""
    claims = tuple(_false_claim(edit, question) for edit in error.edits)
    absent = [edit.fact.new for edit in error.edits if edit.grade == "E3"]
    fits = len(error.original_text) <= SUGGESTION
    return JudgeAnswer(
        reasoning=_reasoning(claims),
        claims=claims,
        hallucination_status=True,
        hallucination_types=error.types,
        evidence_grade=error.grade,
        absence_rationale=_rationale(absent, question) if absent else "",
        suggestion=error.original_text if error.grade == "E4" and fits else "",
        confidence=CERTAINTY,
    )


def answer_to_original(error: PlantedError, question: Question) -> JudgeAnswer | None:
    """Say what carries the original of a rewritten sentence; None where nothing is named."""
    claims = tuple(
        _true_claim(edit, question)
        for edit in error.edits
        if edit.fact.evidence and edit.original_text.strip()
    )
    if not claims:
        return None
    return JudgeAnswer(
        reasoning=_reasoning(claims),
        claims=claims,
        hallucination_status=False,
        evidence_grade="E1",
        confidence=CERTAINTY,
    )


def _false_claim(edit: Edit, question: Question) -> ClaimAnswer:
    if edit.grade == "E3":
        told = f"nothing in the record names {edit.fact.new!r}"
        items: tuple[CitedItem, ...] = ()
    else:
        items = _items(edit, question, "contradicts")
        told = _told(items)
    return ClaimAnswer(
        text=_claim_words(question, edit.start, edit.end),
        comparison=clipped(told, COMPARISON),
        evidence=items,
        types=(edit.error_type,),
        grade=edit.grade,
    )


def _true_claim(edit: Edit, question: Question) -> ClaimAnswer:
    items = _items(edit, question, "supports")
    return ClaimAnswer(
        text=_claim_words(question, edit.original_start, edit.original_end),
        comparison=clipped(_told(items), COMPARISON),
        evidence=items,
        grade="E1",
    )


def _items(edit: Edit, question: Question, relation: Relation) -> tuple[CitedItem, ...]:
    return tuple(
        CitedItem(
            id=question.labels.get(link.id, link.id), relation=relation, quote=_words(link, edit)
        )
        for link in edit.fact.evidence[:MOST_ITEMS]
    )


def _words(link: EvidenceLink, edit: Edit) -> str:
    return deciding_words(link.quote, f"{edit.fact.old} {edit.fact.concept.name}")


def _told(items: tuple[CitedItem, ...]) -> str:
    return f"the record says {items[0].quote!r}"


def _claim_words(question: Question, start: int, end: int) -> str:
    """The claim that the edit is part of, else the edited words."""
    text = question.sentence.text
    around = [
        (claim.source.start or 0, claim.source.end or 0)
        for claim in question.claims
        if (claim.source.start or 0) <= start and end <= (claim.source.end or 0)
    ]
    first, last = min(around, key=lambda span: span[1] - span[0], default=(start, end))
    if last - first > CLAIM:
        first, last = start, end
    return clipped(text[first:last].strip(" ,;"), CLAIM)


def _reasoning(claims: tuple[ClaimAnswer, ...]) -> str:
    lines = [
        f"{claim.text!r}: {claim.grade}: {claim.comparison}"
        + "".join(f" [{item.id}]" for item in claim.evidence)
        for claim in claims
    ]
    return lines_within(lines, REASONING)


def _rationale(absent: list[str], question: Question) -> str:
    items = question.shown.items.values()
    places = sorted({searched(str(e.section or ""), e.source.table) for e in items} - {""})
    named = ", ".join(places) or "the record"
    missing = clipped("; ".join(absent), QUOTE)
    tail = "; something of this kind would be written down there."
    return clipped(f"Nothing names {missing!r} in {named}", RATIONALE - len(tail)) + tail
