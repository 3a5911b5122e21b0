"""Typed facts become instances: what is told twice of one thing at one time is one instance."""

from collections.abc import Iterable, Mapping

from clinical.facts import Fact
from clinical.labels import Kind
from kg.instance import Instance, InstanceKind
from kg.naming import Naming
from kg.placement import PlacedFact, digest, is_bare_study, kind_of, test_of

_KINDS: Mapping[Kind, InstanceKind] = {
    "lab": "result",
    "vital": "vital_sign",
    "medication": "dose_period",
    "exam": "finding",
    "procedure": "operation",
    "diagnosis": "episode",
    "symptom": "episode",
    "allergy": "allergy",
    "encounter": "transfer",
    "event": "event",
}
_BY_CONCEPT: Mapping[str, InstanceKind] = {
    "organism": "isolate",
    "susceptibility": "susceptibility",
}
_CULTURE = "culture"


def instances_of(placed: Iterable[PlacedFact], naming: Naming) -> tuple[Instance, ...]:
    """Make one instance of all facts that say the same of one thing; ordered by id."""
    groups: dict[str, list[PlacedFact]] = {}
    for item in placed:
        if item.fact.kind in _KINDS:
            groups.setdefault(_identity(item), []).append(item)
    return tuple(_instance(name, groups[name], naming) for name in sorted(groups))


def instance_id(placed: PlacedFact) -> str | None:
    """Return the id of the instance that a fact tells of; None where it tells of none."""
    return _identity(placed) if placed.fact.kind in _KINDS else None


def kind_of_instance(fact: Fact) -> InstanceKind:
    """Say which kind of instance a fact tells of."""
    if is_bare_study(fact):
        return "culture" if _CULTURE in fact.concept.id else "study"
    named = _BY_CONCEPT.get(fact.concept.id.partition(":")[0])
    return named if named is not None and fact.kind == "exam" else _KINDS[fact.kind]


def _identity(placed: PlacedFact) -> str:
    fact, time = placed.fact, placed.fact.time
    return "in_" + digest(
        kind_of_instance(fact),
        fact.concept.id,
        fact.assertion,
        time.earliest if time else None,
        time.latest if time else None,
        fact.laterality,
        fact.site,
        fact.study,
        fact.selector,
        placed.said,
    )


def _instance(name: str, told: list[PlacedFact], naming: Naming) -> Instance:
    fact = told[0].fact
    return Instance(
        id=name,
        kind=kind_of_instance(fact),
        entity=_entity(fact, naming),
        concept=fact.concept.id,
        name=fact.concept.name,
        broader=fact.concept.broader,
        owner="relative" if is_of_relative(fact) else "patient",
        assertion=fact.assertion,
        time=fact.time,
        side=fact.laterality,
        site=fact.site,
        study=fact.study,
        value=told[0].said,
        quantity=fact.quantity,
        status=fact.status,
        section=fact.section,
        evidence=tuple(dict.fromkeys(item.evidence for item in told)),
        spans=tuple(dict.fromkeys(item.fact.source for item in told)),
    )


def is_of_relative(fact: Fact) -> bool:
    """Say whether a fact tells of a relative, by its words or by its section."""
    return fact.assertion == "family" or fact.section == "family_history"


def _entity(fact: Fact, naming: Naming) -> str:
    """Name the entity that the graph keeps for a fact; a result belongs to its test."""
    test = test_of(fact)
    if test is not None:
        return naming.entity("LAB_TEST", naming.test(test), fact)
    return naming.entity(kind_of(fact), fact.concept, fact)
