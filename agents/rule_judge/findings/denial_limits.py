"""What limits a denial: a time, the past, a place, or a list that may have ended before it."""

import re

from agents.rule_judge.decisions import Item
from agents.rule_judge.record_view import HISTORY_SECTIONS
from clinical.assertion import assert_span
from clinical.clauses import clause_around, main_clauses, small_clauses
from clinical.facts import Anchors, Fact, TimeSpan
from clinical.times import find_times
from clinical.vocabulary import clinical_words, concept
from clinical.words import phrase, stem

TIMED = re.compile(
    r"\b(?:since|after|afterwards?|thereafter|subsequently|following|until|before|prior to"
    r"|by (?:discharge|hd|hospital|the|day|pod|\d)|(?:at|on|upon) (?:the time of )?(?:discharge"
    r"|presentation|arrival|admission|transfer|first|d/c|dc|follow|repeat|re-?check|last)"
    r"|overnight|today|now|currently|current|anymore|on the (?:floor|ward|unit)|while|when"
    r"|initially|then|later|again|still|yet|no longer"
    r"|at present|presently|at the moment|on (?:hd|pod|day|hospital day)"
    r"|during(?! (?:(?:the|her|his|their|this) )?(?:entire |whole |hospital )?(?:stay|admission"
    r"|hospitali[sz]ation|course))"
    r"|(?:next|same|following|that) (?:day|morning|evening|night)|(?:in|over) the (?:last|past))\b",
    re.IGNORECASE,
)
"""Words that limit a denial to a part of the stay: `no melena since`."""

EVER_BEFORE = re.compile(r"\bbefore\b(?=\W*\Z)", re.IGNORECASE)
AT_END = re.compile(
    r"\b(?:(?:at|on|by) (?:the )?(?:time of |day of )?(?:discharge|d/c|dc)|residual)\b",
    re.IGNORECASE,
)
AT_START = re.compile(
    r"\b(?:on|at|upon) (?:the )?(?:time of )?(?:admission|arrival|presentation)\b", re.IGNORECASE
)
LAST_DAY = frozenset({"discharge_exam", "discharge_condition"})
FIRST_DAY = frozenset({"admission_exam", "history_of_present_illness", "chief_complaint"})

OF_PAST = re.compile(
    r"\b(?:known|prior|previous|previously|past|history|hx|h/o|ever|before this|pre-?existing"
    r"|(?:has|have|had|having) (?:had no|never (?:had|been|needed|required|undergone)|not had))\b",
    re.IGNORECASE,
)
"""Words that deny what was before: `no prior abscess`, `has had no surgery`."""

SURGERY = "procedure:surgery"
OPERATED = re.compile(
    r"\b(?:underwent|undergone|undergoing|had|performed|required|requiring|needed|taken (?:to|for)"
    r"|went (?:to|for)|status post|s/p)\b",
    re.IGNORECASE,
)
LISTING = re.compile(r"\b(?:denie[sd]|denying|deny)\b", re.IGNORECASE)
JOINED = re.compile(r"\b(?:or|nor|and)\b|/", re.IGNORECASE)
LIST_END = re.compile(r"[.;:()]|\b(?:but|with|which|while|although)\b", re.IGNORECASE)
DONE_BEFORE = HISTORY_SECTIONS | {
    "past_surgical_history",
    "obstetric_history",
    "social_history",
}
"""Sections that tell of the time before the stay."""

EXAMS = frozenset({"admission_exam", "physical_exam", "discharge_exam"})
NARRATIVE = frozenset({"history_of_present_illness", "chief_complaint"})
"""Sections that tell of the time before, and of the first hours."""


def is_timed(claim: Fact, sentence: str) -> bool:
    """Say whether a denial is one of a part of the stay only; `never before` is no such part."""
    return TIMED.search(EVER_BEFORE.sub(" ", main_clause(claim, sentence))) is not None


def is_at_moment(claim: Fact, fact: Fact, sentence: str) -> bool:
    """Say whether a denial is one of the first or last day, and the fact is of that day."""
    clause = main_clause(claim, sentence)
    at_end = AT_END.search(clause) is not None and fact.section in LAST_DAY
    at_start = AT_START.search(clause) is not None and fact.section in FIRST_DAY
    return at_end or at_start


def main_clause(claim: Fact, sentence: str) -> str:
    """The main clause of a sentence in which a claim stands."""
    start, end = clause_around(main_clauses(sentence), claim.source.start or 0)
    return sentence[start:end]


def is_of_past(claim: Fact, sentence: str) -> bool:
    """Say whether a denial is one of the time before: `no known malignancy`."""
    start, end = clause_around(small_clauses(sentence), claim.source.start or 0)
    return OF_PAST.search(sentence[start:end]) is not None


def may_be_stated(claim: Fact, sentence: str) -> bool:
    """Say whether a list of denials may have ended before a claim: `no fracture, arthritis`.

    A list that `or` joins, or that somebody denies, denies all of its members.
    """
    start, end = claim.source.start or 0, claim.source.end or 0
    found = assert_span(sentence, start, end)
    cue_end = found.cue_end
    if found.assertion != "absent" or cue_end is None or cue_end > start:
        return False
    if "," not in sentence[cue_end:start] or LISTING.search(found.cue or ""):
        return False
    stop = LIST_END.search(sentence, end)
    return JOINED.search(sentence, cue_end, stop.start() if stop else len(sentence)) is None


def is_another(claim: Fact, fact: Fact) -> bool:
    """Say whether two names share their head and differ in what describes it.

    Flank tenderness is not suprapubic tenderness.
    """
    mine, theirs = stems(claim.text), stems(fact.text)
    if not mine or not theirs or mine[-1] != theirs[-1] or claim.concept.id == fact.concept.id:
        return False
    own, other = set(mine[:-1]), set(theirs[:-1])
    return bool(own and other and not own & other)


def stems(name: str) -> list[str]:
    """Stems of the words of a name, in order."""
    return [stem(word) for word in phrase(name).split()]


def denies_wider(claim: Fact, item: Item, sentence: str) -> bool:
    """Say whether a denial of the record names more than the claim: `no bowel surgery`.

    The word before the denied name narrows it, and stands nowhere in the sentence.
    """
    quote, start = item.evidence.quote, item.start
    before = re.search(r"([a-z]{4,})\s+\Z", quote[:start], re.IGNORECASE) if start > 0 else None
    if before is None or item.fact.kind not in ("procedure", "event"):
        return False
    cue_end = assert_span(quote, start, start + len(item.fact.text)).cue_end
    if cue_end is not None and before.start() < cue_end:
        return False
    word = before[1].lower()
    return word in clinical_words() and word not in sentence.lower()


def denies_before(claim: Fact, item: Item) -> bool:
    """Say whether the record denies a measure of the time before the stay."""
    if claim.kind != "procedure":
        return False
    section = item.fact.section
    told = section in NARRATIVE and OF_PAST.search(clause_of(item)) is not None
    return section in DONE_BEFORE or told


def clause_of(item: Item) -> str:
    """The clause of the record in which a fact stands."""
    quote = item.evidence.quote
    low, high = clause_around(main_clauses(quote), max(item.start, 0))
    return quote[low:high]


def is_apart(claim: Fact, item: Item, sentence: str, anchors: Anchors) -> bool:
    """Say whether a sign is told of one day, in its own clause, and denied on another one."""
    mine, theirs = claim.time, item.fact.time or examined_at(item, anchors)
    if claim.kind not in ("symptom", "exam") or mine is None or theirs is None:
        return False
    start, end = clause_around(main_clauses(sentence), claim.source.start or 0)
    told = any(
        time.span == mine and start <= time.start < end for time in find_times(sentence, anchors)
    )
    return told and not mine.overlaps(theirs)


def examined_at(item: Item, anchors: Anchors) -> TimeSpan | None:
    """The day of the examination of which an item without a day of its own tells."""
    day = anchors.discharged if item.fact.section == "discharge_exam" else anchors.admitted
    if item.fact.section not in EXAMS or not day:
        return None
    date = day[:10]
    return TimeSpan(earliest=f"{date}T00:00:00", latest=f"{date}T23:59:59", precision="day")


def of_other_study(claim: Fact, fact: Fact) -> bool:
    """Say whether two studies of other parts of the body tell of a thing."""
    if not claim.study or not fact.study or claim.study == fact.study:
        return False
    mine, theirs = concept(claim.study), concept(fact.study)
    return theirs.id not in mine.broader and mine.id not in theirs.broader


def names_service(claim: Fact, sentence: str) -> bool:
    """Say whether a bare `surgery` may be the service: nothing says that it was done."""
    if claim.concept.id != SURGERY:
        return False
    return OPERATED.search(main_clause(claim, sentence)) is None
