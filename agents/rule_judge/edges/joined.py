"""The instances and edges that reached the judge, arranged for rules."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from agents.rule_judge.decisions import Decision, Item
from agents.rule_judge.record_view import RecordView
from clinical.facts import Concept, Fact
from clinical.kindred import kindred
from clinical.labels import ErrorType
from kg.instance import EdgeKind, Instance, InstanceEdge
from kg.instance_index import Surroundings

STATED = frozenset({"present", "historical"})

SIGNS = "HP:"
"""Begins the ids of wide groups of signs: inflammation joins a pneumonia and a cholangitis."""


class Joined:
    """What one sentence's searches brought of instances, by id and by concept."""

    def __init__(self, surroundings: Surroundings, view: RecordView) -> None:
        self.view = view
        self._instances = {one.id: one for one in surroundings.instances}
        self._edges = surroundings.edges

    @cached_property
    def _by_concept(self) -> dict[str, list[Instance]]:
        found: dict[str, list[Instance]] = defaultdict(list)
        for one in self._instances.values():
            for concept in dict.fromkeys((one.concept, *one.broader)):
                found[concept].append(one)
        return found

    def of(self, concept: Concept) -> list[Instance]:
        """Return the patient's own instances of a concept or of a narrower one, as stated."""
        return [
            one
            for one in self._by_concept.get(concept.id, [])
            if one.owner == "patient" and one.assertion in STATED
        ]

    def allergies(self) -> list[Instance]:
        """Return the allergies that the patient has."""
        return [
            one
            for one in self._instances.values()
            if one.kind == "allergy" and one.assertion == "present" and one.owner == "patient"
        ]

    def pairs(self, kind: EdgeKind) -> Iterator[tuple[InstanceEdge, Instance, Instance]]:
        """Return the edges of a kind with the instances at both ends."""
        for edge in self._edges:
            ends = self._instances.get(edge.source), self._instances.get(edge.target)
            if edge.kind == kind and ends[0] is not None and ends[1] is not None:
                yield edge, ends[0], ends[1]

    def retrieved(self, ids: Iterable[str], spans: Iterable[object] = ()) -> tuple[str, ...]:
        """Return what was retrieved of some evidence, or what else holds the same places."""
        wanted, places = set(ids), {str(span) for span in spans}
        return tuple(
            item.id
            for item in self.view.evidence
            if item.id in wanted or any(str(fact.source) in places for fact in item.facts)
        )


def refuted(
    rule: str,
    citations: tuple[str, ...],
    types: tuple[ErrorType, ...],
    explanation: str,
    attribute: str,
    correction: tuple[str, str] | None = None,
) -> Decision:
    """Write out that an edge of the record cannot stand beside the claim."""
    return Decision(
        grade="E4",
        rule=rule,
        attribute=attribute,
        types=types,
        confidence=0.7,
        citations=tuple((name, "contradicts") for name in citations[:4]),
        explanation=explanation,
        correction=correction,
    )


def quote_of(citations: tuple[str, ...], view: RecordView) -> str:
    """Quote the first piece of evidence that decides, on one line."""
    quotes = (" ".join(item.quote.split()) for item in view.evidence if item.id == citations[0])
    return next(quotes, "")


def akin(one: Concept, instance: Instance) -> bool:
    """Say whether a concept and an instance are one, include each other or are kin."""
    if one.id == instance.concept or instance.concept in one.broader or one.id in instance.broader:
        return True
    near = {w for w in set(one.broader[:2]) & set(instance.broader[:2]) if not w.startswith(SIGNS)}
    return bool(near) or instance.concept in kindred().get(one.id, ())


def named_together(first: Fact, second: Fact, view: RecordView) -> list[Item]:
    """Return the passages that name both of two things, by concept."""
    return [
        Item(first, passage)
        for passage in view.passages
        if _names(passage.facts, first) and _names(passage.facts, second)
    ]


def _names(facts: tuple[Fact, ...], claim: Fact) -> bool:
    return any(claim.concept.id in (f.concept.id, *f.concept.broader) for f in facts)
