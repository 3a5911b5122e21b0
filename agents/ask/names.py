"""The names in a graph: what a question may call each node."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from clinical.drug_lexicon import concept_of
from clinical.words import phrase
from kg.property_graph import GraphNode, PropertyGraph
from kg.store import Embedder, Vectors

_DRUG = ("drug:", "drugclass:")
_OF_THE_FIELD = 6
_UNNAMED = frozenset({"PATIENT"})


@dataclass(frozen=True)
class NodeNames:
    """All names of a graph by their phrase, and their vectors."""

    graph: PropertyGraph
    embedder: Embedder

    @cached_property
    def by_phrase(self) -> dict[str, tuple[str, ...]]:
        """Ids of the nodes that a phrase names."""
        own: dict[str, dict[str, None]] = defaultdict(dict)
        other: dict[str, dict[str, None]] = defaultdict(dict)
        for node_id in sorted(self.graph.nodes):
            node = self.graph.nodes[node_id]
            for name in names_of(node):
                named = own if name == node.name else other
                named[phrase(name)][node_id] = None
        # A node that bears the name itself is meant, not one that is only called so as well.
        return {key: tuple(ids) for key, ids in (other | own).items() if key}

    @cached_property
    def by_concept(self) -> dict[str, tuple[str, ...]]:
        """Ids of the nodes that carry a concept, their own or a wider one."""
        found: dict[str, list[str]] = defaultdict(list)
        for node_id in sorted(self.graph.nodes):
            node = self.graph.nodes[node_id]
            if node.kind not in _UNNAMED:
                for concept in _concepts_of(node):
                    found[concept].append(node_id)
        return {concept: tuple(ids) for concept, ids in found.items()}

    @cached_property
    def longest(self) -> int:
        """Words of the longest name."""
        return max((key.count(" ") + 1 for key in self.by_phrase), default=1)

    @cached_property
    def phrases(self) -> list[str]:
        """All names, in the order of their vectors."""
        return sorted(self.by_phrase)

    @cached_property
    def vectors(self) -> Vectors:
        """One unit-length row a name."""
        return self.embedder.embed(self.phrases)

    @cached_property
    def by_first_letter(self) -> dict[str, list[str]]:
        """Names by their first letter, which a slip of the pen seldom changes."""
        found: dict[str, list[str]] = defaultdict(list)
        for key in self.phrases:
            found[key[0]].append(key)
        return found

    @cached_property
    def field_words(self) -> frozenset[str]:
        """Words that many names hold, such as `liver`: they name the field, not a thing in it."""
        held = Counter(word for key in self.by_phrase for word in set(key.split()))
        return frozenset(word for word, count in held.items() if count >= _OF_THE_FIELD)

    def similarity(self, text: str) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """Return the cosine of a text with every name."""
        if not self.phrases:
            return np.zeros(0, dtype=np.float32)
        vector = self.embedder.embed([text])[0]
        return np.asarray(self.vectors @ vector, dtype=np.float32)


def _concepts_of(node: GraphNode) -> tuple[str, ...]:
    """Return the concepts of a node, wider ones included; codes of drugs know their classes."""
    concepts, codes = node.properties.get("concepts"), node.properties.get("codes")
    if isinstance(concepts, tuple):
        return concepts
    if not isinstance(codes, tuple):
        return ()
    wider = [c for code in codes if code.startswith(_DRUG) for c in concept_of(code).broader]
    return (*codes, *dict.fromkeys(wider))


def names_of(node: GraphNode) -> Iterator[str]:
    """Return the names of a node; a patient has none, so that no question can ask for another."""
    if node.kind in _UNNAMED:
        return
    yield node.name
    aliases = node.properties.get("aliases")
    if isinstance(aliases, tuple):
        yield from aliases
    synonyms = node.properties.get("synonyms")
    if isinstance(synonyms, str):
        yield from synonyms.split("; ")
