"""One thing that a summary would be expected to carry, and how its summary could tell it."""

from functools import cached_property
from typing import Literal

from pydantic import BaseModel

from agents.omissions.naming import Named, named
from agents.omissions.stay import Told, cited
from clinical.facts import Fact
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


def expected_from(
    category: Category, kind: Kind, text: str, *told: Told, name: str = "", told_by: str = ""
) -> Expected:
    """Expect what the record tells, with the place of each fact."""
    return Expected(
        category=category,
        kind=kind,
        text=text,
        evidence=tuple(cited(one) for one in told),
        facts=tuple(one.fact for one in told),
        name=name,
        told_by=told_by,
    )
