"""What the loop of generation against detection works on: its settings, rounds and states."""

import operator
from typing import Annotated, Self

from pydantic import BaseModel, Field, model_validator
from typing_extensions import TypedDict

from graph_state.context import Context
from graph_state.findings import Report
from graph_state.generation import GeneratedSummary, GenerateInput, GenerationContext
from graph_state.loop_scoring import RoundFigures
from graph_state.named_inputs import AdmissionId, PatientId, SummaryText, TargetName
from graph_state.state import CheckInput

CONTROL = 0
"""The round in which nothing is planted: what is flagged here was there before."""

MOST_ROUNDS = 20
SEED_STEP = 1000
"""Rounds are seeded so far apart, so that those of neighboring seeds differ."""


class LoopContext(
    Context, GenerationContext, frozen=True, extra="forbid", use_attribute_docstrings=True
):
    """Settings of one loop: those of its checks, those of its generations, and the rounds."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 3
    """Rounds of generation and detection; one without errors comes before them, as a control."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.0
    """How freely a judging model answers; several votes need more than zero to differ."""

    generator_temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    """How freely the engine `model` writes."""

    @model_validator(mode="after")
    def _without_review(self) -> Self:
        if self.human_review:
            raise ValueError("human_review: nobody is asked within a loop; leave it off")
        return self

    @property
    def checking(self) -> Context:
        """The settings of every check."""
        return Context.model_validate(self.model_dump(include=set(Context.model_fields)))

    @property
    def generating(self) -> GenerationContext:
        """The settings of the first generation."""
        given = self.model_dump(include=set(GenerationContext.model_fields))
        return GenerationContext.model_validate(given | {"temperature": self.generator_temperature})


class KnownError(BaseModel, frozen=True):
    """A sentence that was wrong before anything was planted."""

    admission_id: str
    text: str


class RoundSummary(BaseModel, frozen=True):
    """A summary with the errors planted in one round."""

    round: int
    generated: GeneratedSummary


class RoundReport(BaseModel, frozen=True):
    """What the check found in a rewritten summary of one round."""

    round: int
    report: Report


class RoundResult(BaseModel, frozen=True):
    """What one round came to, and the settings with which its errors were made."""

    round: int
    settings: GenerationContext
    figures: RoundFigures


class LoopInput(TypedDict, total=False):
    """What a caller sends: one patient, or several documents."""

    patient_id: PatientId
    admission_id: AdmissionId
    target: TargetName
    summary: SummaryText
    """The text of the one patient; a served graph takes the bundled target without it."""

    documents: Annotated[
        list[GenerateInput], Field(description="Several texts instead of the one patient.")
    ]
    """Several texts instead, each named like a single one."""

    known_wrong: Annotated[
        list[KnownError],
        Field(description="Sentences that a reader found wrong; the scoring alone sees them."),
    ]
    """Sentences of the original texts that a reader found wrong; the scoring alone sees them."""


class LoopOutput(TypedDict):
    """What a caller gets: every round, with what was planted in it and what was found."""

    results: Annotated[list[RoundResult], operator.add]
    generated: Annotated[list[RoundSummary], operator.add]
    checked: Annotated[list[RoundReport], operator.add]


class LoopState(LoopInput, LoopOutput):
    """What the loop works on."""

    round: int
    """The present round; it never passes the number of rounds of the settings."""

    settings: GenerationContext
    """How the errors of the present round are made: the adapted weights stand here."""

    texts: list[CheckInput]
    """The rewritten summaries of the present round, without a word on what was planted."""


class GenerationTask(TypedDict):
    """One document, sent out to have errors put into it."""

    round: int
    settings: GenerationContext
    document: GenerateInput


class CheckTask(TypedDict):
    """One text, sent out to be checked. Nothing of its generation may stand here."""

    round: int
    text: CheckInput


LOOP_RECORDS = (KnownError, LoopContext, RoundReport, RoundResult, RoundSummary)
"""Every record of a loop that may stand in a state, beyond those of its scoring."""


def seed_of(context: LoopContext, round_: int) -> int:
    """Return the seed of a round; the first one has that of the loop itself."""
    return context.seed + SEED_STEP * max(round_ - 1, 0)
