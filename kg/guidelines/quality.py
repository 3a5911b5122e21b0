"""The quality report of a graph of knowledge, against standards that are stated here."""

from collections import Counter

from pydantic import BaseModel

from kg.evidence import Evidence
from kg.guidelines.documents import Document
from kg.guidelines.knowledge import KnowledgeGraph
from kg.guidelines.schema import SHAPES


class QualityCheck(BaseModel, frozen=True):
    """One standard: what was measured, what is asked for, and whether it is met."""

    name: str
    measured: float
    wanted: float
    higher_is_better: bool = True

    @property
    def met(self) -> bool:
        """Say whether the standard is met."""
        if self.higher_is_better:
            return self.measured >= self.wanted
        return self.measured <= self.wanted


def quality_report(
    graph: KnowledgeGraph, documents: list[Document] | None = None
) -> tuple[QualityCheck, ...]:
    """Check a graph; quotes are compared with the documents where these are given."""
    kinds = {entity.id: entity.kind for entity in graph.entities}
    relations, entities = graph.relations, graph.entities
    wrong_ends = sum(
        kinds.get(one.source) not in SHAPES[one.kind].sources
        or kinds.get(one.target) not in SHAPES[one.kind].targets
        for one in relations
    )
    joined = {end for one in relations for end in (one.source, one.target)}
    names = Counter((entity.kind, entity.name.casefold()) for entity in entities)
    recommended = [one for one in relations if one.kind.startswith("RECOMMENDS")]
    graded = sum(bool(one.attributes.strength) for one in recommended)
    checks = [
        QualityCheck(
            name="relations with ends that the schema forbids",
            measured=wrong_ends,
            wanted=0,
            higher_is_better=False,
        ),
        QualityCheck(
            name="entities of the same kind and name",
            measured=sum(count - 1 for count in names.values()),
            wanted=0,
            higher_is_better=False,
        ),
        QualityCheck(
            name="share of relations with evidence",
            measured=_share(sum(bool(one.evidence) for one in relations), len(relations)),
            wanted=1.0,
        ),
        QualityCheck(
            name="share of entities in a relation",
            measured=_share(len(joined & kinds.keys()), len(entities)),
            wanted=1.0,
        ),
        QualityCheck(
            name="share of entities with a public code",
            measured=_share(sum(bool(one.codes) for one in entities), len(entities)),
            wanted=0.5,
        ),
        QualityCheck(
            name="share of recommendations with a strength",
            measured=_share(graded, len(recommended)),
            wanted=0.8,
        ),
    ]
    return (*checks, *([_quotes(graph.evidence, documents)] if documents else ()))


def _quotes(evidence: tuple[Evidence, ...], documents: list[Document]) -> QualityCheck:
    texts = {one.name: one.text for one in documents}
    exact = sum(
        texts.get(item.source.note, "")[item.source.start : item.source.end] == item.quote
        for item in evidence
    )
    return QualityCheck(
        name="share of quotes that stand in their document",
        measured=_share(exact, len(evidence)),
        wanted=1.0,
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
