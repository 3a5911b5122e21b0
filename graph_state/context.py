"""What one run may change. Scalars only, so that Studio can show and edit them."""

from typing import Annotated, Literal, TypeVar

from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from kg.graph import EvidenceSetting

MAX_REDETECTIONS = 3

JUDGES = ("rules", "llm", "hybrid", "qa")
"""Judges that every run knows; an evaluation adds its baselines."""


class Context(BaseModel, frozen=True, extra="forbid", use_attribute_docstrings=True):
    """Settings of one run."""

    judge: Annotated[str, Field(json_schema_extra={"enum": list(JUDGES)})] = "rules"
    """Which judge decides: `rules` is deterministic and needs no model."""

    evidence: EvidenceSetting = "all"
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

    operating_point: Literal["recall", "balanced", "precision", "as_judged"] = "balanced"
    """How readily a doubtful claim is flagged; `as_judged` is for fitting confidences."""

    human_review: bool = False
    """Pause for a clinician before the report when a sentence is graded E3 or E4."""

    model_judge: str = ""
    """Name of the model that judges; empty for the one of the settings."""

    model_second_judge: str = ""
    """A second model that votes as well; empty for none but that of the settings."""

    votes: Annotated[int, Field(ge=1, le=9)] = 1
    """Answers asked of each judging model; the grade that most of them give is taken."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    """How freely a model answers; several votes need more than zero to differ."""

    sentences_per_call: Annotated[int, Field(ge=1, le=16)] = 1
    """Neighboring sentences put before a model at once."""

    evidence_characters: Annotated[int, Field(ge=500, le=200_000)] = 12_000
    """Evidence put before a model in one call."""

    tool_calls: Annotated[int, Field(ge=0, le=8)] = 0
    """Searches that the judging model may ask for beside those of every sentence."""

    proof: Annotated[float, Field(ge=0, le=1)] = 0.97
    """Confidence from which on a verdict of the rules stands without asking a model (hybrid)."""


Settings = TypeVar("Settings", bound=BaseModel)


def context_of(runtime: Runtime[Settings], kind: type[Settings]) -> Settings:
    """Return the settings of a run; one that was started without any has the defaults."""
    # LangGraph types the context as always there, and gives None where a caller sent none.
    given: Settings | None = runtime.context
    return kind() if given is None else given
