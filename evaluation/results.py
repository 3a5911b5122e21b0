"""The outcome of evaluating one data set."""

from pydantic import BaseModel

from evaluation.error_listing import WrongDecision
from evaluation.metrics import Measures
from evaluation.outcomes import Outcomes


class DatasetResult(BaseModel, frozen=True):
    """The figures of one set, and every decision that differs from its label."""

    dataset: str
    judge: str
    measures: Measures
    errors: tuple[WrongDecision, ...]
    seconds: float
    outcomes: Outcomes = Outcomes()

    @property
    def sentences_per_second(self) -> float | None:
        """Labeled sentences by wall time, reading of the record and its graph included."""
        return self.measures.n_sentences / self.seconds if self.seconds else None
