"""Rules that part what was there before from what is new: history, this stay, first diagnosis."""

import re
from functools import lru_cache

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.findings.denial_limits import clause_of
from agents.rule_judge.findings.denials import EVER, OF_OLD
from agents.rule_judge.findings.details import is_past_date
from agents.rule_judge.findings.error_types import error_type_of
from agents.rule_judge.record_view import HISTORY_SECTIONS
from clinical.clauses import clause_around, small_clauses
from clinical.facts import Fact
from clinical.vocabulary import condition_concept

LASTING = (
    "atrial fibrillation, atrial flutter, heart failure, systolic heart failure, diastolic heart"
    " failure, diabetes mellitus, type 1 diabetes mellitus, type 2 diabetes mellitus, hypertension,"
    " chronic obstructive pulmonary disease, asthma, chronic kidney disease, cirrhosis of liver,"
    " hypothyroidism, hyperthyroidism, dementia, epilepsy, parkinson disease, coronary artery"
    " disease, rheumatoid arthritis, systemic lupus erythematosus, ulcerative colitis, crohn"
    " disease, obstructive sleep apnea, osteoporosis, glaucoma, gout, multiple sclerosis, hiv"
    " infection, end stage renal disease, schizophrenia, bipolar disorder, celiac disease"
)
"""Diseases that are found once and stay: what is known of them is never new again."""

NEW = re.compile(
    r"\b(?:new|newly[- ](?:diagnosed|found|recognized|discovered|identified)|new[- ]onset|de novo"
    r"|first[- ](?:ever|time|onset)|new diagnosis of|previously (?:unknown|undiagnosed"
    r"|unrecognized))[\s-]+(?:\w+\s){0,1}$",
    re.IGNORECASE,
)
CALLED_NEW = re.compile(
    r"\b(?:new|newly|de novo|first|onset|undiagnosed|unrecognized|unknown)\b", re.IGNORECASE
)
INTRODUCED = re.compile(
    r"\b(?:year[- ]old|y/?o)\b[^.;]{0,40}\b(?:with|w/|hx|history)(?=\W)", re.IGNORECASE
)
"""The opening of a history, which names what the patient has had."""

BEFORE_ONLY = re.compile(
    r"\b(?:prior|previous|past|history|hx|h/o|known|pre-?existing|ever)\b", re.IGNORECASE
)
"""Words of a denial that speak of the time before: `no known cancer`."""

ONGOING = frozenset(
    {
        "procedure:noninvasive_ventilation",
        "procedure:dialysis",
        "procedure:peritoneal_dialysis",
        "procedure:oxygen",
        "procedure:home_oxygen",
        "procedure:chemotherapy",
        "procedure:parenteral_nutrition",
    }
)
"""Treatments that go on from before the stay: what was is."""

YEAR = re.compile(r"(?<![\d/-])(?:19|2[0-3])\d{2}(?![\d/-])")

FOR_A_WHILE = re.compile(
    r"\b(?:while|until|when|again|longer|today|overnight|tonight|yet|before|after|during)\b",
    re.IGNORECASE,
)
NARRATIVE = frozenset({"history_of_present_illness"})


@lru_cache(maxsize=1)
def lasting_ids() -> frozenset[str]:
    """The ids of the diseases that stay."""
    return frozenset(condition_concept(name.strip()).id for name in LASTING.split(","))


def judge_new(claim: Fact, present: list[Item], sentence: str) -> Decision | None:
    """The sentence calls a lasting disease new; the past history lists it."""
    known_ids = {claim.concept.id, *claim.concept.broader[:2]}
    if not known_ids & lasting_ids() or not NEW.search(sentence[: claim.source.start or 0]):
        return None
    old = [i for i in present if is_of_the_past(i) or INTRODUCED.search(i.evidence.quote)]
    if not old or any(CALLED_NEW.search(i.evidence.quote) for i in present):
        return None
    return contradicted(
        "new_but_known",
        old,
        ("diagnosis_error",),
        f"the sentence calls {claim.text!r} new; it is known: {old[0].evidence.quote!r}",
        "onset",
        confidence=0.75,
    )


def judge_past(
    claim: Fact, present: list[Item], absent: list[Item], sentence: str
) -> Decision | None:
    """The sentence puts a thing into the past that the record says never was there before."""
    if not is_told_of_past(claim, sentence):
        return None
    never = [i for i in absent if EVER.search(clause_of(i))]
    spoken = [i for i in present if is_of_the_past(i) or i.fact.section in NARRATIVE]
    if not never or spoken:
        return None
    return contradicted(
        "history_denied",
        never,
        (error_type_of(claim), "negation_error"),
        f"the sentence has {claim.text!r} in the past; the record: {never[0].evidence.quote!r}",
        "presence",
        confidence=0.75,
    )


def judge_done_now(
    claim: Fact, present: list[Item], absent: list[Item], sentence: str
) -> Decision | None:
    """The sentence has a procedure done in this stay; the record has it in the past, not now."""
    if claim.kind != "procedure" or claim.concept.id.startswith("study:"):
        return None
    if claim.concept.id in ONGOING:
        return None
    if is_told_of_past(claim, sentence) or not all(is_of_the_past(i) for i in present):
        return None
    now = [i for i in absent if not EVER.search(clause_of(i)) or "never" in clause_of(i).lower()]
    now = [i for i in now if i.fact.section not in HISTORY_SECTIONS]
    now = [i for i in now if not FOR_A_WHILE.search(clause_of(i))]
    if not now:
        return None
    return contradicted(
        "done_before_only",
        now,
        ("negation_error",),
        f"{claim.text!r} is of the past; in this stay: {now[0].evidence.quote!r}",
        "presence",
        confidence=0.75,
    )


def denies_past_only(claim: Fact, item: Item) -> bool:
    """Say whether a denial of the time before leaves open what came: `no prior stroke`.

    What stays once it is there was not there either way.
    """
    if claim.assertion != "present" or {claim.concept.id, *claim.concept.broader} & lasting_ids():
        return False
    return BEFORE_ONLY.search(words_before(item)) is not None


def denies_episode(claim: Fact, item: Item) -> bool:
    """Say whether a history denies a thing of one earlier year: `2151 pneumonia, no empyema`."""
    if {claim.concept.id, *claim.concept.broader} & lasting_ids():
        return False
    if item.fact.section not in HISTORY_SECTIONS or claim.assertion == "historical":
        return False
    return is_past_date(item.fact.time) or YEAR.search(clause_of(item)) is not None


def words_before(item: Item) -> str:
    """The words of a clause of the record that stand before a fact."""
    quote, offset = item.evidence.quote, item.evidence.source.start or 0
    place = max((item.fact.source.start or 0) - offset, 0)
    low, _ = clause_around(small_clauses(quote), place)
    return quote[low:place]


def is_told_of_past(claim: Fact, sentence: str) -> bool:
    """Say whether the sentence speaks of a thing as of the past."""
    if claim.assertion == "historical" or is_past_date(claim.time):
        return True
    low, high = clause_around(small_clauses(sentence), claim.source.start or 0)
    return OF_OLD.search(sentence[low:high]) is not None


def is_of_the_past(item: Item) -> bool:
    """Say whether an item tells of the time before the stay."""
    return item.fact.assertion == "historical" or item.fact.section in HISTORY_SECTIONS
