"""What the check against a reference graph keeps: claims, paths, scores and the report."""

from typing import Literal

from pydantic import BaseModel
from typing_extensions import TypedDict

ClaimStatus = Literal["supported", "contradicted", "weak", "unverifiable"]
"""`weak`: the two things are connected, but by nothing that proves or refutes the claim."""


class MedicalClaim(BaseModel, frozen=True):
    """One statement that relates two medical things (FAITH paper, "Claims of fact").

    Offsets are code points in the text that was checked.
    """

    subject: str
    relation: str
    """A sense of `kg.reference.senses`: `treats`, `contraindicated`, `interacts`, ..."""

    object: str
    denied: bool = False
    """The statement says that the relation does not hold: `is safe in`."""

    text: str
    """The sentence that states it."""

    start: int
    end: int
    confidence: float = 1.0
    """How sure the extraction is, 0 to 1."""


class PathStep(BaseModel, frozen=True):
    """One edge of a path, in the direction in which the graph tells it."""

    subject: str
    relation: str
    object: str
    origin: str
    """The graph that holds the edge."""

    severity: str = ""
    why: str = ""


class CheckedClaim(BaseModel, frozen=True):
    """A claim with the path that decides about it."""

    claim: MedicalClaim
    status: ClaimStatus
    score: float | None = None
    """Factuality in [-1, 1] (Eq. 2); None where nothing could be verified."""

    path: tuple[PathStep, ...] = ()
    reason: str = ""
    """Why a claim is unverifiable."""


class FactcheckReport(BaseModel, frozen=True):
    """The check of one text."""

    text: str
    claims: tuple[CheckedClaim, ...]
    score: float | None
    """Mean over the claims that could be verified (Eq. 3); None where there are none."""

    coverage: float
    """Share of the claims that could be verified; 0 where there are none."""

    graphs: tuple[str, ...]
    """Names of the reference graphs."""


class FactcheckInput(TypedDict):
    """What a caller sends."""

    text: str


class FactcheckState(FactcheckInput):
    """What the nodes see."""

    claims: list[MedicalClaim]
    checked: list[CheckedClaim]


class FactcheckOutput(TypedDict):
    """What a caller gets."""

    report: FactcheckReport
