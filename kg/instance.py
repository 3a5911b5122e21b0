"""One thing that was or happened, as a node of the patient graph, and what joins two of them."""

from typing import Literal, get_args

from pydantic import BaseModel

from clinical.facts import Quantity, TimeSpan
from clinical.labels import Assertion, Laterality, MedicationStatus
from clinical.sources import SourceRef

InstanceKind = Literal[
    "result",
    "vital_sign",
    "dose_period",
    "culture",
    "isolate",
    "susceptibility",
    "study",
    "finding",
    "operation",
    "episode",
    "transfer",
    "allergy",
    "event",
]
"""`operation` covers every procedure that is no study; `episode` a disease or symptom told of one
time; `transfer` every department, admission and disposition."""

EdgeKind = Literal[
    "value_of",
    "found_by",
    "part_of",
    "given_for",
    "causes",
    "before",
    "allergic_to",
    "contraindicated_with",
]
"""`value_of`: a result or vital sign, to the entity that was measured. `found_by`: a finding or
isolate, to its study or culture. `part_of`: a susceptibility, to its isolate. `given_for`: a dose
period, to the episode that the text names as its purpose. `causes`: the cause, to its effect.
`before`: of two dated instances of one concept, the earlier to the next. `allergic_to`: an
allergy, to the drug that the record tells of. `contraindicated_with`: a dose period, to the
allergy that bars it."""

INSTANCE_KINDS: tuple[InstanceKind, ...] = get_args(InstanceKind)
EDGE_KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)


TOLD: frozenset[EdgeKind] = frozenset(
    {"causes", "given_for", "allergic_to", "contraindicated_with"}
)
"""Edges that join two concepts, so that evidence on the one says nothing of the link."""


class Instance(BaseModel, frozen=True):
    """One result, period of one dose, culture, episode, ...: told once or in several places."""

    id: str
    kind: InstanceKind
    entity: str
    """Id of the entity that it is an instance of: a test, a drug, a disease."""

    concept: str
    name: str
    broader: tuple[str, ...] = ()
    """Ids of wider concepts, nearest first."""

    owner: Literal["patient", "relative"] = "patient"
    assertion: Assertion = "present"
    time: TimeSpan | None = None
    side: Laterality | None = None
    site: str | None = None
    study: str | None = None
    """Concept id of the study that found it, or of the culture with its specimen."""

    value: str = ""
    """What was found or given, in words: `1.8 mg/dL`, `left mild`, `40 mg oral 1 a day`."""

    quantity: Quantity | None = None
    status: MedicationStatus | None = None
    section: str | None = None
    """Section of the first place that tells of it."""

    evidence: tuple[str, ...] = ()
    """Ids of the evidence that tells of it, in record order."""

    spans: tuple[SourceRef, ...] = ()
    """The exact places it was read from, in the same order."""

    @property
    def day(self) -> str | None:
        """The one day of it, as `YYYY-MM-DD`; None where none or several are known."""
        if self.time is None or not self.time.earliest or not self.time.latest:
            return None
        first, last = self.time.earliest[:10], self.time.latest[:10]
        return first if first == last else None


class InstanceEdge(BaseModel, frozen=True):
    """What joins an instance to another one, or to an entity."""

    id: str
    kind: EdgeKind
    source: str
    """Id of an instance."""

    target: str
    """Id of an instance; of an entity where the kind is `value_of`."""

    evidence: tuple[str, ...] = ()
    """Ids of the evidence that tells of the link; of both ends where medicine alone tells of it."""
