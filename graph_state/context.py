"""What one run may change. Scalars only, so that Studio can show and edit them."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

MAX_REDETECTIONS = 3


class Context(BaseModel, frozen=True, extra="forbid", use_attribute_docstrings=True):
    """Settings of one run."""

    judge: str = "rules"
    """Which judge decides: `rules` is deterministic and needs no model."""

    evidence: Literal["all", "structured"] = "all"
    """`structured` restricts evidence to tables and radiology."""

    top_k: Annotated[int, Field(ge=1, le=100)] = 20
    """Entities fetched per sentence by vector similarity."""

    passages: Annotated[int, Field(ge=0, le=100)] = 12
    """Passages of notes fetched per sentence."""

    max_redetections: Annotated[int, Field(ge=0, le=MAX_REDETECTIONS)] = MAX_REDETECTIONS
    """How often the validator may send a sentence back."""

    closed_allergies: bool = True
    """An allergy that an explicit allergy list does not hold is contradicted."""

    closed_discharge_medications: bool = True
    """A discharge drug that the discharge medication list does not hold is contradicted."""

    operating_point: Literal["recall", "balanced", "precision"] = "balanced"
    """How readily a doubtful claim is flagged."""

    human_review: bool = False
    """Pause for a clinician before the report when a sentence is graded E3 or E4."""
