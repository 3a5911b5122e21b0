"""What counted groups say to a claim, before it is written into a verdict."""

from typing import NamedTuple

from agents.rule_judge.groups.places import Place
from clinical.count_claims import CountClaim


class Outcome(NamedTuple):
    """Whether the counts carry a clause, the lines that show it, and what they say."""

    holds: bool
    note: str
    listed: bool = True
    """Everything named is in the report; else silence is all there is."""


def is_listed(claim: CountClaim, places: list[Place]) -> bool:
    """Say whether the report has every group, and a line for every thing."""
    things = (*claim.things, *claim.others)
    named = all(thing.names and not thing.is_class for thing in things)
    return named and all(place.groups for place in places)
