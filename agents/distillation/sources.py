"""Where the evidence for a prompt comes from: the patient's graph, or what the run itself kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from agents.distillation.question import Question, Subject
from agents.judge import sentence_of
from agents.retriever import local_query
from clinical.claims import read_claims
from clinical.facts import Anchors
from clinical.sources import SourceRef, in_note, in_row
from exports.report_reading import WrittenEvidence, WrittenReport
from graph_state.context import MAX_REDETECTIONS, Context
from graph_state.generation import PlantedError
from graph_state.state import SentenceInput
from kg.embedding import WordVectors
from kg.evidence import Evidence
from kg.extraction import written_at
from kg.graph import graph_id
from kg.record import Note, PatientRecord
from kg.store import Embedder, GraphStore, GraphSummary

KEPT = "kept"


class EvidenceSource(Protocol):
    """Finds the evidence for a sentence as the judge sees it."""

    @property
    def name(self) -> str:
        """`retrieved` or `kept`, for the card of the data."""
        ...

    @property
    def context(self) -> Context:
        """The settings of the search."""
        ...

    @property
    def graph(self) -> GraphSummary:
        """The patient's graph, with the dates of the stay."""
        ...

    async def question(
        self, subject: Subject, sentence: SentenceInput, needed: Sequence[str]
    ) -> Question:
        """Return the sentence with its evidence, the needed items among it if they are found."""
        ...


@dataclass(frozen=True)
class Retrieved:
    """Searches the patient's graph as the retriever does, wider if something is missing."""

    store: GraphStore
    graph: GraphSummary
    notes: Mapping[str, str]
    context: Context
    name: str = "retrieved"

    async def question(
        self, subject: Subject, sentence: SentenceInput, needed: Sequence[str]
    ) -> Question:
        """Search; each further search reaches twice as far, as after an objection."""
        claims = read_claims(
            sentence["text"], sentence["heading"], sentence["before"], sentence["anchors"]
        )
        asked: Question | None = None
        for searches in range(MAX_REDETECTIONS + 1):
            query = local_query(
                sentence["text"], sentence["heading"], claims, self.context, searches
            )
            found = await self.store.local_search(self.graph.graph_id, query)
            wider = Question(
                subject=subject,
                sentence=sentence_of(sentence),
                evidence=found.evidence,
                characters=self.context.evidence_characters,
                notes=self.notes,
            )
            if wider.shows(needed):
                return wider
            asked = asked or wider
        assert asked is not None
        return asked


@dataclass(frozen=True)
class Kept:
    """Ranks what the reports and the generator cited for this summary: no record is at hand."""

    graph: GraphSummary
    items: tuple[Evidence, ...]
    context: Context
    embedder: Embedder = field(default_factory=WordVectors)
    name: str = KEPT

    @cached_property
    def _vectors(self) -> Mapping[str, Sequence[float]]:
        vectors = self.embedder.embed([item.quote for item in self.items])
        return {item.id: row for item, row in zip(self.items, vectors.tolist(), strict=True)}

    async def question(
        self, subject: Subject, sentence: SentenceInput, needed: Sequence[str]
    ) -> Question:
        """Show everything that was cited for this summary, nearest first."""
        asked = self.embedder.embed([sentence["text"]]).tolist()[0]

        def distance(item: Evidence) -> tuple[float, str]:
            near = sum(a * b for a, b in zip(asked, self._vectors[item.id], strict=True))
            return -round(near, 6), item.id

        return Question(
            subject=subject,
            sentence=sentence_of(sentence),
            evidence=sorted(self.items, key=distance),
            characters=self.context.evidence_characters,
            notes={},
        )


def kept_evidence(
    errors: Sequence[PlantedError], reports: Sequence[WrittenReport]
) -> tuple[Evidence, ...]:
    """Collect every item that a run cited about one summary, each once, by id."""
    found: dict[str, Evidence] = {}
    for report in reports:
        for sentence in report.sentences:
            for written in sentence.evidence:
                found.setdefault(written.id, _evidence(written))
    for error in errors:
        for edit in error.edits:
            for link in edit.fact.evidence:
                item = Evidence(id=link.id, kind="text", source=link.source, quote=link.quote)
                found.setdefault(link.id, item)
    return tuple(found[identity] for identity in sorted(found))


def kept_graph(subject: Subject) -> GraphSummary:
    """Stand for the graph of a patient whose record is not at hand: its dates are unknown."""
    return GraphSummary(
        graph_id=graph_id(subject.patient_id, subject.admission_id),
        patient_id=subject.patient_id,
        admission_id=subject.admission_id,
        version=KEPT,
        anchors=Anchors(),
    )


def kept_record(subject: Subject, items: Sequence[Evidence]) -> PatientRecord:
    """Lay the cited items out as notes, so that what identifies the patient is looked for there."""
    notes = tuple(Note(id=item.id, category="note", text=item.quote) for item in items)
    return PatientRecord(patient_id=subject.patient_id, notes=notes)


def _evidence(item: WrittenEvidence) -> Evidence:
    return Evidence(
        id=item.id,
        kind="text",
        source=_place(item),
        quote=item.quote,
        time=written_at(_moment(item.time)),
    )


def _moment(written: str | None) -> str | None:
    """The beginning of an interval as a report writes it, where it names a day."""
    first = (written or "").partition("/")[0]
    return first if len(first) >= len("2180-01-01") else None


def _place(item: WrittenEvidence) -> SourceRef:
    if item.start is not None and item.end is not None:
        return in_note(item.source.rsplit(":", 2)[0], item.start, item.end)
    table, _, rest = item.source.partition(":")
    row, _, name = rest.rpartition(":")
    return in_row(table, row, name)
