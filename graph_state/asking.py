"""What travels while a question is answered: links, drafts, rounds of search, and the answer."""

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from graph_state.named_inputs import AdmissionId, PatientId
from kg.evidence import Evidence

MAX_ROUNDS = 3
"""Searches for one question (second paper, 2.3.2.3)."""

DEEPEST = 4

Mode = Literal["BFS", "DFS"]
LinkWay = Literal["exact", "concept", "fuzzy", "similar"]
AskStatus = Literal["answered", "unknown", "refused"]
"""`unknown`: the graph does not say. `refused`: not a question to this graph."""


class AskContext(BaseModel, frozen=True, extra="forbid", use_attribute_docstrings=True):
    """Settings of one run."""

    max_rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = MAX_ROUNDS
    """How often the graph may be searched for one question."""

    evaluate: bool = True
    """Judge whether what was found is enough, and search again; off for the plain baseline."""

    graph_only: bool = True
    """Refuse what the graph does not know; else a model may answer, marked as its own words."""

    use_models: bool = False
    """Draft, vote and write by language models where they are configured."""

    votes: Annotated[int, Field(ge=1, le=9)] = 3
    """Votes of each of the two assessors on whether what was found is enough."""

    enough: Annotated[float, Field(ge=0, le=1)] = 0.45
    """Score above which the assessors' disagreement is decided as enough."""

    too_little: Annotated[float, Field(ge=0, le=1)] = 0.3
    """Score below which it is decided as too little; between the two it counts as too little."""

    weight_drafts: Annotated[float, Field(ge=0, le=1)] = 0.25
    """Weight of the agreement of the two drafts in the confidence."""

    weight_decision: Annotated[float, Field(ge=0, le=1)] = 0.25
    """Weight of the agreement of the votes in the confidence."""

    weight_coverage: Annotated[float, Field(ge=0, le=1)] = 0.25
    """Weight of the coverage of the question in the confidence."""

    weight_linking: Annotated[float, Field(ge=0, le=1)] = 0.25
    """Weight of the certainty of the links in the confidence."""


class Link(BaseModel, frozen=True):
    """Words of a question, and the nodes that they name."""

    words: str
    start: int
    end: int
    nodes: tuple[str, ...]
    names: tuple[str, ...] = ()
    """Names of the nodes, without repetition."""

    score: float = 1.0
    way: LinkWay = "exact"
    concept: str = ""
    """The concept of the vocabularies that the words name, where one is known."""


class Strategy(BaseModel, frozen=True):
    """How far and how broadly the graph is searched."""

    mode: Mode
    depth: Annotated[int, Field(ge=1, le=DEEPEST)]
    nodes: Annotated[int, Field(ge=1)] = 50
    """Most nodes taken."""

    def told(self) -> str:
        """Say it in a few words."""
        return f"{self.mode} depth {self.depth}, {self.nodes} nodes"


class Draft(BaseModel, frozen=True):
    """One way to put a question as queries, or why it failed."""

    by: str
    queries: tuple[str, ...] = ()
    """As Cypher, for people to read."""

    fault: str = ""


class Metrics(BaseModel, frozen=True):
    """What was found, measured from 0 to 1 (second paper, 2.3.2.2)."""

    coverage: float
    density: float
    relevance: float
    nodes: int

    @property
    def overall(self) -> float:
        """Weighted as in equation 7: 0.4 relevance, 0.3 coverage, 0.3 density."""
        return 0.4 * self.relevance + 0.3 * self.coverage + 0.3 * self.density


class Found(BaseModel, frozen=True):
    """The part of a graph that answers a question."""

    nodes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    """Nodes that stand where the question asks."""

    rows: int = 0
    complete: bool = True
    """False where the limit of the strategy or of a query left something out."""

    deeper: bool = False
    """A query goes deeper than the strategy, so that a deeper search may find more."""


class Round(BaseModel, frozen=True):
    """One search with what was thought of it."""

    strategy: Strategy
    rows: int
    metrics: Metrics
    votes: tuple[bool, ...]
    sufficient: bool
    why: str = ""


class GraphFact(BaseModel, frozen=True):
    """One statement of the graph, in words, with where it is written."""

    text: str
    nodes: tuple[str, ...] = ()
    relation: str = ""
    edge: str = ""
    evidence: tuple[str, ...] = ()


class CitedFact(BaseModel, frozen=True):
    """A fact of the answer with the numbers of its citations."""

    fact: GraphFact
    numbers: tuple[int, ...]


class GraphAnswer(BaseModel, frozen=True):
    """The answer to one question."""

    question: str
    graph_id: str
    graph_version: str = ""
    status: AskStatus
    text: str
    facts: tuple[CitedFact, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """What is cited: the first is [1]."""

    confidence: float = 0.0
    warning: str = ""
    outside: str = ""
    """Words of a model that no graph carries; never part of `text`."""

    links: tuple[Link, ...] = ()
    unknown_words: tuple[str, ...] = ()
    """Words of the question that nothing in the graph answers to."""

    drafts: tuple[Draft, ...] = ()
    agreement: float = 0.0
    rounds: tuple[Round, ...] = ()


class AskInput(TypedDict):
    """What a caller sends."""

    question: Annotated[str, Field(description="What is asked about the patient, in plain words.")]
    patient_id: NotRequired[PatientId]
    admission_id: NotRequired[AdmissionId]
    graph_id: NotRequired[Annotated[str, Field(description="Found by the patient; leave it out.")]]
    """The graph that is asked; a served run finds it by the patient."""

    before: NotRequired[str]
    """The question before, for words that refer back."""


class AskOutput(TypedDict):
    """What a caller gets."""

    answer: GraphAnswer


class AskState(AskInput, AskOutput):
    """What the nodes share about one question."""

    refusal: NotRequired[str]
    links: NotRequired[tuple[Link, ...]]
    unknown_words: NotRequired[tuple[str, ...]]
    drafts: NotRequired[tuple[Draft, ...]]
    agreement: NotRequired[float]
    strategy: NotRequired[Strategy]
    found: NotRequired[Found]
    facts: NotRequired[tuple[GraphFact, ...]]
    rounds: NotRequired[tuple[Round, ...]]
    """Of this question alone: the linker begins anew where a thread goes on."""
