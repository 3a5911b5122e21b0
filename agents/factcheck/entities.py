"""Finds the medical things that a text names: names of the reference graph, drugs and terms."""

import re
from collections import defaultdict
from functools import cache, cached_property
from typing import Literal, NamedTuple

from clinical.drug_lexicon import find_drug_names
from clinical.lexicon_rows import rows_of
from clinical.vocabulary import find_terms
from clinical.words import phrase, tokens
from kg.reference.graph import ReferenceGraph

EntityKind = Literal["drug", "condition", "test"]
RAISING = re.compile(
    r"(?:\b(?:rais|increas|elevat|high|worsen|spik)\w*|\bup)\W+(?:\w+\W+){0,2}$", re.IGNORECASE
)
LOWERING = re.compile(
    r"\b(?:lower|low|reduc|decreas|slow|drop)\w*\W+(?:\w+\W+){0,2}$", re.IGNORECASE
)
MEASURED = re.compile(r"\b(?:check|monitor|measur|follow)\w*\b", re.IGNORECASE)
"""Where something is measured, the name of a substance is the name of its test."""

TOO_GENERAL = frozenset({"drug", "medication", "medicine", "disease", "disorder", "syndrome"})


class Entity(NamedTuple):
    """One named thing. `name` is what is looked up in the reference graph."""

    name: str
    kind: EntityKind
    start: int
    end: int
    directed: bool = False
    """It was named by a quantity and the way it goes: `raises potassium`."""


@cache
def _quantities() -> dict[str, tuple[str, str]]:
    """Map a quantity to the names of its high and its low state, either of them empty."""
    found: dict[str, tuple[str, str]] = {}
    for row in rows_of("medical_relations.tsv"):
        if row[0] == "quantity":
            for name in row[2].split(";"):
                high, low = found.get(phrase(name), ("", ""))
                found[phrase(name)] = (row[1], low) if row[3] == "high" else (high, row[1])
    return found


class EntityFinder:
    """Finds names in a text, longest first; what the reference graph knows wins."""

    def __init__(self, graph: ReferenceGraph) -> None:
        self._graph = graph

    @cached_property
    def _longest(self) -> dict[str, int]:
        """Map a first word to the number of words of the longest name that it begins."""
        found: defaultdict[str, int] = defaultdict(int)
        for name in (*self._graph.by_name, *_quantities()):
            first = name.partition(" ")[0]
            found[first] = max(found[first], name.count(" ") + 1)
        return found

    def find(self, text: str) -> list[Entity]:
        """Return the things named in a text, left to right, without overlaps."""
        spans = [(d.start, d.end) for d in find_drug_names(text)]
        drugs = set(spans)
        spans += [(t.start, t.end) for t in find_terms(text)]
        spans += self._graph_spans(text)
        known = {span: self._graph.find(text[span[0] : span[1]]) is not None for span in spans}
        kept: list[tuple[int, int]] = []
        for span in sorted(set(spans), key=lambda s: (-(s[1] - s[0]), not known[s], s)):
            if all(span[1] <= start or span[0] >= end for start, end in kept):
                kept.append(span)
        found = [self._entity(text, start, end, drugs) for start, end in sorted(kept)]
        return [one for one in found if phrase(one.name) not in TOO_GENERAL]

    def _graph_spans(self, text: str) -> list[tuple[int, int]]:
        words = tokens(text)
        found: list[tuple[int, int]] = []
        for at, first in enumerate(words):
            limit = min(self._longest.get(first.word, 0), len(words) - at)
            for count in range(limit, 0, -1):
                name = " ".join(word.word for word in words[at : at + count])
                if name in self._graph.by_name or name in _quantities():
                    found.append((first.start, words[at + count - 1].end))
                    break
        return found

    def _entity(self, text: str, start: int, end: int, drugs: set[tuple[int, int]]) -> Entity:
        name = text[start:end]
        high, low = _quantities().get(phrase(name), ("", ""))
        before = text[:start]
        state = (high if RAISING.search(before) else "") or (low if LOWERING.search(before) else "")
        if state:
            return Entity(state, "condition", start, end, directed=True)
        node = self._graph.find(f"{name} level")
        measured = node is not None and bool(self._graph.of_sense(node, "monitored"))
        if measured and ((start, end) not in drugs or MEASURED.search(text)):
            return Entity(f"{name} level", "test", start, end)
        return Entity(name, "drug" if (start, end) in drugs else "condition", start, end)
