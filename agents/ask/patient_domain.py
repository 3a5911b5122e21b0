"""The graph of one patient that can be asked; it knows nobody else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from agents.ask.choosing import Choice, read_choice
from agents.ask.linking import EntityLinker
from agents.ask.moments import during, moment_of
from agents.ask.names import NodeNames
from agents.ask.other_patients import refusal
from agents.ask.path_drafting import PathDrafter
from agents.ask.patient_cues import PATIENT_CUES
from agents.ask.patient_drafting import draft_patient, in_moment
from agents.ask.patient_facts import Told, affirmed, chosen, told_facts
from agents.ask.patient_wording import patient_lead, person_facts, related_facts
from agents.ask.quoted_words import holding
from agents.ask.reading import QuestionReading, read_question
from agents.ask.relatives import relative_of
from agents.ask.searching import drafted
from agents.ask.strategies import first_strategy
from graph_state.asking import Draft, Found, GraphFact, Link, Strategy
from kg.evidence import Evidence
from kg.graph import PatientGraph
from kg.property_graph import PropertyGraph, patient_property_graph
from kg.store import Embedder

_KEPT = 64


@dataclass(frozen=True)
class ReadAboutPatient:
    """A question about the patient, read."""

    reading: QuestionReading
    choice: Choice
    hops: int = 1

    @property
    def links(self) -> tuple[Link, ...]:
        """Words that name nodes; a moment is no part of what is asked for."""
        return tuple(one for one in self.reading.links if not in_moment(one, self.choice))

    @property
    def unknown(self) -> tuple[str, ...]:
        """Words that nothing answers to, and times that nobody can place."""
        unplaced = (self.choice.unplaced,) if self.choice.unplaced else ()
        return (*self.reading.unknown, *unplaced)


class PatientDomain:
    """Answers from the graph of one patient."""

    def __init__(self, patient: PatientGraph, embedder: Embedder) -> None:
        self.patient = patient
        self.graph: PropertyGraph = patient_property_graph(patient)
        self.evidence: Mapping[str, Evidence] = {item.id: item for item in patient.evidence}
        self.embedder = embedder
        self._read = lru_cache(_KEPT)(self._understand)

    @cached_property
    def _linker(self) -> EntityLinker:
        return EntityLinker(NodeNames(self.graph, self.embedder))

    @cached_property
    def _sex(self) -> str:
        told = {str(node.properties.get("sex", "")) for node in self.graph.by_kind["PATIENT"]}
        return told.pop() if len(told) == 1 else ""

    @cached_property
    def _paths(self) -> PathDrafter:
        return PathDrafter(self.graph.schema, self.embedder)

    def refusal(self, question: str) -> str:
        """Refuse questions about anybody else."""
        return refusal(question, self.patient.patient_id, self.patient.admission_id)

    def understand(self, question: str) -> ReadAboutPatient:
        """Read a question."""
        return self._read(question)

    def _understand(self, question: str) -> ReadAboutPatient:
        choice = read_choice(question, self.patient.anchors)
        reading = read_question(question, self._linker, PATIENT_CUES, choice.spans, proven=True)
        if choice.moment and not any(in_moment(one, choice) for one in reading.links):
            choice = replace(choice, moment=None)
        return ReadAboutPatient(reading, choice)

    def drafts(self, question: str) -> tuple[Draft, Draft]:
        """Draft by the words between, and by likeness."""
        read = self.understand(question)
        queries = draft_patient(read.reading, read.choice, self.graph)
        paths = self._paths.draft(question, read.links, self.graph)
        return drafted("words", queries, self.graph), drafted("likeness", paths, self.graph)

    def facts(self, question: str, found: Found) -> tuple[GraphFact, ...]:
        """Say what the record says of what was found, as the question chooses."""
        read = self.understand(question)
        related = related_facts(found, self.graph)
        if related:
            return related
        if found.answers and all(self.graph.nodes[one].kind == "PATIENT" for one in found.answers):
            return person_facts(question, self.graph, found.answers)
        facts = tuple(_fact(one) for one in self._told(read, found))
        return holding(facts, read.unknown, self.evidence)

    def _told(self, read: ReadAboutPatient, found: Found) -> list[Told]:
        told = told_facts(self.patient, self.graph, found.answers, found.edges)
        family = relative_of(read.reading)
        if read.choice.moment is None:
            by_status = read.reading.yes_no or not read.links
            kept = chosen(told, read.choice, family, by_status)
            return kept if read.links or read.reading.yes_no else affirmed(kept)
        nodes = [
            node
            for link in read.reading.links
            if in_moment(link, read.choice)
            for node in link.nodes
        ]
        moment = moment_of(told_facts(self.patient, self.graph, nodes, ()), read.choice.rises)
        kept = chosen(told, replace(read.choice, statuses=(), selectors=()), family)
        return during(kept, moment) if moment else []

    def lead(self, question: str, facts: tuple[GraphFact, ...], found: Found) -> str:
        """Begin with yes or no where that was asked."""
        read = self.understand(question)
        if not facts:
            return ""
        if related_facts(found, self.graph):
            return "Yes:" if read.reading.yes_no else ""
        return patient_lead(read.reading, self._told(read, found), self._sex)

    def strategy(self, question: str) -> Strategy:
        """Search the surroundings of the patient."""
        return first_strategy(self.understand(question).hops)


def _fact(told: Told) -> GraphFact:
    return GraphFact(
        text=told.text(),
        nodes=(told.node,),
        relation=told.kind,
        edge=told.edge,
        evidence=(told.evidence.id,),
    )
