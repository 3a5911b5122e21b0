"""Rules for the dose, frequency and route of a drug."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.medications.lists import DISCHARGE_LIST, HOME_LIST, LASTING, TYPE, listed
from agents.rule_judge.medications.told_regimens import (
    is_sum,
    may_tell,
    passages_of,
    same_route,
    tells_dose,
    tells_route,
    total_told,
)
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import matches
from clinical.drug_lexicon import find_drug_names
from clinical.facts import Fact

FURTHER_CLAUSE = re.compile(r",|\b(?:with|and|while)\b", re.IGNORECASE)
"""What may part a frequency from the drug: it can be that of something else."""

CHANGE_BY = re.compile(r"(?<!followed )\bby (?:about )?\d", re.IGNORECASE)


def judge_regimen(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """The first of dose, old dose, frequency and route that the record has otherwise."""
    return (
        judge_dose(claim, items, view, sentence)
        or judge_previous_dose(claim, items, view)
        or judge_frequency(claim, items)
        or judge_route(claim, items, view)
    )


def judge_dose(claim: Fact, items: list[Item], view: RecordView, sentence: str) -> Decision | None:
    """A dose is wrong when the record has doses of this drug and none of them fits.

    A sum of doses is compared with the totals that passages give.
    """
    if claim.quantity is None or is_amount(claim):
        return None
    if is_sum(claim, sentence):
        return judge_total(claim, items, view)
    dosed = in_unit(claim, items)
    at_the_end = claim.time is not None and claim.time.anchor == "discharge"
    if claim.status in LASTING or at_the_end:
        dosed = listed(dosed, DISCHARGE_LIST) or dosed
    if not dosed or any(same_dose(claim, item.fact) for item in dosed):
        return None
    if tells_dose(claim, claim.quantity, may_tell(claim, passages_of(claim, items, view))):
        return None
    return other_dose(claim, dosed[0])


def in_unit(claim: Fact, items: list[Item]) -> list[Item]:
    """Items with a dose in the unit of the claim's."""
    unit = claim.quantity.unit if claim.quantity else ""
    return [i for i in items if i.fact.quantity and i.fact.quantity.unit == unit]


def other_dose(claim: Fact, shown: Item) -> Decision:
    """Write out a dose that the record has otherwise."""
    claimed = claim.quantity.written if claim.quantity else ""
    amount = shown.fact.quantity
    return contradicted(
        "other_dose",
        [shown],
        TYPE,
        f"the sentence says {claimed}, the record {shown.fact.text!r}",
        "dose",
        (claimed, amount.written) if amount else None,
    )


def judge_total(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """A total is wrong when a passage gives another one and no dose or total fits."""
    passages = passages_of(claim, items, view)
    told = total_told(claim, passages)
    if told is None or claim.quantity is None or matches(claim.quantity, told[1]):
        return None
    if tells_dose(claim, claim.quantity, passages) or same_daily_dose(claim, items):
        return None
    return contradicted(
        "other_total",
        [Item(claim, told[0])],
        TYPE,
        f"the sentence says {claim.quantity.written} in all, the record {told[1].written}",
        "dose",
        (claim.quantity.written, told[1].written),
        confidence=0.75,
    )


def same_daily_dose(claim: Fact, items: list[Item]) -> bool:
    """Say whether an item makes the amount of a claim in a day."""
    return any(i.fact.quantity is not None and same_dose(claim, i.fact) for i in items)


def judge_previous_dose(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """The old dose of a change is wrong when the list at admission has another one only."""
    old = claim.previous_quantity
    if old is None:
        return None
    before = claim.model_copy(update={"quantity": old})
    dosed = in_unit(before, items)
    home = listed(dosed, HOME_LIST)
    if not home or any(same_dose(before, i.fact) for i in dosed):
        return None
    if tells_dose(claim, old, passages_of(claim, items, view)):
        return None
    return contradicted(
        "other_previous_dose",
        home,
        TYPE,
        f"the sentence changes it from {old.value:g} {old.unit}, the record {home[0].fact.text!r}",
        "dose",
        confidence=0.75,
    )


def same_dose(claim: Fact, fact: Fact) -> bool:
    """Say whether two doses are equal, by dose or by total per day."""
    if claim.quantity is None or fact.quantity is None:
        return claim.quantity is None
    if matches(claim.quantity, fact.quantity):
        return True
    if not fact.frequency or claim.quantity.unit != fact.quantity.unit:
        return False
    claimed = claim.quantity.value * (claim.frequency or 1.0)
    recorded = fact.quantity.value * fact.frequency
    return abs(claimed - recorded) <= 0.01 * max(claimed, recorded)


def is_amount(claim: Fact) -> bool:
    """Say whether a number is a change (`raised by 25 mcg`) or a total that events add up to."""
    summed = {"drugclass:blood-product", "drugclass:iv-fluid"}
    classes = {claim.concept.id, *claim.concept.broader}
    return bool(classes & summed) or CHANGE_BY.search(claim.text) is not None


def judge_frequency(claim: Fact, items: list[Item]) -> Decision | None:
    """A frequency is wrong when the same dose is on record with other frequencies only.

    Without a dose, every regimen of the drug on record must have another frequency.
    """
    if claim.frequency is None:
        return None
    timed = [i for i in items if i.fact.frequency and may_be_dose(claim, i.fact)]
    if not timed or any(
        abs(i.fact.frequency - claim.frequency) < 0.01 for i in timed if i.fact.frequency
    ):
        return None
    return contradicted(
        "other_frequency",
        timed,
        TYPE,
        f"the sentence gives {claim.frequency:g} doses a day, the record {timed[0].fact.text!r}",
        "frequency",
    )


def may_be_dose(claim: Fact, fact: Fact) -> bool:
    """Say whether a regimen on record can be the one that the sentence means."""
    if claim.quantity is None:
        apart = FURTHER_CLAUSE.search(behind_name(claim)) is not None
        return not apart and (fact.route is None or claim.route in (None, fact.route))
    return fact.quantity is not None and matches(claim.quantity, fact.quantity)


def behind_name(claim: Fact) -> str:
    """The words of a claim behind the last name of its drug; all of them where it has none."""
    own = [n for n in find_drug_names(claim.text) if n.concept.id == claim.concept.id]
    return claim.text[own[-1].end :] if own else claim.text


def judge_route(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """A route is wrong when every item on record goes another way and no passage tells it.

    A regular dose without a route is taken by mouth.
    """
    if claim.route is None:
        return None
    routed = [i for i in items if i.fact.route]
    unsaid = [i for i in items if not i.fact.route and i.fact.frequency and i.fact.quantity]
    if claim.route == "oral" and unsaid:
        return None
    if not routed or any(same_route(claim.route, str(i.fact.route)) for i in routed):
        return None
    if tells_route(claim, passages_of(claim, items, view)):
        return None
    return contradicted(
        "other_route",
        routed,
        TYPE,
        f"the sentence says {claim.route}, the record {routed[0].fact.route}",
        "route",
        (claim.route, str(routed[0].fact.route)),
    )
