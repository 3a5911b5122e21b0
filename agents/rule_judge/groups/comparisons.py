"""More, fewer, as many: what counted groups say to comparisons and differences."""

from agents.rule_judge.groups.outcome import Outcome, is_listed
from agents.rule_judge.groups.places import Place, Reports
from clinical.chance import differ
from clinical.count_claims import CountClaim
from clinical.counted_names import Named
from clinical.portions import holds


def compared(
    claim: CountClaim, here: list[Place], there: list[Place], reports: Reports
) -> Outcome | None:
    """More, fewer or as many in one place as in another, or of one thing as of another.

    Of several things, some of which are equally frequent, the sum may be meant.
    """
    if claim.of_types:
        return same_types(claim, here, there)
    if not there and not claim.others and claim.relation != "same":
        there = other_report(here, reports)
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


def difference(
    claim: CountClaim, here: list[Place], there: list[Place], _: Reports
) -> Outcome | None:
    """Two groups differ by so much, by more than chance, or not at all."""
    groups = [Place((group,)) for place in here for group in place.groups]
    things: tuple[Named | None, ...] = claim.things or (None,)
    if len(groups) != 2 or len(things) != 1 or len(claim.portions) > 1:
        return None
    one, other = (place.having(things[0]) for place in groups)
    parts = [place.having(things[0]) / (place.people() or 1) for place in groups]
    if claim.portions:
        as_share = claim.portions[0].is_share
        gap = abs(parts[0] - parts[1]) if as_share else abs(one - other)
        return Outcome(holds(claim.portions[0], gap), f"the report counts {one:g} and {other:g}")
    if not all(place.people() for place in groups):
        return None
    real = differ(round(one), groups[0].people(), round(other), groups[1].people())
    if claim.negated or claim.slight:
        return Outcome(not real, f"the report counts {one:g} and {other:g}")
    return Outcome(real, f"the report counts {one:g} and {other:g}") if claim.significant else None


def other_report(here: list[Place], reports: Reports) -> list[Place]:
    """The other one of two reports, with which `more` silently compares."""
    others = [
        Place(report.groups)
        for report, _ in reports.read
        if all(group not in report.groups for place in here for group in place.groups)
    ]
    return others if len(reports.read) == 2 and len(others) == 1 else []


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
    counts = [(one.having(thing), other.having(thing)) for thing in claim.things or (None,)]
    return all(
        differ(round(first), one.people(), round(second), other.people())
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
    count = place.having(thing)
    return count / (place.people() or 1) if claim.by_share else float(count)


def stands(claim: CountClaim, one: float, other: float) -> bool:
    """Say whether two counts are related as claimed, by the difference where one is given."""
    if claim.relation == "same":
        return (one == other) != claim.negated
    ratios = [portion for portion in claim.portions if portion.is_ratio]
    if ratios:
        return other > 0 and holds(ratios[0], one / other)
    gap = one - other if claim.relation == "more" else other - one
    if len(claim.portions) == 1:
        return gap > 0 and holds(claim.portions[0], gap)
    return (gap > 0) != claim.negated
