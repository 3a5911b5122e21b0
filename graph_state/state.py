"""State schemas: what comes in, what goes out, and what each part of the graph sees."""

import operator
from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from clinical.facts import Anchors, Fact
from graph_state.findings import Finding, HallucinationDetectionResult, Objection, Report
from kg.evidence import Evidence


class CheckInput(TypedDict):
    """What a caller sends. The graph of the patient must be in the store."""

    patient_id: str
    admission_id: NotRequired[str | None]
    target: NotRequired[str]
    summary: str


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


class CheckState(CheckInput, CheckOutput):
    """What the outer graph works on."""

    sentences: list[SentenceInput]


class SentenceState(SentenceInput, Collected):
    """What the agents share about one sentence."""

    claims: NotRequired[list[Fact]]
    evidence: NotRequired[list[Evidence]]
    result: NotRequired[HallucinationDetectionResult]
    objection: NotRequired[Objection | None]
    attempts: NotRequired[Annotated[int, operator.add]]
