"""What a model answers when it is asked for an error: a form that servers can enforce."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


def _bounded(length: int) -> object:
    return Field(json_schema_extra={"maxLength": length})


class RewriteAnswer(BaseModel):
    """One sentence made wrong."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        use_attribute_docstrings=True,
        json_schema_extra={"additionalProperties": False},
    )

    evidence_id: Annotated[str, _bounded(8)] = ""
    """The id of the item that says what the original sentence says; empty for an invention."""

    old: Annotated[str, _bounded(120)] = ""
    """The words of the original that are replaced."""

    new: Annotated[str, _bounded(160)] = ""
    """The words that stand in their place."""

    entity: Annotated[str, _bounded(80)] = ""
    """The name of the thing that was invented, or that took the place of another."""

    rewrite: Annotated[str, _bounded(900)]
    """The whole sentence as it reads now."""

    explanation: Annotated[str, _bounded(240)] = ""
    """What was true, and what is said now."""
