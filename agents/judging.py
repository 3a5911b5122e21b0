"""The one interface of all judges."""

from typing import Protocol

from pydantic import BaseModel

from clinical.facts import Anchors, Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult, Objection
from kg.evidence import Evidence
from kg.instance_index import Surroundings


class SentenceToJudge(BaseModel, frozen=True):
    """One sentence with its place in the summary and what its words may refer back to."""

    index: int
    start: int
    end: int
    text: str
    heading: str = ""
    before: str = ""
    anchors: Anchors = Anchors()
    objection: Objection | None = None
    """Why the last verdict was refused, on a re-detection."""

    graph_id: str = ""
    graph_version: str = ""
    """The patient's graph, with which every cache key begins."""

    surroundings: Surroundings = Surroundings()
    """The instances that bear on the claims, with what joins them."""

    refused: int = 0
    """How many verdicts on the sentence were refused so far."""

    last_attempt: bool = False
    """No further re-detection follows."""


class Judge(Protocol):
    """Decides on one sentence from the evidence retrieved, and cites nothing else."""

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        """Return the verdict; every cited id must be in `evidence`."""
        ...


def is_deterministic(judge: Judge) -> bool:
    """Say whether a judge declares, with `deterministic = True`, that it never changes its mind.

    Asking such a judge again with the same evidence is useless, so only a wider search may.
    """
    return getattr(judge, "deterministic", False) is True
