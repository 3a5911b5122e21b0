"""Which notes and rows are new, changed or gone, and which need not be read again."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clinical.facts import Anchors
from kg.evidence import Evidence
from kg.evidence_collection import Reading, SourceKey, key_of
from kg.graph import PatientGraph, SourceState
from kg.update_report import Action, Change

NEW = "new in the record"
CHANGED = "its content changed"
GONE = "no longer in the record"
OTHER_BUILDER = "read again, because graphs are built another way now"
OTHER_DATES = "read again, because the dates of the stay changed"


class SourceChanges(NamedTuple):
    """What an update finds out about the sources before it touches the graph."""

    changes: tuple[Change, ...]
    why: dict[str, str]
    """What happened to a note or row, by its name."""

    affected: frozenset[SourceKey]
    """Sources that are new, gone or read again."""

    read: int
    unread: int


def known_readings(graph: PatientGraph, anchors: Anchors) -> dict[SourceKey, Reading]:
    """Take back out of a graph what was read of each source.

    A note is read anew where the dates that its words count from are others; sources that share
    a name are, because nothing tells whose evidence is whose.
    """
    evidence: dict[SourceKey, list[Evidence]] = defaultdict(list)
    for item in graph.evidence:
        evidence[key_of(item.source)].append(item)
    names = Counter(key_of(state.source) for state in graph.built_from)
    known = {}
    for state in graph.built_from:
        key = key_of(state.source)
        if names[key] == 1 and (state.source.table or graph.anchors == anchors):
            known[key] = Reading(state, tuple(evidence[key]))
    return known


def compare_sources(
    graph: PatientGraph,
    readings: list[Reading],
    known: Mapping[SourceKey, Reading],
    same_builder: bool,
) -> SourceChanges:
    """Tell which sources came, changed and went; `known` are those that could be kept."""
    again = [reading for reading in readings if known.get(reading.key) is not reading]
    before, after = _digests(graph.built_from), _digests(reading.state for reading in readings)
    names = {key_of(state.source): _name(state) for state in graph.built_from}
    names |= {reading.key: _name(reading.state) for reading in readings}
    changes = []
    affected = {reading.key for reading in again} | (before.keys() - after.keys())
    for key in sorted(affected):
        action, reason = _what_happened(before.get(key), after.get(key), same_builder)
        if action:
            changes.append(
                Change(part="source", action=action, id=names[key], text=names[key], reason=reason)
            )
    why = {change.id: change.reason for change in changes}
    unread = len(readings) - len(again)
    return SourceChanges(tuple(changes), why, frozenset(affected), len(again), unread)


def _what_happened(
    before: list[str] | None, after: list[str] | None, same_builder: bool
) -> tuple[Action | None, str]:
    if before is None:
        return "added", NEW
    if after is None:
        return "removed", GONE
    if before != after:
        return "changed", CHANGED
    if not same_builder:
        return "changed", OTHER_BUILDER
    if len(after) > 1:
        return None, ""
    return "changed", OTHER_DATES


def _digests(states: Iterable[SourceState]) -> dict[SourceKey, list[str]]:
    digests: dict[SourceKey, list[str]] = defaultdict(list)
    for state in states:
        digests[key_of(state.source)].append(state.digest)
    return digests


def _name(state: SourceState) -> str:
    source = state.source
    return f"{source.table}:{source.row}" if source.table else source.note
