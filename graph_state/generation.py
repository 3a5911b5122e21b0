"""What the generator of errors makes: planted errors with the facts they falsify, and counts."""

import operator
from typing import Annotated, Literal, NotRequired, Self

from pydantic import BaseModel, Field, model_validator
from typing_extensions import TypedDict

from clinical.facts import Anchors, Concept
from clinical.labels import ERROR_TYPES, ErrorType, Grade, Kind
from clinical.sources import SourceRef
from graph_state.named_inputs import AdmissionId, PatientId, SummaryText, TargetName
from graph_state.named_values import read_named_values, read_weights

MAX_REGENERATIONS = 3

Difficulty = Literal["easy", "medium", "hard"]
"""How far the false statement lies from the true one: `hard` is the nearest."""

DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")

Attribute = Literal[
    "identity",
    "descriptor",
    "value",
    "dose",
    "frequency",
    "route",
    "status",
    "side",
    "result",
    "assertion",
    "date",
    "duration",
    "existence",
]
"""What of a fact an edit changes. `identity` names another entity, `existence` invents one."""


class EvidenceLink(BaseModel, frozen=True):
    """The place of the record that says what the original sentence said."""

    id: str
    source: SourceRef
    quote: str


class EditedFact(BaseModel, frozen=True):
    """The fact that an edit falsifies: what it was, what it became and where the record has it."""

    kind: Kind
    attribute: Attribute
    concept: Concept
    """Concept of the original fact; of the invented entity where nothing was replaced."""

    new_concept: Concept | None = None
    """Concept that stands in the place of the original one, where the entity itself changed."""

    old: str
    """The true value as written, empty for an invention."""

    new: str
    evidence: tuple[EvidenceLink, ...] = ()


class Edit(BaseModel, frozen=True):
    """One error: a stretch of the original sentence, what replaced it, and why that is false.

    Offsets are half-open code points from the start of the sentence.
    """

    error_type: ErrorType
    grade: Grade
    difficulty: Difficulty
    original_start: int
    original_end: int
    original_text: str
    start: int
    end: int
    text: str
    fact: EditedFact
    explanation: str


class Proposal(BaseModel, frozen=True):
    """A rewritten sentence with all its edits, in the order of the text."""

    text: str
    edits: tuple[Edit, ...]
    fault: str = ""
    """Why the engine could not make out its edits, where it could not."""

    pending: bool = False
    """The answer of a model is still awaited."""


class PlantedError(BaseModel, frozen=True):
    """A sentence made wrong on purpose, with everything that a label needs."""

    patient_id: str
    admission_id: str | None
    target: str
    sentence_index: int
    original_start: int
    """Offset of the original sentence in the original summary."""

    original_end: int
    original_text: str
    text: str
    types: tuple[ErrorType, ...]
    grade: Grade
    difficulty: Difficulty
    edits: tuple[Edit, ...]
    explanation: str
    engine: str
    seed: int
    attempts: int


class Discarded(BaseModel, frozen=True):
    """A sampled sentence for which no rewrite was accepted, with the last objection."""

    sentence_index: int
    reason: str
    attempts: int


class GenerationCounts(BaseModel, frozen=True):
    """How many sentences there were, could be rewritten, were wanted and were made wrong."""

    sentences: int = 0
    applicable: int = 0
    wanted: int = 0
    planted: int = 0
    discarded: int = 0


class GeneratedSummary(BaseModel, frozen=True):
    """A summary with errors in it, beside the original."""

    patient_id: str
    admission_id: str | None
    target: str
    seed: int
    engine: str
    original: str
    text: str
    counts: GenerationCounts
    errors: tuple[PlantedError, ...]
    discarded: tuple[Discarded, ...] = ()
    unsuitable: tuple[str | None, ...] = ()
    """For each sentence, why it was not suited for rewriting; None where it was."""

    not_checkable: tuple[int, ...] = ()
    """Indexes of sentences that state nothing the record could prove or refute."""


class GenerationContext(BaseModel, frozen=True, extra="forbid", use_attribute_docstrings=True):
    """Settings of one generation. Scalars only, so that Studio can show and edit them."""

    engine: str = "rules"
    """Which engine rewrites: `rules` is deterministic and needs no model."""

    model_generator: str = ""
    """Model of the engine `model`; empty takes that of the settings."""

    seed: int = 0
    """The same seed gives the same errors."""

    ratio: Annotated[float, Field(ge=0, le=1)] = 0.4
    """Share of the applicable sentences that are made wrong (CuraView paper, section 4.2.1)."""

    per_note: Annotated[int, Field(ge=-1)] = -1
    """Exact number of wrong sentences in each summary; 0 is a control, -1 uses the ratio."""

    types: str = ""
    """Error types to plant, parted by commas; empty means all seven."""

    difficulty: Literal["easy", "medium", "hard", "mixed"] = "mixed"
    """How far the false statements lie from the true ones."""

    type_weights: str = ""
    """How often types come up beside one another, as `time_error=3`; one not named weighs 1."""

    type_difficulties: str = ""
    """Difficulties asked of single types, as `time_error=hard`; the others follow `difficulty`."""

    several: Annotated[float, Field(ge=0, le=1)] = 0.15
    """Share of the wrong sentences that are given a second error."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    """How freely the engine `model` writes."""

    max_regenerations: Annotated[int, Field(ge=0, le=MAX_REGENERATIONS)] = MAX_REGENERATIONS
    """How often the validator may send a sentence back before it is discarded."""

    @model_validator(mode="after")
    def _known_types(self) -> Self:
        unknown = sorted({t.strip() for t in self.types.split(",") if t.strip()} - {*ERROR_TYPES})
        if unknown:
            raise ValueError(f"types: unknown {unknown[0]!r}; choose of {', '.join(ERROR_TYPES)}")
        _ = self.weights, self.asked_difficulties
        return self

    @property
    def wanted_types(self) -> tuple[ErrorType, ...]:
        """The error types to plant, in their canonical order."""
        named = {written.strip() for written in self.types.split(",") if written.strip()}
        return tuple(t for t in ERROR_TYPES if not named or t in named)

    @property
    def weights(self) -> dict[ErrorType, int]:
        """The weight of every type."""
        given = read_weights("type_weights", self.type_weights, ERROR_TYPES)
        return {t: given.get(t, 1) for t in ERROR_TYPES}

    @property
    def asked_difficulties(self) -> dict[ErrorType, Difficulty]:
        """The difficulty asked of each type that one is asked of."""
        given = read_named_values("type_difficulties", self.type_difficulties, ERROR_TYPES)
        levels: dict[str, Difficulty] = {level: level for level in DIFFICULTIES}
        unknown = [level for level in given.values() if level not in levels]
        if unknown:
            known = ", ".join(DIFFICULTIES)
            raise ValueError(f"type_difficulties: unknown {unknown[0]!r}; choose of {known}")
        return {t: levels[given[t]] for t in ERROR_TYPES if t in given}


class GenerateInput(TypedDict):
    """What a caller sends. The graph of the patient must be in the store."""

    patient_id: PatientId
    admission_id: NotRequired[AdmissionId]
    target: NotRequired[TargetName]
    summary: NotRequired[SummaryText]
    """The text to put errors into; a served graph takes the bundled target without it."""


class RewriteInput(TypedDict):
    """One sentence, sent out to be made wrong."""

    graph_id: str
    anchors: Anchors
    summary: str
    index: int
    start: int
    end: int
    text: str
    heading: str
    before: str
    error_types: tuple[ErrorType, ...]
    """Types to try, the wanted one first."""

    difficulty: Difficulty
    errors: int
    """How many errors the sentence shall carry."""


class Outcome(BaseModel, frozen=True):
    """How the rewriting of one sentence ended."""

    index: int
    proposal: Proposal | None
    attempts: int
    reason: str = ""
    """Why nothing was accepted."""

    pending: bool = False
    """The answer of a model is still awaited, so the sentence is not given up."""


class Rewritten(TypedDict):
    """What every sentence adds to."""

    outcomes: Annotated[list[Outcome], operator.add]


class GenerateOutput(TypedDict):
    """What a caller gets."""

    generated: GeneratedSummary


class GenerateState(GenerateInput, Rewritten, GenerateOutput):
    """What the outer graph works on."""

    queue: list[RewriteInput]
    """Sentences in their seeded order: those beyond the wanted number are in reserve."""

    sent: int
    """How many of the queue have been sent out."""

    wanted: int
    unsuitable: tuple[str | None, ...]
    not_checkable: tuple[int, ...]


class RewriteState(RewriteInput, Rewritten):
    """What generator and checks share about one sentence."""

    proposal: NotRequired[Proposal | None]
    objections: NotRequired[Annotated[list[str], operator.add]]
    """What was held against each proposal so far."""

    refused: NotRequired[Annotated[list[Proposal], operator.add]]
    accepted: NotRequired[bool]
    attempts: NotRequired[Annotated[int, operator.add]]


GENERATION_RECORDS = (
    Discarded,
    Edit,
    EditedFact,
    EvidenceLink,
    GeneratedSummary,
    GenerationContext,
    GenerationCounts,
    Outcome,
    PlantedError,
    Proposal,
)
"""Every record of a generation that may stand in a state."""
