"""Entities in the making: facts gathered under one identity, then written out."""

from collections import Counter
from dataclasses import dataclass, field

from clinical.facts import Concept, Fact
from kg.descriptions import amount, interval, listing, phrase, value
from kg.graph import Entity, EntityKind

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
    evidence: dict[str, None] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)

    def add(
        self,
        concept: Concept,
        fact: Fact | None,
        evidence: str,
        wording: str = "",
        named: bool = True,
    ) -> None:
        """Take in one more mention; one that does not name the entity has no say in its name."""
        self.names[concept.name] += int(named)
        self.concepts.update(dict.fromkeys((concept.id, *concept.broader)))
        self.evidence[evidence] = None
        if wording:
            self.wordings[" ".join(wording.split())] = None
        if fact is not None:
            self.facts.append(fact)

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
            description=listing([phrase(fact) for fact in self.facts], _SHOWN),
            attributes={**_attributes(self), **self.attributes},
            evidence=tuple(self.evidence),
        )


def _attributes(draft: NodeDraft) -> dict[str, str]:
    facts = draft.facts
    columns: dict[str, list[str | None]] = {
        "assertion": [fact.assertion for fact in facts],
        "experiencer": ["family" for fact in facts if fact.assertion == "family"],
        "status": [fact.status for fact in facts],
        "severity": [fact.severity for fact in facts],
        "laterality": [fact.laterality for fact in facts],
        "site": [fact.site for fact in facts],
        "route": [fact.route for fact in facts],
        "synonyms": list(draft.synonyms()) if draft.kind != "LAB_RESULT" else [],
        **_quantities(draft),
    }
    joined = {name: _joined(values) for name, values in columns.items()}
    return {name: text for name, text in joined.items() if text}


def _quantities(draft: NodeDraft) -> dict[str, list[str | None]]:
    if draft.kind == "MEDICATION":
        doses = [amount(fact.quantity) for fact in draft.facts if fact.quantity]
        times = [f"{fact.frequency:g} a day" for fact in draft.facts if fact.frequency]
        return {"dose": list(doses), "frequency": list(times)}
    if draft.kind == "VITAL_SIGN":
        return {"values": [phrase(fact) for fact in draft.facts]}
    if draft.kind == "LAB_RESULT":
        times = [interval(fact.time) for fact in draft.facts]
        return {"value": [value(fact) for fact in draft.facts], "time": list(times)}
    return {}


def _joined(values: list[str | None]) -> str:
    return "; ".join(dict.fromkeys(value for value in values if value))
