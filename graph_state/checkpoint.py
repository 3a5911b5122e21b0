"""How the state is written to a checkpoint: only the records named here may be read back."""

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from clinical.facts import Anchors, Concept, Fact, Quantity, TimeSpan
from clinical.sources import SourceRef
from graph_state.context import Context
from graph_state.findings import (
    Citation,
    CitedEvidence,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
    Objection,
    Omission,
    Opinion,
    Report,
    Review,
)
from graph_state.generation import GENERATION_RECORDS
from graph_state.loop import LOOP_RECORDS
from graph_state.loop_scoring import LOOP_SCORING_RECORDS
from kg.evidence import Evidence

RECORDS = (
    *GENERATION_RECORDS,
    *LOOP_RECORDS,
    *LOOP_SCORING_RECORDS,
    Anchors,
    Citation,
    CitedEvidence,
    ClaimVerdict,
    Concept,
    Context,
    Evidence,
    Fact,
    Finding,
    HallucinationDetectionResult,
    Objection,
    Omission,
    Opinion,
    Quantity,
    Report,
    Review,
    SourceRef,
    TimeSpan,
)
"""Every record that may stand in a state or a cached value."""


def serializer() -> JsonPlusSerializer:
    """Return a serializer that reads back our own records and nothing else."""
    return JsonPlusSerializer(allowed_msgpack_modules=list(RECORDS))
