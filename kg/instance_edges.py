"""What joins the instances of a patient: told by the text, by the form of the record, or known."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from clinical.causal_links import causal_links
from clinical.facts import Concept, Fact
from clinical.purposes import purposes
from kg.evidence import Evidence
from kg.inferred_relations import barred_by
from kg.instance import EdgeKind, Instance, InstanceEdge
from kg.instance_reading import instance_id
from kg.placement import PlacedFact, digest

_MEASURED = frozenset({"result", "vital_sign"})
_STUDIES = frozenset({"study", "culture"})
_FOUND = frozenset({"finding", "isolate", "episode", "result"})
_IN_ORDER = frozenset(
    {"result", "vital_sign", "dose_period", "culture", "study", "operation", "transfer"}
)
_REACTIONS = frozenset({"diagnosis", "symptom", "exam"})
_BEHIND = re.compile(r"\s*(?:[(:,/-]|--|->|=|causes?|caused)\s*", re.IGNORECASE)
"""What stands between an allergen and its reaction: `azathioprine (pancreatitis)`."""

_GIVEN = frozenset({"present", "historical"})


def edges_of(
    instances: tuple[Instance, ...], placed: Iterable[PlacedFact], evidence: tuple[Evidence, ...]
) -> tuple[InstanceEdge, ...]:
    """Join instances; ordered by id."""
    known = _by_source(placed)
    found = [
        *_values(instances),
        *_findings(instances),
        *_susceptibilities(instances),
        *_told_links(evidence, known),
        *_orders(instances),
        *_bars(instances),
    ]
    return tuple(edge for _, edge in sorted({edge.id: edge for edge in found}.items()))


def _by_source(placed: Iterable[PlacedFact]) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the instances that each place of the record tells of, by kind of fact."""
    found: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for item in placed:
        name = instance_id(item)
        if name is not None:
            found[str(item.fact.source), item.fact.kind][name] = None
    return {key: tuple(names) for key, names in found.items()}


def _edge(
    kind: EdgeKind, source: Instance | str, target: Instance | str, evidence: Iterable[str]
) -> InstanceEdge:
    ends = [end if isinstance(end, str) else end.id for end in (source, target)]
    return InstanceEdge(
        id="ed_" + digest(kind, *ends),
        kind=kind,
        source=ends[0],
        target=ends[1],
        evidence=tuple(dict.fromkeys(evidence)),
    )


def _values(instances: Iterable[Instance]) -> Iterator[InstanceEdge]:
    for one in instances:
        if one.kind in _MEASURED:
            yield _edge("value_of", one, one.entity, one.evidence[:1])


def _findings(instances: Iterable[Instance]) -> Iterator[InstanceEdge]:
    """Join what was found to the study of its time, else to that which the same words name."""
    studies: dict[str, list[Instance]] = defaultdict(list)
    for one in instances:
        if one.kind in _STUDIES:
            studies[one.concept].append(one)
    for one in instances:
        if one.kind in _FOUND and one.study is not None:
            told = studies.get(one.study, ())
            shared = [study for study in told if set(study.evidence) & set(one.evidence)]
            dated = [study for study in told if study.day is not None and study.day == one.day]
            for study in shared or dated:
                yield _edge("found_by", one, study, one.evidence[:1])


def _susceptibilities(instances: Iterable[Instance]) -> Iterator[InstanceEdge]:
    """Join a susceptibility to the one isolate that the same passage or row names."""
    isolates: dict[str, dict[str, Instance]] = defaultdict(dict)
    tested = []
    for one in instances:
        if one.kind == "isolate" and one.assertion == "present":
            for place in _places(one):
                isolates[place][one.id] = one
        elif one.kind == "susceptibility":
            tested.append(one)
    for one in tested:
        near = {name: germ for place in _places(one) for name, germ in isolates[place].items()}
        if len(near) == 1:
            yield _edge("part_of", one, next(iter(near.values())), one.evidence[:1])


def _places(one: Instance) -> Iterator[str]:
    """Name the passages and rows that tell of an instance."""
    yield from one.evidence
    yield from (span.document for span in one.spans if span.table)


def _told_links(
    evidence: Iterable[Evidence], known: Mapping[tuple[str, str], tuple[str, ...]]
) -> Iterator[InstanceEdge]:
    """Join a cause to its effect, and a drug to its purpose, where a passage says so."""
    for item in evidence:
        if item.source.start is None:
            continue
        for allergen, reaction in listed_reactions(item):
            yield from _joined("causes", allergen, reaction, item, known)
        if item.kind == "text":
            yield from _written_links(item, item.source.start, known)


def _written_links(
    item: Evidence, start: int, known: Mapping[tuple[str, str], tuple[str, ...]]
) -> Iterator[InstanceEdge]:
    facts = list(item.facts)
    for link in causal_links(item.quote, facts, start):
        for cause in facts:
            place = cause.source.start
            if place is not None and link.start <= place - start < link.end:
                yield from _joined("causes", cause, link.effect, item, known)
    for purpose in purposes(item.quote, facts, start):
        yield from _joined("given_for", purpose.drug, purpose.reason, item, known)


def listed_reactions(item: Evidence) -> Iterator[tuple[Fact, Fact]]:
    """Pair each allergen of a list with the disease that stands behind it as its reaction."""
    start = item.source.start or 0
    placed = sorted(
        (fact for fact in item.facts if fact.source.start is not None),
        key=lambda fact: (fact.source.start or 0, fact.source.end or 0),
    )
    for first, second in pairwise(placed):
        between = item.quote[(first.source.end or 0) - start : (second.source.start or 0) - start]
        if first.kind == "allergy" and second.kind in _REACTIONS and _BEHIND.fullmatch(between):
            yield first, second


def _joined(
    kind: EdgeKind,
    source: Fact,
    target: Fact,
    item: Evidence,
    known: Mapping[tuple[str, str], tuple[str, ...]],
) -> Iterator[InstanceEdge]:
    for one in known.get((str(source.source), source.kind), ()):
        for other in known.get((str(target.source), target.kind), ()):
            if one != other:
                yield _edge(kind, one, other, (item.id,))


def _orders(instances: Iterable[Instance]) -> Iterator[InstanceEdge]:
    """Join each day of a concept to the next, by the first instance of each."""
    days: dict[tuple[str, str], dict[str, Instance]] = defaultdict(dict)
    for one in instances:
        if one.kind in _IN_ORDER and one.day is not None and one.assertion == "present":
            days[one.kind, one.concept].setdefault(one.day, one)
    for of_concept in days.values():
        for earlier, later in pairwise(of_concept[day] for day in sorted(of_concept)):
            yield _edge("before", earlier, later, (*earlier.evidence[:1], *later.evidence[:1]))


def _bars(instances: Iterable[Instance]) -> Iterator[InstanceEdge]:
    """Join drugs to the allergies that bar them."""
    allergies = [i for i in instances if i.kind == "allergy" and i.assertion in _GIVEN]
    drugs = [i for i in instances if i.kind == "dose_period" and i.assertion in _GIVEN]
    for allergy in allergies:
        for drug in drugs:
            if drug.owner == allergy.owner and barred_by(_concept(drug), _concept(allergy)):
                evidence = (*drug.evidence[:1], *allergy.evidence[:1])
                yield _edge("contraindicated_with", drug, allergy, evidence)
                yield _edge("allergic_to", allergy, drug.entity, evidence)


def _concept(one: Instance) -> Concept:
    return Concept(id=one.concept, name=one.name, broader=one.broader)
