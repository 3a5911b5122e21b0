"""What the judge answers and what is kept: verdicts, findings, omissions and the report."""

from typing import Literal

from pydantic import BaseModel, Field

from clinical.labels import (
    ErrorType,
    Grade,
    Kind,
    Relation,
    Severity,
    SlotName,
    SlotState,
    Status,
)
from graph_state.review import Review
from graph_state.safety import SafetyFinding
from kg.evidence import Evidence


class Citation(BaseModel, frozen=True):
    """One use of evidence by a claim."""

    id: str
    relation: Relation
    quote: str = ""
    """The words of it that decide, where the judge was asked to copy them."""


class Slot(BaseModel, frozen=True):
    """One predicate of a claim with its words, and what came of comparing it.

    Offsets are code points in the whole summary.
    """

    name: SlotName
    text: str
    start: int
    end: int
    state: SlotState
    evidence: tuple[str, ...] = ()
    """Ids of the evidence that the words were compared with."""

    marked: bool = False
    """Shown to a reader as not compared: such words are wrong often enough to look at."""


class ClaimVerdict(BaseModel, frozen=True):
    """The verdict on one claim. Offsets are code points in the whole summary."""

    text: str
    start: int
    end: int
    kind: Kind
    status: Status
    grade: Grade | None = None
    types: tuple[ErrorType, ...] = ()
    attribute: str | None = None
    """What was decided on: `dose`, `laterality`, `date`, `existence`, ..."""

    rule: str | None = None
    """Name of the rule that decided."""

    confidence: float = 0.0
    evidence: tuple[Citation, ...] = ()
    explanation: str = ""
    """One sentence for a reader, with the values compared."""

    slots: tuple[Slot, ...] = ()
    """Each predicate of the claim: matched, contradicted, or left open."""


class Opinion(BaseModel, frozen=True):
    """What one of several judges or votes said of a sentence."""

    judge: str
    status: Status
    grade: Grade | None = None
    types: tuple[ErrorType, ...] = ()
    reasoning: str = ""


class HallucinationDetectionResult(BaseModel, frozen=True):
    """The judge's answer on one sentence (CuraView paper, section 4.4.3).

    The reasoning comes first, so that a model reasons before it labels.
    """

    reasoning: str
    status: Status
    reason: str | None = None
    """Why the sentence was not graded, where it was not."""

    hallucination_status: bool | None = None
    hallucination_types: tuple[ErrorType, ...] = ()
    evidence_grade: Grade | None = None
    severity: Severity | None = None
    confidence: float = Field(default=0.0, ge=0.0, le=1.0)
    absence_rationale: str | None = None
    """For E3: the sources and sections searched, and why silence is a problem."""

    suggestion: str | None = None
    """For E4: the sentence with the smallest correction."""

    claims: tuple[ClaimVerdict, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    """Where several judges or votes were heard: what each of them said."""


class Objection(BaseModel, frozen=True):
    """What the validator holds against a verdict."""

    rule: Literal["R1", "R2", "R3", "R4", "evidence_ids", "quotes", "schema"]
    message: str


class CitedEvidence(BaseModel, frozen=True):
    """Evidence as a finding keeps it: what the judge cited, with its relation."""

    evidence: Evidence
    relation: Relation


class Finding(BaseModel, frozen=True):
    """The final word on one sentence. Offsets are code points in the unmodified summary."""

    index: int
    start: int
    end: int
    text: str
    status: Status
    reason: str | None = None
    result: HallucinationDetectionResult | None = None
    """The accepted verdict; None where the status is `failed`."""

    evidence: tuple[CitedEvidence, ...] = ()
    retries: int = 0
    last_result: HallucinationDetectionResult | None = None
    """The rejected verdict of a failed sentence."""


class Omission(BaseModel, frozen=True):
    """Something a summary of this kind should carry and does not."""

    kind: Kind
    text: str
    evidence: tuple[str, ...]


class Report(BaseModel, frozen=True):
    """The result of checking one summary."""

    patient_id: str
    admission_id: str | None
    target: str
    judge: str
    summary: str
    settings: dict[str, str | int | float | bool]
    versions: dict[str, str]
    findings: tuple[Finding, ...]
    omissions: tuple[Omission, ...] = ()
    sources: dict[str, str] = {}
    """Text of the notes that findings cite, by note id, so a report can show them in place."""

    rows: dict[str, dict[str, str]] = {}
    """Fields of the table rows that findings cite, by `table:row`, to show a row as a whole."""

    names: dict[str, str] = {}
    """What a reader calls the notes that are cited, by note id: `Progress note 2187-03-08`."""

    notices: tuple[str, ...] = ()
    """What a reader has to know of the record: parts that were not read, kinds it lacks."""

    safety: tuple[SafetyFinding, ...] = ()
    """What the text advises and should not, apart from what the record supports."""

    safety_evidence: tuple[Evidence, ...] = ()
    """The evidence that findings of safety cite by id."""

    omission_evidence: tuple[Evidence, ...] = ()
    """The evidence that omissions cite by id."""

    review: Review | None = None
    """What a clinician said of the flags, where one was asked."""
