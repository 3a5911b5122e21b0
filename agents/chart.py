"""The chart as the generator sees it: typed facts by concept, and the words around them.

Its comparisons are its own. It never asks the judge, so that errors which the judge misses are
kept.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from clinical.claims import read_claims
from clinical.facts import Concept, Fact
from clinical.kindred import kindred
from clinical.labels import Kind
from clinical.sentences import split_sentences
from clinical.words import stem, tokens
from graph_state.generation import EvidenceLink
from kg.evidence import Evidence, evidence_id
from kg.graph import PatientGraph


class Charted(NamedTuple):
    """A fact with the place that says it."""

    fact: Fact
    link: EvidenceLink


@dataclass(frozen=True)
class Passage:
    """A piece of the record with the stems of its words."""

    link: EvidenceLink
    text: str
    stems: frozenset[str]


@dataclass(frozen=True)
class Chart:
    """All that is known about one patient: the graph's evidence and the original summary."""

    graph: PatientGraph
    summary: str

    @cached_property
    def facts(self) -> dict[str, list[Charted]]:
        """Facts of the record by concept id, each place once."""
        found: dict[str, list[Charted]] = {}
        for item in sorted(self.graph.evidence, key=lambda e: len(e.quote)):
            for fact in item.facts:
                known = found.setdefault(fact.concept.id, [])
                if all(fact != other.fact for other in known):
                    known.append(Charted(fact, link_to(item)))
        return found

    @cached_property
    def summary_facts(self) -> dict[str, list[Fact]]:
        """Facts of the original summary by concept id; they are true as well."""
        found: dict[str, list[Fact]] = {}
        for span in split_sentences(self.summary):
            text = self.summary[span.start : span.end]
            for fact in read_claims(text, "", "", self.graph.anchors):
                found.setdefault(fact.concept.id, []).append(fact)
        return found

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The record in pieces, shortest first."""
        kept = [item for item in self.graph.evidence if item.kind != "list"]
        return tuple(
            Passage(link_to(item), item.quote, stems_of(item.quote))
            for item in sorted(kept, key=lambda e: (len(e.quote), str(e.source)))
        )

    @cached_property
    def stems(self) -> frozenset[str]:
        """Every word of the record and of the original summary, as stems."""
        everywhere = (e.quote for e in self.graph.evidence)
        return frozenset().union(*map(stems_of, everywhere), stems_of(self.summary))

    def about(self, concept: Concept, kind: Kind | None = None) -> list[Charted]:
        """Facts of the record about a concept or one of the same meaning."""
        ids = (concept.id, *sorted(kindred().get(concept.id, ())))
        return [
            charted
            for identity in ids
            for charted in self.facts.get(identity, ())
            if kind is None or charted.fact.kind == kind
        ]

    def known(self, concept: Concept) -> Iterator[Fact]:
        """All true facts about a concept, of the record and of the original summary."""
        for charted in self.about(concept):
            yield charted.fact
        for identity in (concept.id, *sorted(kindred().get(concept.id, ()))):
            yield from self.summary_facts.get(identity, ())

    @cached_property
    def concepts(self) -> frozenset[str]:
        """Ids of everything known, wider concepts included."""
        known = [charted.fact for facts in self.facts.values() for charted in facts]
        known += [fact for facts in self.summary_facts.values() for fact in facts]
        return frozenset(i for fact in known for i in (fact.concept.id, *fact.concept.broader))

    def touches(self, concept: Concept) -> bool:
        """Say whether anything known is this concept, a narrower or a kindred one."""
        return not self.concepts.isdisjoint({concept.id, *kindred().get(concept.id, ())})

    def names(self, words: str) -> bool:
        """Say whether every word of a name occurs somewhere in the record or the summary."""
        wanted = stems_of(words)
        return bool(wanted) and wanted <= self.stems

    def passages_with(self, wanted: Iterable[str]) -> list[Passage]:
        """Pieces of the record that hold all these stems."""
        stems = frozenset(wanted)
        return [passage for passage in self.passages if stems <= passage.stems]


def link_to(item: Evidence) -> EvidenceLink:
    """Point to a piece of evidence."""
    return EvidenceLink(
        id=item.id or evidence_id(item.source), source=item.source, quote=item.quote
    )


def stems_of(text: str) -> frozenset[str]:
    """The stems of the words of a text."""
    return frozenset(stem(token.word) for token in tokens(text))
