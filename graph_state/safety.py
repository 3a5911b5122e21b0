"""What is unsafe in instructions to a patient, apart from whether the record supports them."""

from typing import Literal

from pydantic import BaseModel

from clinical.labels import Severity
from graph_state.factcheck import PathStep

SafetyKind = Literal[
    "stopped_drug",
    "allergy",
    "contraindication",
    "pregnancy",
    "interaction",
    "value",
    "dose",
    "duplicate",
    "missing_end",
    "missing_follow_up",
]


class SafetyFinding(BaseModel, frozen=True):
    """One danger. Offsets are code points in the text that was checked."""

    kind: SafetyKind
    severity: Severity
    message: str
    """One sentence for a reader."""

    text: str
    """The sentence that gives the advice."""

    start: int
    end: int
    named_start: int
    named_end: int
    """The span of the name of the drug."""

    evidence: tuple[str, ...] = ()
    """Ids of the evidence of the patient's record."""

    path: tuple[PathStep, ...] = ()
    """What the reference graph holds about it."""
