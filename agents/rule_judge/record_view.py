"""The evidence of one sentence, arranged so that rules can ask for it by concept."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache

from agents.rule_judge.decisions import Item
from clinical.content_words import content_words
from clinical.facts import Anchors, Concept
from clinical.group_reports import REPORT
from clinical.kindred import NEAR, TOO_WIDE, kindred
from clinical.labels import Kind
from clinical.words import short_forms, stem, written_out
from kg.evidence import Evidence

HISTORY_SECTIONS = frozenset({"past_medical_history", "family_history"})
"""Sections that tell of other times, or of other people."""


@lru_cache(maxsize=16384)
def all_stems(text: str) -> frozenset[str]:
    """Stems of all words of a text."""
    return frozenset(stem(word) for word in written_out(text))


@lru_cache(maxsize=16384)
def stems_of(text: str) -> frozenset[str]:
    """Stems of the content words of a text."""
    words = [token.word for token in content_words(text)]
    found = frozenset(stem(word) for word in words if word not in short_forms())
    return found.union(*(stems_of(" ".join(short_forms()[w])) for w in words if w in short_forms()))


@dataclass(frozen=True)
class RecordView:
    """Typed items by concept id (own and wider), passages, and whole lists by section."""

    anchors: Anchors
    evidence: tuple[Evidence, ...]
    items: list[Item] = field(default_factory=list)
    by_concept: dict[str, list[Item]] = field(default_factory=lambda: defaultdict(list))
    passages: list[Evidence] = field(default_factory=list)
    lists: dict[str, Evidence] = field(default_factory=dict)

    def same(self, concept: Concept) -> list[Item]:
        """Items of exactly this concept."""
        return [i for i in self.by_concept.get(concept.id, []) if i.fact.concept.id == concept.id]

    def narrower(self, concept: Concept) -> list[Item]:
        """Items of this concept or of one that it includes."""
        return self.by_concept.get(concept.id, [])

    def broader(self, concept: Concept) -> list[Item]:
        """Items of a slightly wider concept: they leave open whether the claim is right."""
        near = [wider for wider in concept.broader[:NEAR] if wider not in TOO_WIDE]
        return [
            i
            for wider in near
            for i in self.by_concept.get(wider, [])
            if i.fact.concept.id == wider
        ]

    def kindred(self, concept: Concept) -> list[Item]:
        """Items of other ids that answer for this concept."""
        ids = sorted(kindred().get(concept.id, ()))
        return [item for identity in ids for item in self.by_concept.get(identity, [])]

    def of_kind(self, *kinds: Kind) -> list[Item]:
        """Items of some kinds."""
        return [item for item in self.items if item.fact.kind in kinds]

    def reports(self) -> list[Evidence]:
        """Notes that are searched as a whole: counts in groups, criteria, one of several."""
        return [e for e in self.evidence if e.kind == "list" and e.section == REPORT]

    def sharing_words(self, text: str) -> list[Evidence]:
        """Passages that hold every content word of a text."""
        wanted = stems_of(text)
        return [p for p in self.passages if wanted and wanted <= stems_of(p.quote)]

    def sharing_most_words(self, text: str) -> list[Evidence]:
        """Passages that hold at least half of the content words of a longer text."""
        wanted = stems_of(text)
        if len(wanted) < 2:
            return []
        return [p for p in self.passages if 2 * len(wanted & stems_of(p.quote)) >= len(wanted)]


def view_of_evidence(evidence: list[Evidence], anchors: Anchors) -> RecordView:
    """Arrange evidence; the order of the evidence does not matter."""
    view = RecordView(anchors=anchors, evidence=tuple(sorted(evidence, key=lambda e: e.id)))
    seen: set[tuple[str, str, str]] = set()
    for source in sorted(evidence, key=lambda e: (e.kind != "fact", str(e.source), e.id)):
        if source.kind == "text":
            view.passages.append(source)
        elif source.kind == "list" and source.section:
            view.lists[source.section] = source
        for fact in source.facts:
            key = (fact.kind, fact.concept.id, str(fact.source))
            if key not in seen:
                seen.add(key)
                add_item(view, Item(fact, source))
    return view


def add_item(view: RecordView, item: Item) -> None:
    """File an item under its concept and all wider ones."""
    view.items.append(item)
    for identity in dict.fromkeys((item.fact.concept.id, *item.fact.concept.broader)):
        view.by_concept[identity].append(item)
