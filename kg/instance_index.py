"""The instances of one graph, found by concept, by entity and by what joins them."""

from collections import defaultdict
from collections.abc import Iterable

from pydantic import BaseModel

from clinical.facts import TimeSpan
from kg.evidence import Evidence
from kg.instance import Instance, InstanceEdge


class Timeline(BaseModel, frozen=True):
    """The dated instances of some concepts in order of time, then those without a date."""

    dated: tuple[Instance, ...] = ()
    undated: tuple[Instance, ...] = ()


class Surroundings(BaseModel, frozen=True):
    """Instances with what joins them, each once, and the evidence that tells of the joins."""

    instances: tuple[Instance, ...] = ()
    edges: tuple[InstanceEdge, ...] = ()
    evidence: tuple[Evidence, ...] = ()


class InstanceIndex:
    """Look-ups over instances; nothing in it changes after it is made."""

    def __init__(self, instances: tuple[Instance, ...], edges: tuple[InstanceEdge, ...]) -> None:
        self._instances = instances
        self._edges = edges
        self._at = {one.id: position for position, one in enumerate(instances)}
        self._by_concept: dict[str, list[int]] = defaultdict(list)
        self._by_entity: dict[str, list[int]] = defaultdict(list)
        self._joins: dict[str, list[int]] = defaultdict(list)
        for position, one in enumerate(instances):
            self._by_entity[one.entity].append(position)
            for concept in dict.fromkeys((one.concept, *one.broader)):
                self._by_concept[concept].append(position)
        for position, edge in enumerate(edges):
            for end in dict.fromkeys((edge.source, edge.target)):
                self._joins[end].append(position)

    def of_concepts(self, concepts: Iterable[str]) -> tuple[Instance, ...]:
        """Return the instances of some concepts and of narrower ones, in the order of the graph."""
        found = {p for concept in concepts for p in self._by_concept.get(concept, ())}
        return tuple(self._instances[position] for position in sorted(found))

    def allergies(self) -> tuple[Instance, ...]:
        """Return every allergy, and every denial of one."""
        return tuple(one for one in self._instances if one.kind == "allergy")

    def timeline(self, concepts: Iterable[str], within: TimeSpan) -> Timeline:
        """Put the instances of some concepts in order of time."""
        found = self.of_concepts(concepts)
        dated = [one for one in found if _is_dated(one) and _overlaps(one, within)]
        undated = (one for one in found if not _is_dated(one))
        return Timeline(dated=tuple(sorted(dated, key=_moment)), undated=tuple(undated))

    def around(self, entities: Iterable[str]) -> Surroundings:
        """Return what joins the instances of some entities, with the instances at all ends."""
        own = {p for entity in entities for p in self._by_entity.get(entity, ())}
        joins = {e for p in own for e in self._joins.get(self._instances[p].id, ())}
        edges = tuple(self._edges[position] for position in sorted(joins))
        ends = {self._at[end] for e in edges for end in (e.source, e.target) if end in self._at}
        return Surroundings(
            instances=tuple(self._instances[position] for position in sorted(own | ends)),
            edges=edges,
        )


def _is_dated(one: Instance) -> bool:
    return one.time is not None and bool(one.time.earliest or one.time.latest)


def _overlaps(one: Instance, within: TimeSpan) -> bool:
    return one.time is not None and one.time.overlaps(within)


def _moment(one: Instance) -> tuple[str, str, str]:
    time = one.time or TimeSpan()
    return (time.earliest or time.latest or "", time.latest or "", one.id)
