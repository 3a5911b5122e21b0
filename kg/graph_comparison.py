"""The differences between two graphs of one patient, with the source that caused each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from kg.descriptions import interval
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.update_report import Action, Change, Part

_Item = TypeVar("_Item", bound=Entity | GraphRelation)

_FOLLOWS = "follows from what changed around it"
_DISAGREE = "sources disagree"
_AGREE = "sources no longer disagree"
_FOUND = "found while reading"
_MENDED = "no longer so"


def compare_graphs(
    before: PatientGraph, after: PatientGraph, why: Mapping[str, str]
) -> Iterator[Change]:
    """Yield a change for each entity, relation, community, conflict and gap that differs.

    `why` tells what happened to a source, by its name.
    """
    yield from _lines("left_out", before.report.dropped, after.report.dropped, _FOUND, _MENDED)
    old, new = before.report.conflicts, after.report.conflicts
    yield from _lines("conflict", old, new, _DISAGREE, _AGREE)
    causes = _causes(before, after, why)
    names = {entity.id: entity.name for entity in (*before.entities, *after.entities)}
    for entity, action, evidence in _differences(before.entities, after.entities):
        words = f"{entity.kind} {entity.name}"
        yield _change("entity", action, entity.id, words, _reason(evidence, causes))
    for relation, action, evidence in _differences(before.relations, after.relations):
        words = _words(relation, names)
        yield _change("relation", action, relation.id, words, _reason(evidence, causes))
    yield from _communities(before.communities, after.communities)


def _lines(
    part: Part, before: Iterable[str], after: Iterable[str], come: str, gone: str
) -> Iterator[Change]:
    old, new = set(before), set(after)
    for line in sorted(new - old):
        yield _change(part, "added", line, line, come)
    for line in sorted(old - new):
        yield _change(part, "removed", line, line, gone)


def _causes(
    before: PatientGraph, after: PatientGraph, why: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """Find the changed source of each piece of evidence, and what happened to it."""
    items = {item.id: item.source.document for item in (*before.evidence, *after.evidence)}
    return {name: (source, why[source]) for name, source in items.items() if source in why}


def _reason(evidence: Iterable[str], causes: Mapping[str, tuple[str, str]]) -> str:
    found = sorted({causes[name] for name in evidence if name in causes})
    return ", ".join(f"{source} ({what})" for source, what in found) or _FOLLOWS


def _differences(
    before: Iterable[_Item], after: Iterable[_Item]
) -> Iterator[tuple[_Item, Action, tuple[str, ...]]]:
    """Yield what differs, with all evidence that it has or had."""
    old = {item.id: item for item in before}
    for item in after:
        known = old.pop(item.id, None)
        if known is None:
            yield item, "added", item.evidence
        elif known != item:
            yield item, "changed", (*known.evidence, *item.evidence)
    for item in old.values():
        yield item, "removed", item.evidence


def _communities(before: Iterable[Community], after: Iterable[Community]) -> Iterator[Change]:
    """Tell communities apart by their members; their numbers move whenever one is added."""
    old = {(community.level, community.entities): community for community in before}
    for community in after:
        known = old.pop((community.level, community.entities), None)
        if known is None:
            yield _change("community", "added", community.id, community.title, _FOLLOWS)
        elif (known.title, known.report) != (community.title, community.report):
            yield _change("community", "changed", community.id, community.title, _FOLLOWS)
    for community in old.values():
        yield _change("community", "removed", community.id, community.title, _FOLLOWS)


def _words(relation: GraphRelation, names: Mapping[str, str]) -> str:
    kind = relation.kind.replace("_", " ")
    words = f"{names[relation.source]} {kind} {names[relation.target]}"
    when = interval(relation.time)
    details = [part for part in (relation.description, when) if part]
    return f"{words} ({', '.join(details)})" if details else words


def _change(part: Part, action: Action, name: str, words: str, reason: str) -> Change:
    return Change(part=part, action=action, id=name, text=words, reason=reason)
