"""Drafts queries in another way: by how alike the question is to what each relation says.

It reads neither cues nor word order. What it shares with the other drafts is the links alone, so
that agreement between the two means something.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from agents.ask.pattern_writing import quoted
from agents.ask.reading import CLASS
from graph_state.asking import Link
from kg.graph_schema import GraphSchema
from kg.property_graph import PropertyGraph
from kg.store import Embedder, Vectors

PHRASES: dict[str, str] = {
    "RECOMMENDS_DRUG": "drug medicine dose recommended to treat",
    "RECOMMENDS_TREATMENT": "treatment procedure recommended therapy",
    "NOT_RECOMMENDED": "contraindicated not recommended avoid",
    "HAS_SYMPTOM": "symptoms signs presents with",
    "DIAGNOSED_BY": "diagnosed by test diagnosis",
    "CAUSED_BY": "caused by cause risk factor",
    "LEADS_TO": "leads to complication progress",
    "LINKED_TO_GENE": "gene mutation genetic",
    "DEFINED_BY": "defined as definition criteria",
    "MONITORED_BY": "monitor follow up",
    "HAS_SIDE_EFFECT": "side effect adverse",
    "PRESCRIBED": "drug medication dose taking given prescribed",
    "HAS_DIAGNOSIS": "diagnosis disease condition history",
    "SHOWS": "symptom complaint denied",
    "UNDERWENT": "operation procedure underwent done",
    "HAS_VITAL_SIGN": "blood pressure heart rate vital sign",
    "TESTED_BY": "test study imaging",
    "RESULT_OF": "laboratory result value level",
    "TREATED_IN": "ward service discharged where",
    "INDICATES": "why reason given for treats indication",
    "CONTRAINDICATED_WITH": "conflict contraindicated allergy drug",
    "HAS_ALLERGY": "allergy allergic reaction",
}


@dataclass(frozen=True)
class PathDrafter:
    """Joins what is linked by the relation that sounds most like the question."""

    schema: GraphSchema
    embedder: Embedder

    @cached_property
    def _relations(self) -> tuple[str, ...]:
        return tuple(name for name in self.schema.relations if name in PHRASES)

    @cached_property
    def _vectors(self) -> Vectors:
        return self.embedder.embed([PHRASES[name] for name in self._relations])

    def draft(self, question: str, links: tuple[Link, ...], graph: PropertyGraph) -> list[str]:
        """Write the one query that fits best, none where nothing is linked."""
        named = [one for one in links if not one.concept.startswith(CLASS)] or list(links)
        if not named:
            return []
        kinds = [
            tuple(dict.fromkeys(graph.nodes[node].kind for node in link.nodes)) for link in named
        ]
        ranked = self._ranked(_without(question, named))
        for relation in ranked:
            for link, own in zip(named, kinds, strict=True):
                query = self._query(relation, link, own)
                if query:
                    return [query]
        return []

    def _ranked(self, question: str) -> list[str]:
        scores = self._vectors @ self.embedder.embed([question])[0]
        order = np.argsort(-scores, kind="stable")
        return [self._relations[at] for at in order.tolist()]

    def _query(self, relation: str, link: Link, kinds: tuple[str, ...]) -> str:
        shape = self.schema.relations[relation]
        held = f"a.name IN [{quoted(link.names)}]"
        for kind in kinds:
            if kind in shape.sources:
                return f"MATCH (a:{kind})-[r:{relation}]->(t) WHERE {held} RETURN a, r, t"
            if kind in shape.targets:
                return f"MATCH (a:{kind})<-[r:{relation}]-(t) WHERE {held} RETURN a, r, t"
        return ""


def _without(question: str, links: list[Link]) -> str:
    """Take the names out, so that only the words that ask are compared."""
    text = question
    for link in sorted(links, key=lambda one: -one.start):
        text = text[: link.start] + text[link.end :]
    return " ".join(text.split())


def agreement(first: tuple[str, ...], second: tuple[str, ...]) -> float:
    """Return how much the answers of two drafts overlap (Jaccard); two empty ones say nothing."""
    together = set(first) | set(second)
    return round(len(set(first) & set(second)) / len(together), 4) if together else 0.0
