"""What an experiment was asked for."""

from typing import Annotated

from pydantic import BaseModel, Field

from evaluation.experiment.arms import Arm
from graph_state.context import Context
from graph_state.generation import GenerationContext


class ExperimentSettings(BaseModel, frozen=True):
    """Everything that the outcome depends on, beside the cohorts and the program."""

    seed: int = 0
    context: Context = Context()
    arms: tuple[Arm, ...]
    ratio: Annotated[float, Field(ge=0, le=1)] = 0.4
    """Share of the applicable sentences made wrong where a cohort has no labels."""

    most_injections: Annotated[int, Field(ge=0, le=20)] = 5
    """Wrong sentences a summary, from none up to this many (Medical Lie Detector)."""

    def injected(self, per_note: int) -> GenerationContext:
        """Return how exactly so many errors are put into each summary."""
        return GenerationContext(seed=self.seed, per_note=per_note)

    def by_ratio(self) -> GenerationContext:
        """Return how a cohort without labels is given errors."""
        return GenerationContext(seed=self.seed, ratio=self.ratio)
