"""What a rule decides on one claim, before it is written into a verdict."""

from typing import NamedTuple

from pydantic import BaseModel

from clinical.facts import Fact
from clinical.labels import ErrorType, Grade, Relation
from graph_state.findings import Slot
from kg.evidence import Evidence


class Item(NamedTuple):
    """A fact of the record with the evidence it was read from."""

    fact: Fact
    evidence: Evidence

    @property
    def start(self) -> int:
        """Where the fact begins in the quote of its evidence; 0 where neither has a place."""
        return (self.fact.source.start or 0) - (self.evidence.source.start or 0)

    @property
    def end(self) -> int:
        """Where the fact ends in the quote of its evidence."""
        return (self.fact.source.end or 0) - (self.evidence.source.start or 0)


class Decision(BaseModel, frozen=True):
    """The outcome of a rule: a grade with its proof, or an abstention (`grade` is None)."""

    grade: Grade | None
    rule: str
    attribute: str = "existence"
    types: tuple[ErrorType, ...] = ()
    confidence: float = 0.5
    citations: tuple[tuple[str, Relation], ...] = ()
    explanation: str = ""
    correction: tuple[str, str] | None = None
    """The claimed words and what the record says instead."""

    slots: tuple[Slot, ...] = ()
    """Each comparable word of the claim, with how it was compared."""


def supported(
    rule: str, items: list[Item], explanation: str, attribute: str = "existence", by: Grade = "E1"
) -> Decision:
    """Grade a claim as carried by items of the record."""
    confidence = 0.9 if by == "E1" else 0.7
    return Decision(
        grade=by,
        rule=rule,
        attribute=attribute,
        confidence=confidence,
        citations=cite(items, "supports"),
        explanation=explanation,
    )


def contradicted(
    rule: str,
    items: list[Item],
    types: tuple[ErrorType, ...],
    explanation: str,
    attribute: str,
    correction: tuple[str, str] | None = None,
    confidence: float = 0.85,
) -> Decision:
    """Grade a claim E4: an item of the record cannot be true together with it."""
    return Decision(
        grade="E4",
        rule=rule,
        attribute=attribute,
        types=types,
        confidence=confidence,
        citations=cite(items, "contradicts"),
        explanation=explanation,
        correction=correction,
    )


def silent(
    rule: str,
    types: tuple[ErrorType, ...],
    explanation: str,
    items: list[Item] | None = None,
    confidence: float = 0.6,
) -> Decision:
    """Grade a claim E3: the record says nothing about it; `items` are the nearest anchors."""
    return Decision(
        grade="E3",
        rule=rule,
        types=types,
        confidence=confidence,
        citations=cite(items or [], "context"),
        explanation=explanation,
    )


def undecided(rule: str, explanation: str, items: list[Item] | None = None) -> Decision:
    """Abstain: what was found neither carries nor refutes the claim."""
    return Decision(
        grade=None,
        rule=rule,
        confidence=0.0,
        citations=cite(items or [], "context"),
        explanation=explanation,
    )


def cite(items: list[Item], relation: Relation) -> tuple[tuple[str, Relation], ...]:
    """Cite the evidence of items, each once, at most four."""
    ids = dict.fromkeys(item.evidence.id for item in items)
    return tuple((identity, relation) for identity in list(ids)[:4])


Decided = list[tuple[Fact, Decision]]
"""The claims of a sentence, each with what was decided on it."""


def is_residual(claim: Fact) -> bool:
    """Say whether a claim is made of the words that no parser understood."""
    return claim.concept.id.startswith("text:")
