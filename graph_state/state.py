"""State schemas: what comes in, what goes out, and what each part of the graph sees."""

import operator
from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from clinical.facts import Anchors, Fact
from graph_state.findings import (
    Finding,
    HallucinationDetectionResult,
    Objection,
    Report,
)
from graph_state.named_inputs import AdmissionId, PatientId, SummaryText, TargetName
from graph_state.review import Review
from graph_state.searches import Search
from kg.evidence import Evidence
from kg.instance_index import Surroundings


class CheckInput(TypedDict):
    """What a caller sends. The graph of the patient must be in the store."""

    patient_id: PatientId
    admission_id: NotRequired[AdmissionId]
    target: NotRequired[TargetName]
    summary: NotRequired[SummaryText]
    """The text to check; a served graph takes the bundled target where it is missing."""


class Collected(TypedDict):
    """What every sentence adds to."""

    findings: Annotated[list[Finding], operator.add]


class CheckOutput(Collected):
    """What a caller gets."""

    report: Report


class SentenceInput(TypedDict):
    """One sentence, sent out to be checked."""

    graph_id: str
    graph_version: str
    anchors: Anchors
    index: int
    start: int
    end: int
    text: str
    heading: str
    """The problem heading above the sentence, or an empty string."""

    before: str
    """The text of the sentence before, for words that refer back."""

    torn: NotRequired[bool]
    """The text is a piece of something longer than any sentence."""

    search: NotRequired[str]
    """The retrieval settings of the run, which every cache key carries."""


class CheckState(CheckInput, CheckOutput):
    """What the outer graph works on."""

    sentences: list[SentenceInput]
    review: NotRequired[Review | None]


class SentenceState(SentenceInput, Collected):
    """What the agents share about one sentence."""

    claims: NotRequired[list[Fact]]
    evidence: NotRequired[list[Evidence]]
    surroundings: NotRequired[Surroundings]
    """The instances that bear on the claims, with what joins them."""

    made: NotRequired[Annotated[list[Search], operator.add]]
    """Every search so far: tool, arguments, and what came back."""

    result: NotRequired[HallucinationDetectionResult]
    objection: NotRequired[Objection | None]
    attempts: NotRequired[Annotated[int, operator.add]]
    """How often the judge has decided on this sentence."""

    searches: NotRequired[Annotated[int, operator.add]]
    """How often the retriever has searched; each search is wider than the one before."""

    news: NotRequired[bool]
    """The last search found evidence that the one before had not."""

    deterministic: NotRequired[bool]
    """The judge answers the same evidence with the same verdict."""
