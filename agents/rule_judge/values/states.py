"""Rules for states that a threshold defines: `hypotensive`, `leukocytosis`, `hyperkalemia`."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.findings.denial_limits import is_timed
from agents.rule_judge.findings.denials import is_qualified
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.results import is_found
from clinical.derived_states import STATES, analytes_of, state_of
from clinical.facts import Fact
from clinical.kidney_injury import Creatinine, kidney_injury
from clinical.kindred import CREATININE, is_kidney_injury, state_named
from clinical.times import find_times
from clinical.vocabulary import find_terms

ON_A_STRIP = "lab:urine_"
"""Tests whose result in words or grades tells that something is in the urine."""

NAMED_AFTER = {"admission": "admission", "first": "admission", "discharge": "discharge"}
"""The day after which a selector calls a value, by its anchor."""

LASTING = frozenset({"vital:ejection_fraction", "vital:body_mass_index"})
"""Quantities besides laboratory values that do not change from hour to hour."""

BETWEEN = 2
"""Most words between a state and the time that stands beside it."""

LEADS_ON = re.compile(r"\s*(?:to|-|→|or)\s+\w", re.IGNORECASE)
"""After a state that only begins a range: `normotensive to hypertensive`."""

KIND_OF = re.compile(
    r"\s+(?:encephalopathy|pericarditis|crisis|coma|shock|seizures?|emergency|stroke|brain|injury"
    r"|cardiomyopathy|nephropathy|retinopathy|neuropathy|hemorrhage|symptoms)\b",
    re.IGNORECASE,
)
"""After `uremic`, `hypertensive`: a disease of that kind, which a value does not define."""

PASSED = re.compile(
    r"\s*(?:has |had |have |then |soon |quickly |promptly |gradually |fully |completely ){0,2}"
    r"(?:resolved|subsided|abated|settled|disappeared|cleared|went away|improved|broke)\b",
    re.IGNORECASE,
)
AT_HOME = re.compile(
    r"\bat home\b|\b(?:prior to|before) (?:admission|arrival|presentation)\b|\bPTA\b",
    re.IGNORECASE,
)
HERE = re.compile(
    r"\bin[ -]?house\b|\bin (?:the )?hospital\b|\bhere\b|\binpatient\b"
    r"|\bsince (?:admission|arrival)\b"
    r"|\b(?:during|throughout) (?:the|her|his|their|this)"
    r" (?:stay|admission|hospitali[sz]ation|course)\b",
    re.IGNORECASE,
)

NEXT_WORD = re.compile(r"\s+([a-z]{4,})", re.IGNORECASE)
CLAUSE_MARK = re.compile(r"[,;:.]|\b(?:and|but|with)\b", re.IGNORECASE)


def judge_state(claim: Fact, view: RecordView, sentence: str = "") -> Decision | None:
    """Derive the state from values; None where no value speaks for or against it.

    A time decides which values are meant where it stands beside the state or opens the sentence.
    """
    state = state_named(claim)
    if state is None:
        return judge_kidney_injury(claim, view)
    if claim.assertion == "absent" and KIND_OF.match(sentence, claim.source.end or 0):
        return None
    if sentence and not stands_by(claim, sentence, view):
        claim = claim.model_copy(update={"time": None})
    judged = [
        (item, held)
        for item in values_for(state, claim, view)
        if (held := holds(state, item)) is not None
    ]
    if claim.assertion == "absent" and not has_passed(claim, sentence):
        judged = [(item, held) for item, held in judged if is_meant_place(claim, item, sentence)]
        holding = [item for item, held in judged if held]
        if holding and is_open(claim, sentence, holding):
            return undecided("denied_in_part", "only a part or a time is denied", holding)
        return judge_absent_state(claim, holding, [i for i, _ in judged])
    holding = [item for item, held in judged if held]
    if holding:
        note = f"{holding[0].fact.text!r} defines it"
        return supported("derived_state", holding, note, "state")
    if LEADS_ON.match(sentence, claim.source.end or 0):
        return None
    excluding = [item for item, held in judged if held is False]
    timed = bool(excluding) and all(at_time(claim, item) for item, _ in judged)
    if not timed and any(holds(state, item) for item in deciding(state, view)):
        return None
    return judge_never_reached(claim, state, excluding)


def has_passed(claim: Fact, sentence: str) -> bool:
    """Say whether a state is told to have ended, so that it was there: `the fever resolved`."""
    return PASSED.match(sentence, claim.source.end or 0) is not None


def is_open(claim: Fact, sentence: str, holding: list[Item]) -> bool:
    """Say whether a denial leaves the state open: at another time, or as what describes a disease.

    `No uremic encephalopathy` does not deny the uremia, `no fever since` not the fever before.
    """
    word = NEXT_WORD.match(sentence, claim.source.end or 0)
    described = word is not None and any(t.start == 0 for t in find_terms(word[1]))
    dated = any(at_time(claim, item) for item in holding)
    clause = words_between_commas(sentence, claim.source.start or 0, claim.source.end or 0)
    limited = is_timed(claim, sentence) or (claim.time is not None and not HERE.search(clause))
    return described or is_qualified(claim, sentence) or (limited and not dated)


def is_meant_place(claim: Fact, item: Item, sentence: str) -> bool:
    """Say whether a value was taken where a denial looks: at home, or in the hospital."""
    clause = words_between_commas(sentence, claim.source.start or 0, claim.source.end or 0)
    home, here = AT_HOME.search(clause) is not None, HERE.search(clause) is not None
    before = item.fact.section == "history_of_present_illness"
    return home == here or before == home


def words_between_commas(sentence: str, start: int, end: int) -> str:
    """Return the words around a claim, up to the next comma or semicolon on both sides."""
    head = max(sentence.rfind(mark, 0, start) for mark in ",;:") + 1
    tails = [at for mark in ",;" if (at := sentence.find(mark, end)) >= 0]
    return sentence[head : min(tails, default=len(sentence))]


def is_gray(claim: Fact, view: RecordView) -> bool:
    """Say whether a claim names a state whose values are on record, yet decide nothing."""
    state = state_named(claim)
    return state is not None and bool(deciding(state, view))


def stands_by(claim: Fact, sentence: str, view: RecordView) -> bool:
    """Say whether the time of a claim stands beside it, with no clause between."""
    start, end = claim.source.start or 0, claim.source.end or 0
    for time in find_times(sentence, view.anchors):
        if time.span is None or time.span != claim.time:
            continue
        between = sentence[end : time.start] if time.start >= end else sentence[time.end : start]
        near = len(between.split()) <= BETWEEN and not CLAUSE_MARK.search(between)
        if near or not sentence[: time.start].strip(" ,.("):
            return True
    return False


def judge_never_reached(claim: Fact, state: str, excluding: list[Item]) -> Decision | None:
    """Every value at that time excludes the state; one lone value elsewhere proves too little."""
    reversed_at = [i for i in excluding if at_time(claim, i) or proves_another(state, i)]
    if not excluding or (len(excluding) == 1 and not reversed_at):
        return None
    if not reversed_at and not any(is_lasting(i) for i in excluding):
        return None
    lab = excluding[0].fact.kind == "lab"
    opposite = [i for i in excluding if proves_another(state, i, fleeting=at_time(claim, i))]
    return contradicted(
        "opposite_state" if opposite else "state_excluded",
        excluding[:3],
        ("exam_result_error" if lab else "value_error",),
        f"the sentence says {claim.text!r}; {excluding[0].fact.text!r} excludes it",
        "state",
        confidence=0.65,
    )


def at_time(claim: Fact, item: Item) -> bool:
    """Say whether a value was taken at the time of the claim, by its date or by its name."""
    time = claim.time
    if time is None or not time.earliest:
        return False
    named = NAMED_AFTER.get(item.fact.selector or "")
    if named is not None and item.fact.time is None:
        return named == time.anchor
    return item.fact.time is not None and time.overlaps(item.fact.time)


def proves_another(state: str, item: Item, fleeting: bool = False) -> bool:
    """Say whether a value proves another state of the same quantity: high for low.

    A vital sign proves nothing about another hour; `fleeting` says that it is of the hour meant.
    """
    return (
        (is_lasting(item) or fleeting)
        and item.fact.quantity is not None
        and any(
            other.state != state
            and state_of(other.state, item.fact.quantity.value, None, other.analyte)
            for other in STATES
            if other.analyte == item.fact.concept.id
        )
    )


def is_lasting(item: Item) -> bool:
    """Say whether a quantity does not change from hour to hour, as a vital sign does."""
    return item.fact.kind == "lab" or item.fact.concept.id in LASTING


def deciding(state: str, view: RecordView) -> list[Item]:
    """All values of the quantities that decide a state."""
    wanted = set(analytes_of(state))
    return [i for i in view.items if i.fact.concept.id in wanted and tells_amount(i)]


def tells_amount(item: Item) -> bool:
    """Say whether an item has a number, or is of a strip that tells whether anything was found."""
    if item.fact.quantity is not None:
        return True
    stripped = item.fact.concept.id.startswith(ON_A_STRIP)
    return stripped and is_found(str(item.fact.result or "")) is not None


def values_for(state: str, claim: Fact, view: RecordView) -> list[Item]:
    """Values that decide a state, at the time of the claim where it names one."""
    items = deciding(state, view)
    if claim.time is not None and claim.time.earliest:
        timed = [i for i in items if at_time(claim, i)]
        return timed or items
    return items


def holds(state: str, item: Item) -> bool | None:
    """Say whether a value defines the state; None in the gray zone."""
    quantity = item.fact.quantity
    if quantity is None:
        return is_found(str(item.fact.result or "")) if tells_amount(item) else None
    return state_of(state, quantity.value, analyte=item.fact.concept.id)


def judge_absent_state(claim: Fact, holding: list[Item], judged: list[Item]) -> Decision | None:
    """The sentence denies a state."""
    if holding:
        return contradicted(
            "denied_state",
            holding,
            ("negation_error",),
            f"the sentence denies {claim.text!r}; {holding[0].fact.text!r} defines it",
            "presence",
            confidence=0.7,
        )
    if judged:
        return supported(
            "state_never_reached", judged[:3], "no value on record reaches it", "state"
        )
    return None


def judge_kidney_injury(claim: Fact, view: RecordView) -> Decision | None:
    """Acute kidney injury follows from the creatinine series (KDIGO 2012)."""
    if not is_kidney_injury(claim):
        return None
    items = [i for i in view.items if i.fact.concept.id == CREATININE and i.fact.quantity]
    series = [
        Creatinine(i.fact.quantity.value, i.fact.time.earliest)
        for i in items
        if i.fact.quantity and i.fact.time and i.fact.time.earliest
    ]
    injury = kidney_injury(series)
    if injury is None or claim.assertion != "present":
        return None
    ends = {injury.baseline.value, injury.peak.value}
    proof = [i for i in items if i.fact.quantity and i.fact.quantity.value in ends]
    note = f"creatinine rose from {injury.baseline.value:g} to {injury.peak.value:g} mg/dL (KDIGO)"
    return supported("kdigo", proof, note, "state")
