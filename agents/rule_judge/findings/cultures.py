"""Rules for what a sentence says of a culture itself: that it grew something, or nothing."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.findings.culture_results import STERILE, results_of
from agents.rule_judge.findings.organisms import ELSEWHERE
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.substitutions import stretch
from clinical.facts import Fact
from clinical.specimen_words import CULTURE, SPECIMEN, STUDIES, statement_at

GROWING = re.compile(r"\b(?:grew|growing|isolated|recovered|positive|yielded)\b", re.IGNORECASE)
OPEN = re.compile(
    r"\b(?:pending|outstanding|await\w*|until|if|should|smears?|stains?|afb|fungal|mycobacterial"
    r"|antigens?|pcr|histology|screen\w*|swabs?)\b",
    re.IGNORECASE,
)
"""What is not known yet, and tests that are no culture for bacteria."""

CULTURE_OF = re.compile(r"\bcultures? (?:of|from) (?:the |his |her )?\Z", re.IGNORECASE)
NEAR = 10
"""Characters behind a specimen in which the word for its culture stands."""

FROM = re.compile(
    r"\s*(?:(?:from|in|on|of|the|one|two|three|four|both|all|each|out|\d+|his|her|sets?)\s+)+",
    re.IGNORECASE,
)
"""What joins an outcome to the specimen behind it: `recovered from one of two blood cultures`."""

DENIED = re.compile(r"\b(?:no|not|never|none|nothing|neither|nor|without)\b", re.I)
LATER = re.compile(
    r"\b(?:repeat\w*|surveillance|subsequent\w*|follow-?up|clear(?:ed|ance|ing)?|first|since|last"
    r"|later|then|after|before|other|remaining|second|from \d|on \d|\d{1,2}[-/]\d{1,2})\b",
    re.IGNORECASE,
)
"""Words that pick some of several cultures."""


def judge_cultures(sentence: str, view: RecordView) -> list[tuple[Fact, Decision]]:
    """Compare each statement on the growth in a specimen with the cultures of that specimen."""
    if CULTURE.search(sentence) is None or ELSEWHERE.search(sentence):
        return []
    found: dict[str, tuple[Fact, Decision]] = {}
    for match in SPECIMEN.finditer(sentence):
        study = STUDIES[str(match.lastgroup)]
        low, high = statement_at(sentence, match.start())
        place = match.start() - low, match.end() - low
        if study in found or not is_culture(sentence, match):
            continue
        decision = judge_statement(study, sentence[low:high], place, view)
        if decision is not None:
            found[study] = stretch(sentence, low, high), decision
    return list(found.values())


def is_culture(sentence: str, match: re.Match[str]) -> bool:
    """Say whether a specimen is named for its culture: `blood cultures`, `cultures of the pus`."""
    return (
        CULTURE.search(sentence, match.start(), match.end() + NEAR) is not None
        or CULTURE_OF.search(sentence[: match.start()]) is not None
    )


def judge_statement(
    study: str, told: str, place: tuple[int, int], view: RecordView
) -> Decision | None:
    """Every culture of the specimen came out the other way."""
    grew = outcome_of(told, *place)
    if grew is None:
        return None
    results = results_of(study, view)
    if results.unclear:
        return None
    if grew and results.sterile and not results.grown:
        return against("sterile_culture", results.sterile, "grew nothing")
    if not grew and results.grown and not results.sterile and LATER.search(told) is None:
        return against("growing_culture", results.grown, "grew something")
    return None


def outcome_of(told: str, start: int, end: int) -> bool | None:
    """Say whether a statement says that a specimen grew something (True) or nothing (False)."""
    if OPEN.search(told):
        return None
    if DENIED.search(told):
        return False if STERILE.search(told, end) and not GROWING.search(told) else None
    outcomes = sorted([*GROWING.finditer(told), *STERILE.finditer(told)], key=lambda m: m.start())
    behind = [m for m in outcomes if m.start() >= end]
    before = [m for m in outcomes if m.end() <= start and FROM.fullmatch(told[m.end() : start])]
    chosen = behind[0] if behind else before[-1] if before else None
    return None if chosen is None else GROWING.fullmatch(chosen[0]) is not None


def against(rule: str, items: list[Item], came_out: str) -> Decision:
    """Write out that a culture came out the other way."""
    return contradicted(
        rule,
        items,
        ("exam_result_error",),
        f"that culture {came_out}: {items[0].evidence.quote!r}",
        "organism",
        confidence=0.8,
    )
