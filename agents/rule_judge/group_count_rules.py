"""What counted groups say to a claim: one rule for each relation."""

from collections.abc import Callable
from typing import NamedTuple

from agents.rule_judge.group_places import Place, Reports
from clinical.chance import differ
from clinical.count_claims import CountClaim, Relation
from clinical.counted_names import Named
from clinical.portions import Portion, holds


class Outcome(NamedTuple):
    """Whether the counts carry a clause, the lines that show it, and what they say."""

    holds: bool
    note: str
    listed: bool = True
    """Everything named is in the report; else silence is all there is."""


def is_listed(claim: CountClaim, places: list[Place]) -> bool:
    """Say whether the report has every group, and a line for every thing."""
    things = (*claim.things, *claim.others)
    return all(place.groups for place in places) and all(thing.names for thing in things)


Rule = Callable[[CountClaim, list[Place], list[Place], Reports], Outcome | None]


def number(
    claim: CountClaim, here: list[Place], there: list[Place], reports: Reports
) -> Outcome | None:
    """So many, or such a part, had each thing.

    Of several groups, one of them or their sum may be meant; where any of these is the number,
    the claim holds.
    """
    if len(claim.portions) != 1:
        return None
    portion = claim.portions[0]
    if portion.value == 0 and portion.bound == "=":
        return none(claim, here, there, reports)
    groups = tuple(group for place in here for group in place.groups)
    ways = [here, [Place(groups)], *([Place((group,))] for group in groups)]
    answers = [[holds_in(claim, place, portion) for place in way] for way in ways]
    if any(answer is None for answer in answers[0]):
        return None
    if any(all(way) for way in answers):
        return Outcome(True, "the report counts as many")
    counts = ", ".join(str(here[0].count(thing)) for thing in claim.things or (None,))
    note = f"the report counts {counts} of {here[0].people()}"
    return Outcome(False, note, is_listed(claim, here))


def holds_in(claim: CountClaim, place: Place, portion: Portion) -> bool | None:
    """Say whether a place has so many of each thing, or of all together."""
    counts = [place.count(thing) for thing in claim.things or (None,)]
    values = [as_said(count, place, portion) for count in (*counts, sum(counts))]
    if any(value is None for value in values):
        return None
    denied = claim.negated and portion.is_share
    fits = [holds(portion, 1 - value if denied else value) for value in values if value is not None]
    return fits[-1] or (not claim.together and all(fits[:-1]))


def as_said(count: int, place: Place, portion: Portion) -> float | None:
    """A count in the form in which the sentence gives it."""
    if not portion.is_share:
        return float(count)
    return count / place.people() if place.people() else None


def none(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """Nobody had any of the things."""
    for place in here:
        for thing in claim.things or (None,):
            if place.count(thing):
                return Outcome(False, f"the report counts {place.count(thing)}")
    return Outcome(True, "the report counts none")


def some(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """Somebody had each of the things."""
    for place in here:
        for thing in claim.things:
            if not place.count(thing):
                return Outcome(False, "the report counts none", bool(thing.names))
    return Outcome(True, "the report counts some")


def extreme(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """The things are those counted most, or least; a tie with others is left open."""
    for place in here:
        counts = {name: n for name, n in place.lines().items() if n or claim.relation == "most"}
        if not counts:
            return None
        edge = (max if claim.relation == "most" else min)(counts.values())
        if not claim.things:
            return lone_extreme(claim, edge)
        named = {name for thing in claim.things for name in thing.names}
        at_edge = [name for name, count in counts.items() if count == edge]
        if any(not thing.names.intersection(at_edge) for thing in claim.things):
            return Outcome(False, f"the report counts {at_edge[0]!r} {edge} times")
        if not named.issuperset(at_edge):
            return None
        if len(claim.portions) == 1 and not number_fits(claim, place):
            return Outcome(False, f"the report counts {edge}")
    return Outcome(True, "the report counts it so")


def number_fits(claim: CountClaim, place: Place) -> bool:
    """Say whether the number beside the extreme is that of each thing, or of all of them."""
    counts = [place.count(thing) for thing in claim.things]
    values = [as_said(count, place, claim.portions[0]) for count in (*counts, sum(counts))]
    return any(value is not None and holds(claim.portions[0], value) for value in values)


def lone_extreme(claim: CountClaim, edge: int) -> Outcome | None:
    """The largest count is the number."""
    if len(claim.portions) != 1 or claim.portions[0].is_share:
        return None
    return Outcome(holds(claim.portions[0], edge), f"the largest count is {edge}")


def compared(
    claim: CountClaim, here: list[Place], there: list[Place], _: Reports
) -> Outcome | None:
    """More, fewer or as many in one place as in another, or of one thing as of another.

    Of several things, some of which are equally frequent, the sum may be meant.
    """
    if claim.of_types:
        return same_types(claim, here, there)
    pairs = pairs_of(claim, here, there)
    if not pairs:
        return None
    wrong = [pair for pair in pairs if not stands(claim, *pair)]
    if wrong and len(wrong) < len(pairs) and all(one == other for one, other in wrong):
        return None
    if wrong:
        note = "the report counts {:g} and {:g}".format(*wrong[0])
        return Outcome(False, note, is_listed(claim, here + there))
    if claim.significant and not more_than_chance(claim, here, there):
        return Outcome(False, "counts so near are no more than chance")
    return Outcome(True, f"the report counts {pairs[0][0]:g} and {pairs[0][1]:g}")


def same_types(claim: CountClaim, here: list[Place], there: list[Place]) -> Outcome | None:
    """The same things were counted in two places."""
    places = [*here, *there]
    if claim.relation != "same" or len(places) != 2:
        return None
    one, other = (frozenset(name for name, n in p.lines().items() if n) for p in places)
    return Outcome((one == other) != claim.negated, f"{len(one ^ other)} things are in one only")


def more_than_chance(claim: CountClaim, here: list[Place], there: list[Place]) -> bool:
    """Say whether the groups differ at the usual level in each thing.

    A sum of lines that is larger than its group counts people twice and is not tested.
    """
    if len(here) != 1 or len(there) != 1:
        return True
    one, other = here[0], there[0]
    counts = [(one.count(thing), other.count(thing)) for thing in claim.things or (None,)]
    return all(
        differ(first, one.people(), second, other.people())
        for first, second in counts
        if first <= one.people() and second <= other.people()
    )


def pairs_of(claim: CountClaim, here: list[Place], there: list[Place]) -> list[tuple[float, float]]:
    """The two sides of each comparison."""
    things: list[Named | None] = list(claim.things) or [None]
    if there and claim.others:
        return [
            (measure(claim, here[0], one), measure(claim, there[0], other))
            for one in things for other in claim.others
        ]  # fmt: skip
    if there:
        return [
            (measure(claim, a, t), measure(claim, b, t))
            for a in here
            for b in there
            for t in things
        ]
    if claim.others:
        return [
            (measure(claim, place, one), measure(claim, place, other))
            for place in here for one in things for other in claim.others
        ]  # fmt: skip
    if claim.relation != "same" or len(here) != 2:
        return []
    return [(measure(claim, here[0], thing), measure(claim, here[1], thing)) for thing in things]


def measure(claim: CountClaim, place: Place, thing: Named | None) -> float:
    """A count, or the part of the place where parts are compared."""
    count = place.count(thing)
    return count / (place.people() or 1) if claim.by_share else float(count)


def stands(claim: CountClaim, one: float, other: float) -> bool:
    """Say whether two counts are related as claimed, by the difference where one is given."""
    if claim.relation == "same":
        return (one == other) != claim.negated
    gap = one - other if claim.relation == "more" else other - one
    if len(claim.portions) == 1:
        return gap > 0 and holds(claim.portions[0], gap)
    return (gap > 0) != claim.negated


def only_here(
    claim: CountClaim, here: list[Place], there: list[Place], reports: Reports
) -> Outcome | None:
    """The things were counted in these groups, and in no other group of any report."""
    inside_ = {group for place in here for group in place.groups}
    outside = [
        group for report, _ in reports.read for group in report.groups if group not in inside_
    ]
    for thing in claim.things or (None,):
        if Place(tuple(outside)).count(thing):
            return Outcome(False, "the report counts some elsewhere")
        if not Place(tuple(inside_)).count(thing):
            return Outcome(False, "the report counts none here", is_listed(claim, here + there))
    return Outcome(True, "the report counts none elsewhere")


def lines(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """How many of the lines have such a count."""
    if len(here) != 1 or any(portion.is_share for portion in claim.portions):
        return None
    counts = list(here[0].lines().values())
    portions = list(claim.portions)
    if claim.negated and len(portions) == 1 and portions[0].bound != "=":
        found = [count for count in counts if holds(portions[0], count)]
        return Outcome(not found, f"{len(found)} lines have such a count")
    if claim.negated and len(portions) == 1:
        zero = sum(count == 0 for count in counts)
        return Outcome(holds(portions[0], zero), f"{zero} lines count nobody")
    if len(portions) == 2 and not claim.negated:
        found = [count for count in counts if holds(portions[1], count)]
        return Outcome(holds(portions[0], len(found)), f"{len(found)} lines have such a count")
    if len(portions) == 1:
        some_ = sum(count > 0 for count in counts)
        fits = holds(portions[0], some_) or holds(portions[0], len(counts))
        return Outcome(fits, f"{some_} lines count somebody")
    return None


RULES: dict[Relation, Rule] = {
    "number": number,
    "none": none,
    "some": some,
    "most": extreme,
    "least": extreme,
    "more": compared,
    "less": compared,
    "same": compared,
    "only_here": only_here,
    "lines": lines,
}
