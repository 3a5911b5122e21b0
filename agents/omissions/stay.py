"""What the record says of the stay whose summary is checked, ready to be asked by section."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clinical.facts import Fact
from clinical.sources import SourceRef
from kg.evidence import Evidence, evidence_id
from kg.graph import PatientGraph

SEGMENT = re.compile(r"[^\n.;]+(?:(?<![.;])\n(?=[a-z(])[^\n.;]+)*")
"""A line or sentence of a list; a line that goes on in small letters belongs to it."""


class Told(NamedTuple):
    """A fact of the record with the place that tells it."""

    fact: Fact
    evidence: Evidence


class Stay:
    """The facts and passages of one stay, each place once, in an order of its own."""

    def __init__(self, graph: PatientGraph) -> None:
        self._admission = graph.admission_id
        self._admitted = (graph.anchors.admitted or "")[:10]
        self._discharged = (graph.anchors.discharged or "")[:10]
        self.passages = [item for item in graph.evidence if item.kind == "text"]
        self.lists = [item for item in graph.evidence if item.kind == "list"]
        self.told = sorted(self._read(graph), key=_place)

    def section(self, *names: str) -> list[Told]:
        """Return the facts of some sections."""
        return [told for told in self.told if told.fact.section in names]

    def rows(self) -> list[Told]:
        """Return the facts of table rows."""
        return [told for told in self.told if told.fact.source.table]

    def list_of(self, section: str) -> list[Evidence]:
        """Return the whole lists of a section."""
        return [item for item in self.lists if item.section == section and self.is_own(item)]

    def during(self, told: Told) -> bool:
        """Say whether a fact is dated within the stay; an undated one is not known to be."""
        time = told.fact.time
        if time is None or time.earliest is None:
            return False
        day = time.earliest[:10]
        return (not self._admitted or day >= self._admitted) and (
            not self._discharged or day <= self._discharged
        )

    def after_arrival(self, told: Told) -> bool:
        """Say whether a fact is dated from a later day than that of admission on."""
        time = told.fact.time
        day = (time.earliest or "")[:10] if time else ""
        return bool(self._admitted) and day > self._admitted

    def _read(self, graph: PatientGraph) -> list[Told]:
        found: dict[tuple[str, str, str], Told] = {}
        for item in (e for kind in ("fact", "text", "list") for e in _of_kind(graph, kind)):
            for fact in item.facts:
                if fact.encounter in (None, self._admission) or self._admission is None:
                    key = (str(fact.source), fact.kind, fact.concept.id)
                    found.setdefault(key, Told(fact, item))
        return list(found.values())

    def is_own(self, item: Evidence) -> bool:
        """Say whether a passage or list belongs to this stay, as far as its facts tell."""
        encounters = {fact.encounter for fact in item.facts}
        return (
            self._admission is None or not encounters or bool(encounters & {None, self._admission})
        )


def cited(told: Told) -> Evidence:
    """Return the evidence of a fact, cut to the words of the fact itself."""
    fact, item = told
    start, end = fact.source.start, fact.source.end
    if fact.source.table or start is None or end is None or item.source.start is None:
        return item
    quote = item.quote[start - item.source.start : end - item.source.start]
    return item.model_copy(
        update={
            "id": evidence_id(fact.source),
            "kind": "fact",
            "source": fact.source,
            "quote": quote,
            "time": fact.time,
            "facts": (fact,),
            "score": 0.0,
        }
    )


def segment_of(told: Told) -> tuple[int, int]:
    """Return the span, in its evidence's quote, of the line or sentence that holds a fact."""
    quote, first = told.evidence.quote, told.evidence.source.start
    if told.fact.source.table or first is None:
        return 0, len(quote)
    at = (told.fact.source.start or 0) - first
    for segment in SEGMENT.finditer(quote):
        if segment.start() <= at < segment.end():
            return segment.span()
    return 0, len(quote)


def part_of(item: Evidence, start: int, end: int) -> Evidence:
    """Cut a passage down to a stretch of its quote."""
    first = item.source.start or 0
    source = SourceRef(note=item.source.note, start=first + start, end=first + end)
    return item.model_copy(
        update={
            "id": evidence_id(source),
            "source": source,
            "quote": item.quote[start:end],
            "facts": (),
            "score": 0.0,
        }
    )


def _of_kind(graph: PatientGraph, kind: str) -> Iterator[Evidence]:
    return (item for item in graph.evidence if item.kind == kind)


def _place(told: Told) -> tuple[str, str, str, int, int, str]:
    source = told.fact.source
    return (
        source.note,
        source.table,
        source.row,
        source.start or 0,
        source.end or 0,
        told.fact.concept.id,
    )
