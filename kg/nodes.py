"""Entities in the making: facts gathered under one identity, then written out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from clinical.facts import Concept, Fact
from kg.descriptions import amount, interval, listing
from kg.graph import Entity, EntityKind
from kg.placement import PlacedFact

_SHOWN = 6
"""Phrases in a description; all values stay in the attributes and the evidence."""


@dataclass
class NodeDraft:
    """What is known so far of one entity."""

    id: str
    kind: EntityKind
    names: Counter[str] = field(default_factory=Counter)
    wordings: dict[str, None] = field(default_factory=dict)
    concepts: dict[str, None] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    """What was stated of it; a test has none, its results have."""

    said: list[str] = field(default_factory=list)
    when: list[str] = field(default_factory=list)
    evidence: dict[str, None] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)

    def add(
        self, concept: Concept, placed: PlacedFact, wording: str = "", named: bool = True
    ) -> None:
        """Take in one more mention; one that does not name the entity has no say in its name."""
        self.names[concept.name] += int(named)
        self.concepts.update(dict.fromkeys((concept.id, *concept.broader)))
        self.evidence[placed.evidence] = None
        if wording:
            self.wordings[" ".join(wording.split())] = None
        if self.kind != "LAB_TEST":
            self.facts.append(placed.fact)
            self.said.append(placed.said)
            self.when.append(interval(placed.fact.time))

    @property
    def name(self) -> str:
        """The name used most; of equals the first in the alphabet."""
        return min(self.names, key=lambda name: (-self.names[name], name))

    def synonyms(self) -> list[str]:
        """Return other names and wordings, each once whatever its case."""
        own = self.name.casefold()
        seen = {name.casefold(): name for name in reversed([*self.names, *self.wordings])}
        return sorted(name for folded, name in seen.items() if folded != own)

    def entity(self) -> Entity:
        """Write the entity out."""
        return Entity(
            id=self.id,
            kind=self.kind,
            name=self.name,
            concepts=tuple(self.concepts),
            description=listing(_phrases(self), _SHOWN),
            attributes={**_attributes(self), **self.attributes},
            evidence=tuple(self.evidence),
        )


def _phrases(draft: NodeDraft) -> list[str]:
    return [
        f"{said} ({when})" if said and when else said or when
        for said, when in zip(draft.said, draft.when, strict=True)
    ]


def _attributes(draft: NodeDraft) -> dict[str, str]:
    columns = {**_details(draft), **_quantities(draft)}
    joined = {
        name: "; ".join(dict.fromkeys(value for value in values if value))
        for name, values in columns.items()
    }
    return {name: text for name, text in joined.items() if text}


def _details(draft: NodeDraft) -> dict[str, Iterable[str | None]]:
    facts = draft.facts
    details: dict[str, Iterable[str | None]] = {
        "assertion": [fact.assertion for fact in facts],
        "experiencer": ["family" for fact in facts if fact.assertion == "family"],
        "laterality": [fact.laterality for fact in facts],
        "site": [fact.site for fact in facts],
    }
    if draft.kind != "LAB_RESULT":
        details["severity"] = [fact.severity for fact in facts]
        details["synonyms"] = draft.synonyms()
    if draft.kind == "MEDICATION":
        details["status"] = [fact.status for fact in facts]
        details["route"] = [fact.route for fact in facts]
    return details


def _quantities(draft: NodeDraft) -> dict[str, Iterable[str | None]]:
    if draft.kind == "MEDICATION":
        return {
            "dose": [amount(fact.quantity) for fact in draft.facts if fact.quantity],
            "frequency": [f"{fact.frequency:g} a day" for fact in draft.facts if fact.frequency],
        }
    if draft.kind == "VITAL_SIGN":
        return {"values": _phrases(draft)}
    if draft.kind == "LAB_RESULT":
        return {
            "value": draft.said,
            "time": draft.when,
            "study": [fact.study for fact in draft.facts],
            "selector": [fact.selector for fact in draft.facts],
        }
    return {}
