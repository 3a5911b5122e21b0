"""Under which concepts a fact may be spoken of."""

from typing import NamedTuple

from clinical.facts import Fact
from clinical.kindred import NEAR, TOO_WIDE, kindred, related_ids


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
