"""The quality table: the same record built raw and normalized, and what the difference is."""

from collections import Counter, defaultdict
from collections.abc import Callable
from time import perf_counter

from pydantic import BaseModel

from clinical.facts import Anchors
from kg.build import build_graph
from kg.extraction import Extractor
from kg.graph import Entity, EntityKind, PatientGraph
from kg.record import PatientRecord


class QualityRow(BaseModel, frozen=True):
    """One measure of both graphs."""

    measure: str
    raw: float
    normalized: float

    @property
    def change(self) -> float | None:
        """Relative change in percent; None where there was nothing to change."""
        if not self.raw:
            return None
        return round(100 * (self.normalized - self.raw) / self.raw, 1)


def quality_table(
    view: PatientRecord, admission_id: str | None, anchors: Anchors, extractor: Extractor
) -> tuple[QualityRow, ...]:
    """Build the graph of a record twice and measure both."""
    raw, raw_seconds = _timed(view, admission_id, anchors, extractor, False)
    normalized, seconds = _timed(view, admission_id, anchors, extractor, True)
    rows = [
        QualityRow(measure=name, raw=measure(raw), normalized=measure(normalized))
        for name, measure in MEASURES.items()
    ]
    timing = QualityRow(measure="build seconds", raw=raw_seconds, normalized=seconds)
    return (*rows, timing)


def _timed(
    view: PatientRecord,
    admission_id: str | None,
    anchors: Anchors,
    extractor: Extractor,
    normalize: bool,
) -> tuple[PatientGraph, float]:
    start = perf_counter()
    graph = build_graph(view, admission_id, anchors, extractor, normalize)
    return graph, round(perf_counter() - start, 4)


def count_kind(graph: PatientGraph, kind: EntityKind) -> int:
    """Count the entities of one kind."""
    return sum(entity.kind == kind for entity in graph.entities)


def count_duplicates(graph: PatientGraph) -> int:
    """Count the entities beyond the first that stand for the same thing."""
    same = Counter(_meaning(entity) for entity in graph.entities)
    return sum(times - 1 for times in same.values())


def _meaning(entity: Entity) -> tuple[str, ...]:
    if entity.kind == "PATIENT":
        return ("PATIENT", entity.name)
    concept = entity.concepts[0] if entity.concepts else entity.name
    told = entity.attributes.get("experiencer", "")
    if entity.kind != "LAB_RESULT":
        return (entity.kind, concept, told)
    told_apart = ("value", "time", "site", "study", "selector")
    return (entity.kind, concept, *(entity.attributes.get(name, "") for name in told_apart))


def count_components(graph: PatientGraph) -> int:
    """Count the parts of the graph that no relation joins."""
    around: dict[str, list[str]] = defaultdict(list)
    for relation in graph.relations:
        around[relation.source].append(relation.target)
        around[relation.target].append(relation.source)
    seen: set[str] = set()
    parts = 0
    for entity in graph.entities:
        parts += entity.id not in seen
        reached = [entity.id]
        while reached:
            current = reached.pop()
            if current not in seen:
                seen.add(current)
                reached.extend(around[current])
    return parts


MEASURES: dict[str, Callable[[PatientGraph], int]] = {
    "entities": lambda graph: len(graph.entities),
    "LAB_TEST entities": lambda graph: count_kind(graph, "LAB_TEST"),
    "LAB_RESULT entities": lambda graph: count_kind(graph, "LAB_RESULT"),
    "PATIENT entities": lambda graph: count_kind(graph, "PATIENT"),
    "duplicate entities": count_duplicates,
    "connected components": count_components,
    "relations": lambda graph: len(graph.relations),
}
"""What the table measures, in its order (CuraView paper, table 7)."""
