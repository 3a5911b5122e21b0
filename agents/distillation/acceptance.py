"""Hold an answer against what a model's answer is held against: the form and the validator."""

from pydantic import ValidationError

from agents.distillation.question import Question
from agents.judge_answer import JudgeAnswer
from agents.judge_reading import AnswerFaultError, verdict_of
from agents.validator import (
    contradiction_objection,
    evidence_objection,
    grade_objection,
    quote_objection,
    schema_objection,
)
from graph_state.state import SentenceState


def fault_of(answer: str, question: Question) -> str | None:
    """Say why the product would refuse this answer to its own question, or None."""
    try:
        read = JudgeAnswer.model_validate_json(answer)
        result = verdict_of(read, question.sentence, question.claims, question.shown.items)
    except ValidationError as error:
        return f"schema: {error.errors()[0]['msg']}"
    except AnswerFaultError as error:
        return f"schema: {error}"
    evidence = list(question.shown.items.values())
    objection = (
        schema_objection(result, _state(question))
        or grade_objection(result)
        or evidence_objection(result, evidence)
        or contradiction_objection(result, evidence)
        or quote_objection(result, evidence, question.notes)
    )
    return None if objection is None else f"{objection.rule}: {objection.message}"


def _state(question: Question) -> SentenceState:
    one = question.sentence
    return SentenceState(
        findings=[],
        graph_id=one.graph_id,
        graph_version=one.graph_version,
        anchors=one.anchors,
        index=one.index,
        start=one.start,
        end=one.end,
        text=one.text,
        heading=one.heading,
        before=one.before,
    )
