"""What counted groups say to a claim: one rule for each relation."""

from collections.abc import Callable

from agents.rule_judge.groups.comparisons import compared, difference
from agents.rule_judge.groups.outcome import Outcome, is_listed
from agents.rule_judge.groups.places import Place, Reports
from clinical.count_claims import CountClaim, Relation
from clinical.portions import Portion, holds
from clinical.report_scopes import BOTH, EVERY

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
    named = {cell.group for scope in claim.here for cell in scope.cells}
    ways = [here]
    if EVERY not in named and portion.bound in ("=", "~"):
        ways.append([Place(groups)])
        ways += [] if BOTH in named else [[Place((group,))] for group in groups]
    answers = [[holds_in(claim, place, portion) for place in way] for way in ways]
    if any(answer is None for answer in answers[0]):
        return None
    if any(all(way) for way in answers):
        return Outcome(True, "the report counts as many")
    counts = ", ".join(str(here[0].having(thing)) for thing in claim.things or (None,))
    note = f"the report counts {counts} of {here[0].people()}"
    return Outcome(False, note, is_listed(claim, here))


def holds_in(claim: CountClaim, place: Place, portion: Portion) -> bool | None:
    """Say whether a place has so many of each thing, or of all together."""
    counts = [place.having(thing) for thing in claim.things or (None,)]
    values = [as_said(count, place, portion) for count in (*counts, sum(counts))]
    if any(value is None for value in values):
        return None
    whole = 1.0 if portion.is_share else float(place.people())
    if claim.negated and not whole:
        return None
    known = [value for value in values if value is not None]
    fits = [holds(portion, whole - value if claim.negated else value) for value in known]
    return fits[-1] or (not claim.together and all(fits[:-1]))


def as_said(count: float, place: Place, portion: Portion) -> float | None:
    """A count in the form in which the sentence gives it."""
    if not portion.is_share:
        return float(round(count)) if place.people() else count
    return count / place.people() if place.people() else None


def none(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """Nobody had any of the things."""
    for place in here:
        for thing in claim.things or (None,):
            if place.having(thing):
                return Outcome(False, f"the report counts {place.having(thing)}")
    return Outcome(True, "the report counts none")


def some(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """Somebody had each of the things."""
    for place in here:
        for thing in claim.things:
            if not place.having(thing):
                return Outcome(False, "the report counts none", is_listed(claim, here))
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
    counts = [place.having(thing) for thing in claim.things]
    values = [as_said(count, place, claim.portions[0]) for count in (*counts, sum(counts))]
    return any(value is not None and holds(claim.portions[0], value) for value in values)


def lone_extreme(claim: CountClaim, edge: float) -> Outcome | None:
    """The largest count is the number."""
    if len(claim.portions) != 1 or claim.portions[0].is_share:
        return None
    return Outcome(holds(claim.portions[0], edge), f"the largest count is {edge}")


def only_here(
    claim: CountClaim, here: list[Place], there: list[Place], reports: Reports
) -> Outcome | None:
    """The things were counted in these groups, and in no other group of any report."""
    inside_ = {group for place in here for group in place.groups}
    outside = [
        group for report, _ in reports.read for group in report.groups if group not in inside_
    ]
    for thing in claim.things or (None,):
        if Place(tuple(outside)).having(thing):
            return Outcome(False, "the report counts some elsewhere")
        if not Place(tuple(inside_)).having(thing):
            return Outcome(False, "the report counts none here", is_listed(claim, here + there))
    return Outcome(True, "the report counts none elsewhere")


def sole(claim: CountClaim, here: list[Place], there: list[Place], _: Reports) -> Outcome | None:
    """Nothing but the things was counted."""
    named = {name for thing in claim.things for name in thing.names}
    for place in here:
        others = [name for name, count in place.lines().items() if count and name not in named]
        if others:
            return Outcome(False, f"the report counts {others[0]!r} too")
    return Outcome(True, "the report counts nothing else")


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
    "sole": sole,
    "difference": difference,
}
