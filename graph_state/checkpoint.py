"""How the state is written to a checkpoint: only the records named here may be read back."""

from zlib import compress, decompress

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
)
from graph_state.generation import GENERATION_RECORDS
from graph_state.loop import LOOP_RECORDS
from graph_state.loop_scoring import LOOP_SCORING_RECORDS
from graph_state.review import Review, SentenceDecision
from graph_state.searches import Search
from kg.evidence import Evidence
from kg.instance import Instance, InstanceEdge
from kg.instance_index import Surroundings

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
    Instance,
    InstanceEdge,
    HallucinationDetectionResult,
    Objection,
    Omission,
    Opinion,
    Quantity,
    Report,
    Review,
    Search,
    SentenceDecision,
    SourceRef,
    Surroundings,
    TimeSpan,
)
"""Every record that may stand in a state or a cached value."""


FAST = 1
"""Level of compression: text of reports shrinks to a tenth at hardly any cost."""


def serializer() -> JsonPlusSerializer:
    """Return a serializer that reads back our own records and nothing else."""
    return JsonPlusSerializer(allowed_msgpack_modules=list(RECORDS))


class CompressedSerializer:
    """The same, compressed: for a state that holds many reports and is written after each step."""

    def __init__(self) -> None:
        self._plain = serializer()

    def dumps_typed(self, obj: object) -> tuple[str, bytes]:
        """Write a value and compress it."""
        kind, written = self._plain.dumps_typed(obj)
        return kind, compress(written, FAST)

    def loads_typed(self, data: tuple[str, bytes]) -> object:
        """Read a value that was written here."""
        kind, written = data
        value: object = self._plain.loads_typed((kind, decompress(written)))
        return value
