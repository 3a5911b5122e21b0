"""Rules for a pause: a dose on a day it was withheld, no gap where there was one, a return."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.medications.lists import DISCHARGE_LIST, HOME_LIST, TYPE, active, listed
from agents.rule_judge.medications.passing import is_beside
from agents.rule_judge.medications.told_regimens import passages_of
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.told_days import is_grid, on_day
from clinical.drug_lexicon import find_drug_names
from clinical.facts import Fact
from clinical.time_spans import is_by_day

GIVEN = frozenset({"given", "started"})
WITHHELD = frozenset({"not_given", "held"})
LISTS = frozenset({HOME_LIST, DISCHARGE_LIST})
THROUGH = re.compile(
    r"\b(?:throughout|all through|while|without (?:any |an? )?(?:interruption|pause|break|gap)"
    r"|uninterrupted\w*|never (?:held|stopped|paused)|no (?:doses? )?(?:missed|held)"
    r"|the whole (?:stay|admission|time)|during (?:the|his|her|this) (?:stay|admission"
    r"|hospitali[sz]ation|intubation|procedure|operation|surgery))\b",
    re.IGNORECASE,
)
GAP = re.compile(
    r"\b(?:held|hold\w*|paus\w*|stop\w*|except|until|resum\w*|re-?start\w*|apart from|initially"
    r"|then|later|again)\b",
    re.IGNORECASE,
)
RETURN_PLANNED = re.compile(
    r"\b(?:to|will|should|can|may|be|plan\w*)\s+(?:(?:be|then|to|for|the)\s+)*"
    r"(?:resum\w*|re-?start\w*|re-?introduc\w*|re-?initiat\w*|go back on|be put back on)\b"
    r"|\bback on in\b",
    re.IGNORECASE,
)
RETURN = re.compile(
    r"\b(?:resum\w*|re-?start\w*|re-?introduc\w*|re-?initiat\w*|back on|until|re-?assess\w*"
    r"|revisit\w*|re-?evaluat\w*|decid\w*|decision)\b",
    re.IGNORECASE,
)


def judge_withheld(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """The first rule of this module that refutes a claim."""
    if not claim.concept.id.startswith("drug:") or claim.assertion != "present":
        return None
    return (
        judge_withheld_that_day(claim, items)
        or judge_kept_through(claim, items, sentence)
        or judge_return(claim, items, view, sentence)
    )


def judge_withheld_that_day(claim: Fact, items: list[Item]) -> Decision | None:
    """A dose given on a day of which the record says only that it was withheld."""
    if claim.status not in GIVEN or claim.time is None or not is_by_day(claim.time):
        return None
    that_day = [i for i in items if i.fact.section not in LISTS and on_day(i.fact, claim.time)]
    withheld = [i for i in that_day if i.fact.status in WITHHELD]
    if not withheld or len(withheld) < len(that_day) or any(grids(withheld)):
        return None
    return contradicted(
        "withheld_that_day",
        withheld,
        ("medication_error",),
        f"the record says of that day {withheld[0].fact.text!r}",
        "presence",
        confidence=0.75,
    )


def grids(items: list[Item]) -> list[bool]:
    """Which items stand in rows of a table, whose days are in another line."""
    return [is_grid(i.evidence.quote) for i in items]


def judge_kept_through(claim: Fact, items: list[Item], sentence: str) -> Decision | None:
    """A drug said to go on through a time without a gap, which the record says was held."""
    start, end = claim.source.start or 0, claim.source.end or 0
    words = sentence[start : end + 70] if sentence else claim.text
    through = THROUGH.search(words)
    if claim.status != "continued" or through is None or GAP.search(words, 0, through.start()):
        return None
    during = [i for i in items if i.fact.section not in LISTS]
    held = [i for i in during if i.fact.status == "held"]
    kept = [i for i in during if i.fact.status in ("continued", "given")]
    if not held or kept:
        return None
    return contradicted(
        "held_in_between",
        held,
        TYPE,
        f"the record says {held[0].fact.text!r}",
        "status",
        confidence=0.75,
    )


def judge_return(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """A drug that is to come back after discharge, which the last list stops without a return."""
    start, end = claim.source.start or 0, claim.source.end or 0
    following = [n.start for n in find_drug_names(sentence) if n.start >= end]
    words = sentence[start : min([len(sentence), end + 90, *following[:1]])]
    leaving = listed(items, DISCHARGE_LIST)
    stopped = [i for i in leaving if i.fact.status == "stopped"]
    if not RETURN_PLANNED.search(words) or not stopped or active(leaving):
        return None
    held = any(i.fact.status == "held" for i in leaving)
    told = any(
        is_beside(claim.concept, match.start(), match.end(), p.quote)
        for p in passages_of(claim, items, view)
        if p.section not in LISTS
        for match in RETURN.finditer(p.quote)
    )
    told = told and not in_its_place(claim, view)
    if held or told or any(i.fact.status == "resumed" for i in items):
        return None
    return contradicted(
        "stopped_not_held",
        stopped,
        TYPE,
        f"the discharge list stops it: {stopped[0].fact.text!r}",
        "status",
        confidence=0.75,
    )


def in_its_place(claim: Fact, view: RecordView) -> bool:
    """Say whether the last list holds another drug of the narrowest class of a claim's."""
    return any(
        i.fact.concept.id != claim.concept.id
        and bool(set(claim.concept.broader[:1]) & set(i.fact.concept.broader[:1]))
        for i in active(listed(view.of_kind("medication"), DISCHARGE_LIST))
    )
