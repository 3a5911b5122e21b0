"""Rules for a dose told by its relation to the one before: lower, higher, half, changed from-to."""

import re

from agents.rule_judge.decisions import Decision, Item
from agents.rule_judge.medications.lists import (
    DISCHARGE_LIST,
    HOME_LIST,
    active,
    became,
    is_about,
    listed,
    one_daily_dose,
    same_unit,
)
from agents.rule_judge.values.quantities import matches
from clinical.drug_lexicon import find_drug_names
from clinical.facts import Fact, Quantity

OLD = r"(?:home|usual|prior|previous|former|original|outpatient|earlier|pre-?admission|old|regular)"
RELATION = re.compile(
    rf"\b(?:at|on|to|with|of)\s+(?:an?\s+|the\s+|her\s+|his\s+)*(?:much\s+|slightly\s+)?"
    rf"(?P<word>lower|reduced|smaller|decreased|higher|increased|larger|greater|half|twice"
    rf"|double|triple"
    rf"|quarter)\s+(?:of\s+)?(?:(?:the|her|his|their|its|a)\s+)*(?:{OLD}\s+)*dos\w+",
    re.IGNORECASE,
)
FACTORS = {"half": 0.5, "twice": 2.0, "double": 2.0, "triple": 3.0, "quarter": 0.25}
LOWER = frozenset({"lower", "reduced", "smaller", "decreased"})
LEFT_ON = frozenset({"resumed", "continued", "discharge", "decreased", "increased", "changed"})


def judge_relative_dose(claim: Fact, items: list[Item], sentence: str) -> Decision | None:
    """`Resumed at half the home dose` is wrong where the two lists have another relation."""
    home, leaving = listed(items, HOME_LIST), active(listed(items, DISCHARGE_LIST))
    before, after = one_daily_dose(home), one_daily_dose(leaving)
    start, end = claim.source.start or 0, claim.source.end or 0
    named = RELATION.search(sentence, start, own_end(sentence, end)) if sentence else None
    if claim.status not in LEFT_ON or named is None or not before or after is None:
        return None
    if not same_unit(home, leaving) or holds(named["word"].lower(), after / before):
        return None
    told_elsewhere = [
        i for i in items if i.fact.status in LEFT_ON and i.fact.section != DISCHARGE_LIST
    ]
    if any(
        i.fact.quantity is not None
        and holds(named["word"].lower(), i.fact.quantity.value * (i.fact.frequency or 1.0) / before)
        for i in told_elsewhere
    ):
        return None
    return became("other_factor", home, leaving)


def own_end(sentence: str, end: int) -> int:
    """Where the words behind a claim stop being about its drug: at the next one."""
    names = [n.start for n in find_drug_names(sentence) if n.start >= end]
    return min(len(sentence), end + 60, *names[:1])


def holds(word: str, ratio: float) -> bool:
    """Say whether a ratio of doses is what a word says."""
    factor = FACTORS.get(word)
    if factor is not None:
        return is_about(ratio, factor)
    return ratio < 0.99 if word in LOWER else ratio > 1.01


def judge_reversed_change(claim: Fact, items: list[Item]) -> Decision | None:
    """`From 20 to 10 mg` where the list at admission has 10 mg and the one at discharge 20 mg."""
    old, new = claim.previous_quantity, claim.quantity
    home, leaving = listed(items, HOME_LIST), active(listed(items, DISCHARGE_LIST))
    if old is None or new is None or len(home) != 1 or len(leaving) != 1:
        return None
    before, after = home[0].fact.quantity, leaving[0].fact.quantity
    if before is None or after is None or matches(before, after):
        return None
    if not (is_dose(old, after) and is_dose(new, before)):
        return None
    return became("reversed_dose_change", home, leaving, confidence=0.8)


def is_dose(claimed: Quantity, recorded: Quantity) -> bool:
    """Say whether two doses in one unit are equal."""
    return claimed.unit == recorded.unit and matches(claimed, recorded)
