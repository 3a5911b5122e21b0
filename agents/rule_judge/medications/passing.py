"""What is told of a drug for a time that the two lists do not show: before the stay, or a while."""

import re

from agents.rule_judge.decisions import Item
from agents.rule_judge.medications.told_regimens import passages_of
from agents.rule_judge.record_view import RecordView
from clinical.clauses import clause_around, main_clauses
from clinical.drug_lexicon import find_drug_names, same_drug
from clinical.facts import Concept, Fact
from clinical.medication_words import PASSING
from clinical.time_spans import is_by_day

EARLIER = re.compile(
    r"\bhad\s+(?:\w+\s+){0,2}been\b|\bhaving\s+(?:gone|been|stopped|started|run|had|taken)\b"
    r"|\b(?:(?:days?|weeks?|months?|years?|wks?|mos?|yrs?)\s+(?:\w+\s+)?(?:before|earlier|ago|prior"
    r"|previously|back)|prior to (?:admission|arrival|presentation|the stay|coming in)"
    r"|before (?:admission|arrival|presentation|the stay|coming in|he came|she came)|recently"
    r"|previously|in the past|as an outpatient|by phone"
    r"|last (?:week|month|year|spring|summer|fall|autumn|winter)|since childhood"
    r"|in (?:19|20|21)\d\d)\b",
    re.IGNORECASE,
)
"""Words that put a step before the stay."""

OF_A_CAUSE = re.compile(
    r"\b(?:with|despite|from|of|by|given|because of|due to|explained by|and)\s+"
    r"(?:the\s+|his\s+|her\s+)?$",
    re.IGNORECASE,
)
AS_ADJECTIVE = re.compile(r"(?:continued|continuing|ongoing)\s", re.IGNORECASE)
"""Before a drug: it was being taken when something happened (`due to continued lithium`)."""

AT_THE_END = re.compile(
    r"\b(?:at|on|upon) (?:the time of )?(?:discharge|d/?c)\b|\bpending\b|\buntil (?:seen|follow|pcp"
    r"|she (?:is|sees)|he (?:is|sees)|(?:his|her|the|their) (?:pcp|primary|next|visit|follow"
    r"|cardiolog|nephrolog))|\bfor now\b|\bindefinitely\b|\bstays? (?:on hold|off)"
    r"|\bremains? (?:on hold|held|off)",
    re.IGNORECASE,
)
"""Words that make a pause one that lasts beyond the stay."""

ENDING = re.compile(
    r"\b(?:stop\w*|discontinu\w*|d/?c'?e?d|held|hold\w*|on hold|off|chang\w+\s+to|switch\w*"
    r"|replac\w*|instead|withh\w+|ceas\w*|npo|paus\w*|interrupt\w*|omit\w*|not (?:given|taken))\b",
    re.IGNORECASE,
)
PAUSED = re.compile(r"\b(?:held|paus\w*)\b", re.IGNORECASE)
SENTENCE_BREAK = re.compile(r"\.\s|\n\s*\n")
EXCHANGE = re.compile(r"chang|switch|replac|instead", re.IGNORECASE)
"""Words between an old drug and the new one: both are told of."""

NEAR_BEHIND = 20
OBJECT = re.compile(r"\s+(?:[\w-]+\s+){0,2}")
"""Between a verb and the drug that is its object."""


def is_earlier(claim: Fact, sentence: str, view: RecordView) -> bool:
    """Say whether a claim tells of a step before the stay, which no list at its end refutes."""
    start, end = claim.source.start or 0, claim.source.end or 0
    admitted = view.anchors.admitted
    latest = claim.time.latest if claim.time is not None else None
    if admitted and latest and latest[:10] < admitted[:10]:
        return True
    if not sentence:
        return EARLIER.search(claim.text) is not None
    if AS_ADJECTIVE.match(claim.text) and OF_A_CAUSE.search(sentence[:start]):
        return True
    low, high = clause_around(main_clauses(sentence), start)
    return EARLIER.search(sentence, max(low, start - 40), min(max(high, end), end + 40)) is not None


def is_passing(claim: Fact, sentence: str) -> bool:
    """Say whether a pause is told to be over before the stay ends, so that no list shows it."""
    at_the_end = claim.time is not None and claim.time.anchor == "discharge"
    start, end = claim.source.start or 0, claim.source.end or 0
    words = sentence[start : end + 60] if sentence else claim.text
    if at_the_end or AT_THE_END.search(words):
        return False
    dated = claim.time is not None and is_by_day(claim.time)
    return dated or PASSING.search(PAUSED.sub(" ", sentence or claim.text)) is not None


def tells_end(claim: Fact, items: list[Item], view: RecordView) -> bool:
    """Say whether a passage has a word for an end or a pause beside the drug of a claim."""
    return any(
        is_beside(claim.concept, match.start(), match.end(), passage.quote)
        for passage in passages_of(claim, items, view)
        if passage.section not in ("admission_medications", "discharge_medications")
        for match in ENDING.finditer(passage.quote)
    )


def is_beside(drug: Concept, start: int, end: int, text: str) -> bool:
    """Say whether a drug is the one named last before a word in its sentence, or right behind."""
    names = find_drug_names(text)
    before = [n for n in names if n.end <= start][-1:]
    behind = [n for n in names if end <= n.start <= end + NEAR_BEHIND][:1]
    takes_object = not EXCHANGE.match(text, start)
    if takes_object and behind and OBJECT.fullmatch(text, end, behind[0].start):
        before = []
    return any(
        same_drug(drug, name.concept) != "different"
        and SENTENCE_BREAK.search(text, min(name.end, end), max(name.start, start)) is None
        for name in (*before, *behind)
    )
