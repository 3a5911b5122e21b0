"""The graph as extraction alone gives it: one entity a wording, linked by the very same words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from clinical.facts import Anchors, Concept, Fact
from kg.build import build_graph
from kg.evidence import Evidence
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.graph_index import GraphIndex
from kg.graph_vectors import embed_graph, texts_of
from kg.normalize import normal_form
from kg.record import Note, PatientRecord, TableRow
from kg.store import Embedder, LocalQuery, LocalResult
from kg.wording import written_name

WRITTEN = "written:"
"""Begins the concept id of what goes by its wording alone."""

MEASURED = frozenset({"lab", "vital"})
_VALUE = re.compile(r"[\d(:=]")

RESIDUAL = "text:"
"""Begins the concept id of words that no parser understood; they go by their wording anyway."""


def as_written(fact: Fact) -> Fact:
    """Take from a fact all that its concept knows beyond its wording: id, wider terms, codes."""
    if fact.concept.id.startswith(RESIDUAL):
        return fact
    name = wording(fact)
    concept = Concept(id=f"{WRITTEN}{normal_form(name)}", name=name)
    return fact.model_copy(update={"concept": concept, "study": None})


def wording(fact: Fact) -> str:
    """Return the words by which a source calls what a fact is about.

    Of a measurement these are the words before its value; where a column alone names it, the
    name of the column must do.
    """
    if fact.kind not in MEASURED:
        return " ".join(written_name(fact).split())
    before = " ".join(_VALUE.split(fact.text, maxsplit=1)[0].split())
    return before if any(letter.isalpha() for letter in before) else fact.concept.name


def evidence_as_written(item: Evidence) -> Evidence:
    """Do the same to all facts of an item."""
    return item.model_copy(update={"facts": tuple(as_written(fact) for fact in item.facts)})


class WrittenExtractor(RuleExtractor):
    """Reads as the rules do, and leaves every name as it is written."""

    name = f"{RuleExtractor.name} as written"

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        """Read a note."""
        return [evidence_as_written(item) for item in super().note(note, anchors)]

    def row(self, row: TableRow) -> list[Evidence]:
        """Read a row."""
        return [evidence_as_written(item) for item in super().row(row)]


@dataclass(frozen=True)
class RawGraphSearch:
    """Searches the raw graph; what it finds is handed on as the normalized graph reads it.

    So the judge compares the same facts as ever, and only what is found differs.
    """

    raw: GraphIndex
    embedder: Embedder
    version: str
    """Of the normalized graph, which the check began with."""

    names: tuple[str, ...]
    """Normal forms of all wordings that the raw graph has entities for."""

    read: Mapping[str, Evidence]

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Link only entities whose wording stands in the text."""
        said = f" {normal_form(query.text)} "
        linked = tuple(f"{WRITTEN}{name}" for name in self.names if f" {name} " in said)
        written = query.model_copy(update={"concepts": linked})
        found = self.raw.local_search(written, self.embedder.embed([query.text]))
        evidence = tuple(
            self.read[item.id].model_copy(update={"score": item.score}) for item in found.evidence
        )
        return found.model_copy(update={"version": self.version, "evidence": evidence})


def raw_graph_search(
    view: PatientRecord, graph: PatientGraph, embedder: Embedder
) -> RawGraphSearch:
    """Build the raw graph of a view beside its normalized graph."""
    raw = build_graph(view, graph.admission_id, graph.anchors, WrittenExtractor(), normalize=False)
    texts = texts_of(raw)
    return RawGraphSearch(
        raw=GraphIndex(raw, texts, embed_graph(texts, embedder)),
        embedder=embedder,
        version=graph.version,
        names=_names(raw),
        read={item.id: item for item in graph.evidence},
    )


def _names(graph: PatientGraph) -> tuple[str, ...]:
    concepts = (concept for entity in graph.entities for concept in entity.concepts)
    names = {c.removeprefix(WRITTEN) for c in concepts if c.startswith(WRITTEN)}
    return tuple(sorted(names - {""}))
