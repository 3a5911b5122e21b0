"""One thing that a summary would be expected to carry, and how its summary could tell it."""

from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import BaseModel

from clinical.facts import Fact
from clinical.kindred import NEAR, kindred, related_ids
from clinical.labels import Kind
from kg.evidence import Evidence

Category = Literal[
    "stopped_medication",
    "new_medication",
    "changed_dose",
    "critical_result",
    "pending_result",
    "procedure",
    "new_diagnosis",
    "positive_culture",
    "allergy",
    "disposition",
]
"""Kinds of things that a summary should carry, the most dangerous to lose first."""

TOO_WIDE = frozenset(
    {
        "MONDO:0000001",
        "MONDO:0700096",
        "MONDO:0042489",
        "HP:0000118",
        "HP:0000001",
        "MONDO:0002254",
        "MONDO:0021178",
        "MONDO:0005550",
        "organism:bacteria",
        "procedure:surgery",
    }
)
"""Concepts that almost everything falls under; naming one tells of nothing in particular."""


class Expected(BaseModel, frozen=True):
    """An item of the record, with what would count as telling it."""

    category: Category
    kind: Kind
    text: str
    """For a reader: what is missing."""

    evidence: tuple[Evidence, ...]
    facts: tuple[Fact, ...] = ()
    """The facts that it is made of, the leading one first; telling one of them tells it."""

    name: str = ""
    """The words of the record whose content words would tell it as well."""

    told_by: str = ""
    """A regular expression on a sentence that tells it in other words."""

    rank: int = 0
    """A greater number matters less, whatever the category."""

    @cached_property
    def names(self) -> tuple[Named, ...]:
        """The ids of its facts."""
        return tuple(named(fact) for fact in self.facts)


class Named(NamedTuple):
    """The concept ids that name a fact itself, and those of near wider concepts."""

    own: frozenset[str]
    wider: frozenset[str]

    def links(self, other: "Named") -> bool:
        """Say whether two facts are about the same concept, or one about a wider one."""
        return not (
            self.own.isdisjoint(other.own)
            and self.wider.isdisjoint(other.own)
            and self.own.isdisjoint(other.wider)
        )


def named(fact: Fact) -> Named:
    """Collect the ids under which a fact may be spoken of."""
    own = {fact.concept.id, *kindred().get(fact.concept.id, ()), *ingredients(fact.concept.id)}
    wider = {*fact.concept.broader[:NEAR], *related_ids(fact)} - own
    return Named(frozenset(own - TOO_WIDE), frozenset(wider - TOO_WIDE))


def ingredients(concept: str) -> tuple[str, ...]:
    """Return the drugs that a combination is made of."""
    kind, _, name = concept.partition(":")
    return tuple(f"drug:{part}" for part in name.split("/")) if kind == "drug" else ()
