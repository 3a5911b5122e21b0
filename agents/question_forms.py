"""What models answer when they ask, answer and compare: forms that servers can enforce."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.questions import Asked
from clinical.labels import ErrorType

MOST_QUESTIONS = 8


def _bounded(length: int) -> object:
    return Field(json_schema_extra={"maxLength": length})


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class AskedQuestion(_Form):
    """One question about a sentence."""

    words: Annotated[str, _bounded(160)]
    """The words of the sentence that give the answer, copied from it."""

    question: Annotated[str, _bounded(200)]
    expected: Annotated[str, _bounded(80)]
    asked: Asked = "other"
    error_type: ErrorType


class AskedQuestions(_Form):
    """All questions about a sentence."""

    questions: Annotated[
        tuple[AskedQuestion, ...], Field(json_schema_extra={"minItems": 1, "maxItems": 8})
    ]


class Source(_Form):
    """An item that gives an answer."""

    id: Annotated[str, Field(json_schema_extra={"pattern": "^S[0-9]{1,3}$"})]
    quote: Annotated[str, _bounded(120)] = ""


class RecordAnswer(_Form):
    """The answer of the record to one question."""

    number: int
    evidence: Annotated[tuple[Source, ...], Field(json_schema_extra={"maxItems": 2})] = ()
    answer: Annotated[str, _bounded(120)] = ""
    """Empty where the items give none."""


class RecordAnswers(_Form):
    """The answers to all questions."""

    answers: Annotated[tuple[RecordAnswer, ...], Field(json_schema_extra={"maxItems": 8})]


class Comparison(_Form):
    """Whether two answers to one question agree."""

    number: int
    match: Literal["same", "different", "unclear"]


class Comparisons(_Form):
    """The comparison of all pairs."""

    comparisons: Annotated[tuple[Comparison, ...], Field(json_schema_extra={"maxItems": 8})]
