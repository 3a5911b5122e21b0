"""What a model answers about a sentence: a form that servers can enforce.

Reasoning comes before labels, and every list and text is bounded, or a small model never ends.
The bounds hold the one who writes; a longer answer is read all the same.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from clinical.labels import ErrorType, Grade, Relation


def _bounded(length: int) -> object:
    return Field(json_schema_extra={"maxLength": length})


class _Form(BaseModel):
    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        use_attribute_docstrings=True,
    )


class CitedItem(_Form):
    """One use of an item of the record."""

    id: Annotated[str, Field(json_schema_extra={"pattern": "^S[0-9]{1,3}$"})]
    """The id of the item, as it stands in the record."""

    relation: Relation
    quote: Annotated[str, _bounded(120)] = ""
    """The deciding words, copied letter by letter from the item."""


class ClaimAnswer(_Form):
    """One claim of the sentence."""

    text: Annotated[str, _bounded(160)]
    """The words of the claim, copied from the sentence."""

    comparison: Annotated[str, _bounded(120)] = ""
    """What the record says of it."""

    evidence: Annotated[tuple[CitedItem, ...], Field(json_schema_extra={"maxItems": 2})] = ()
    types: Annotated[tuple[ErrorType, ...], Field(json_schema_extra={"maxItems": 3})] = ()
    grade: Grade


class JudgeAnswer(_Form):
    """The verdict on one sentence, in the four stages of the reasoning."""

    reasoning: Annotated[str, _bounded(400)]
    claims: Annotated[
        tuple[ClaimAnswer, ...], Field(json_schema_extra={"minItems": 1, "maxItems": 8})
    ] = ()
    status: Literal["graded", "abstained"] = "graded"
    reason: Annotated[str, _bounded(200)] = ""
    """Why nothing can be decided; empty for a graded sentence."""

    hallucination_status: bool | None
    hallucination_types: Annotated[
        tuple[ErrorType, ...], Field(json_schema_extra={"maxItems": 4})
    ] = ()
    evidence_grade: Grade | None
    absence_rationale: Annotated[str, _bounded(300)] = ""
    suggestion: Annotated[str, _bounded(400)] = ""
    confidence: Annotated[int, Field(json_schema_extra={"minimum": 0, "maximum": 100})] = 50

    @field_validator("confidence", mode="before")
    @classmethod
    def _percent(cls, told: object) -> object:
        """Read a share of one as percent, and keep what is out of range at its end."""
        if isinstance(told, float) and 0 < told <= 1:
            told *= 100
        return min(100, max(0, round(told))) if isinstance(told, int | float) else told


class NumberedAnswer(JudgeAnswer):
    """The verdict on one of several sentences."""

    sentence: int
    """The number that the sentence was given with."""


class JudgeAnswers(_Form):
    """Verdicts on several sentences."""

    verdicts: Annotated[tuple[NumberedAnswer, ...], Field(json_schema_extra={"maxItems": 16})]
