"""Rules for findings that the sentence or the record denies."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.findings.denial_limits import (
    clause_of,
    is_another,
    is_at_moment,
    is_of_past,
    is_timed,
    main_clause,
    may_be_stated,
)
from agents.rule_judge.findings.details import OPPOSITE, is_past_date
from agents.rule_judge.record_view import HISTORY_SECTIONS
from clinical.clauses import clause_around, main_clauses, small_clauses
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.vocabulary import is_process

NEGATION = re.compile(
    r"\b(?:no|non|nil|not|nor|never|none|nothing|neither|without|negative|unlikely|exclud\w+"
    r"|ruled? out|ruling out|absent|absence|denie[sd]|denying|free of|clear of|rather than"
    r"|instead of|against|clear|uninvolved|resolved|unremarkable|failed to"
    r"|unrevealing|low suspicion|considered|doubt\w*)\b",
    re.IGNORECASE,
)
DENIES_AHEAD = re.compile(r"[,;] *(?:and |but )?(?:no|without|w/o|denie[sd]|non)\b", re.IGNORECASE)
"""Words that deny only what stands behind them, in a new part of a list."""

SHOWN = re.compile(
    r"\b(?:(?:was|were|is) )?(?:unremarkable|unrevealing|negative|non-?diagnostic)\b"
    r"|[,;] *(?:and |but )?(?:no|without|w/o|denie[sd]|non)\b",
    re.IGNORECASE,
)
"""What a measure has shown, which does not say that it was not done."""

OF_NOW = re.compile(
    r"\b(?:since|currently|current|now|today|at present|at this time|recent|recently|acute|new"
    r"|active|ongoing|further|recurrent|(?:in|over) the (?:past|last)|for \d+|this week)\b",
    re.IGNORECASE,
)
"""Words that deny a thing of one time only: `denies injection drug use since 2155`."""

OF_OLD = re.compile(
    r"\b(?:old|chronic|remote|prior|previous|past|known|former|healed|history of|hx of|h/o)\b",
    re.IGNORECASE,
)

NEVER = re.compile(
    r"\b(?:never|not (?:need|require|lose)|no (?:need|loss))\b",
    re.IGNORECASE,
)
AGAIN = re.compile(
    r"\b(?:again|further|repeat\w*|more|another|additional|subsequent\w*|after|since|until|before"
    r"|longer|initially|yet|today|by|at|on|time|other)\b",
    re.IGNORECASE,
)
QUALIFIED = re.compile(
    r"\b(?:further|more|recurrent|recurrence of|recurring|repeat|additional|new|residual|subsequent"
    r"|ongoing|persistent|other|interval|worsening|progressive|significant|major|overt|active|acute"
    r"|gross|frank|focal|obvious|large|severe|definite|drainable|discrete|clear|longer|concurrent"
    r"|sizable|sizeable|massive|high-grade|current|present)(?:[ -]\w+)?\s+$",
    re.IGNORECASE,
)
ENDED = re.compile(
    r"\b(?:free|no longer|gone|resolved|cleared|resolution|subsided|abated|no further|no more)\b",
    re.IGNORECASE,
)

OVER = re.compile(
    r"\b(?:resolv\w+|subsid\w+|abat\w+|cleared|gone|went away|relieved|settled|disappeared|ceased"
    r"|stopped|improved)\b",
    re.IGNORECASE,
)
"""Words behind a finding that say that it was there and is over."""

YEAR = re.compile(r"[\s,(]{1,2}(?:in )?(?:19|2[0-3])\d{2}\b(?!-)")


EVER = re.compile(r"\b(?:history|hx|h/o|never|ever|previous|prior|past|known)\b", re.IGNORECASE)


def denied(claim: Fact, absent: list[Item]) -> Decision:
    """The record denies what the sentence affirms."""
    turned: tuple[ErrorType, ...] = ("negation_error",)
    errors = ("diagnosis_error", *turned) if claim.kind == "diagnosis" else turned
    return contradicted(
        "affirmed_but_denied",
        absent,
        errors,
        f"the sentence affirms {claim.text!r}; the record denies it: {absent[0].evidence.quote!r}",
        "presence",
    )


def judge_ended(claim: Fact, absent: list[Item], sentence: str) -> Decision | None:
    """The sentence says that a thing is over; the record says that it is there no longer."""
    _, end = clause_around(small_clauses(sentence), claim.source.start or 0)
    ended = [i for i in absent if has_ended(i)]
    if not ended or len(ended) < len(absent):
        return None
    if OVER.search(sentence, claim.source.end or 0, end) is None:
        return None
    return supported("ended_in_denial", ended, "the record says that it is there no longer")


def of_other_time(claim: Fact, item: Item, sentence: str) -> bool:
    """Say whether the record denies a thing of one time, and the sentence tells of the past.

    What is denied of a general sign (`no fracture`) is a fresh one.
    """
    start, end = clause_around(small_clauses(sentence), claim.source.start or 0)
    old = claim.assertion == "historical" or OF_OLD.search(sentence[start:end])
    if not old:
        return False
    if is_process(claim.concept.name):
        return True
    return OF_NOW.search(clause_of(item)) is not None


def is_hedged(claim: Fact, sentence: str) -> bool:
    """Say whether the clause of a claim holds a negation that was not taken for one of the claim.

    Then it is unsure whether the sentence affirms at all. Behind the claim only words that can deny
    what stands before them count, and none that tell what a measure that was done has shown.
    """
    start, end = clause_around(main_clauses(sentence), claim.source.start or 0)
    behind = sentence[claim.source.end or 0 : end]
    later = SHOWN if claim.kind == "procedure" else DENIES_AHEAD
    before = NEGATION.search(sentence[start : claim.source.start or 0])
    return before is not None or NEGATION.search(later.sub(" ", behind)) is not None


def denies_all(claim: Fact, sentence: str) -> bool:
    """Say whether the clause denies that it was done at any time of the stay."""
    clause = main_clause(claim, sentence)
    return NEVER.search(clause) is not None and AGAIN.search(clause) is None


def denies_history(claim: Fact, sentence: str) -> bool:
    """Say whether the clause denies that it ever was there: `no history of`, `never had`."""
    return EVER.search(main_clause(claim, sentence)) is not None


def judge_absence(
    claim: Fact, groups: dict[str, list[Item]], sentence: str, ever: bool, never: bool = False
) -> Decision:
    """The sentence says that it was not there, or (`ever`) that it never was.

    What was done once can have been left out at another time, so only a denial for the whole stay
    (`never`) contradicts a procedure.
    """
    absent = groups["absent"]
    old = is_of_past(claim, sentence)
    present = [i for i in groups["present"] if is_meant(claim, i, ever, old)]
    if absent and not (present and all(has_ended(i) for i in absent)):
        return supported("denied_in_both", absent, "the record denies it too", "presence")
    then = [i for i in present if is_at_moment(claim, i.fact, sentence)]
    if present and not then and is_qualified(claim, sentence):
        return undecided("denied_in_part", "only some of it is denied", present)
    if present and is_timed(claim, sentence):
        present = then or [i for i in present if is_then(claim, i.fact)]
        if not present:
            return undecided("denied_for_a_time", "it is denied of a part of the stay")
    if present and may_be_stated(claim, sentence):
        return undecided("end_of_list", "the list of denials may have ended before it", present)
    if present and claim.kind not in ("diagnosis", "symptom", "exam") and not never:
        return undecided("done_at_some_time", "it was done, perhaps at another time", present)
    if present:
        return contradicted(
            "denied_but_present",
            present,
            ("negation_error",),
            f"the sentence denies {claim.text!r}; the record states {present[0].evidence.quote!r}",
            "presence",
            confidence=0.75,
        )
    return supported(
        "denial_not_refuted", [], "nothing in the record speaks against the denial", by="E2"
    )


def is_then(claim: Fact, fact: Fact) -> bool:
    """Say whether both are told of one time."""
    return bool(claim.time and fact.time and claim.time.overlaps(fact.time))


def has_year_behind(item: Item) -> bool:
    """Say whether a bare year stands behind a name: `inferior MI 2143`."""
    offset = item.evidence.source.start or 0
    return YEAR.match(item.evidence.quote, (item.fact.source.end or 0) - offset) is not None


def is_meant(claim: Fact, item: Item, ever: bool, old: bool) -> bool:
    """Say whether what the record states is what a denial speaks of."""
    fact = item.fact
    past = fact.assertion == "historical" or fact.section in HISTORY_SECTIONS
    past = past or is_past_date(fact.time) or has_year_behind(item)
    if is_another(claim, fact) or fact.section == "social_history":
        return False
    return past if old else ever or (not past and same_occasion(claim, fact))


def is_qualified(claim: Fact, sentence: str) -> bool:
    """Say whether a denial is one of more, of later or of a degree: `no further bleeding`."""
    return QUALIFIED.search(sentence[: claim.source.start or 0]) is not None


def has_ended(item: Item) -> bool:
    """Say whether a denial of the record tells that a thing was over: `headache free by 18:00`."""
    quote = item.evidence.quote
    if not 0 <= item.start < item.end <= len(quote):
        return False
    low, high = clause_around(small_clauses(quote), item.start)
    return ENDED.search(quote[low:high]) is not None


def may_be_same(claim: Fact, fact: Fact) -> bool:
    """Say whether a denial can be of the very finding: not of one on the other side."""
    other = OPPOSITE.get(str(claim.laterality))
    return other is None or fact.laterality != other


def same_occasion(claim: Fact, fact: Fact) -> bool:
    """A denial is refuted only by the same site and side, in this stay, at no other time."""
    if fact.assertion == "historical" or fact.section in HISTORY_SECTIONS:
        return False
    if claim.site and fact.site and claim.site.split()[-1] != fact.site.split()[-1]:
        return False
    if claim.study and fact.study and claim.study != fact.study:
        return False
    dated_apart = claim.time and fact.time and not claim.time.overlaps(fact.time)
    return may_be_same(claim, fact) and not dated_apart
