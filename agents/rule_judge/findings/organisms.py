"""Rules for organisms: a culture that grew one organism did not grow another."""

import re

from agents.rule_judge.decisions import Decision, contradicted, supported
from agents.rule_judge.findings.culture_results import GROWN, SCREENING, germs, results_of
from agents.rule_judge.findings.finding import judge_finding
from agents.rule_judge.record_view import RecordView, all_stems
from clinical.facts import Fact
from clinical.specimen_words import STUDIES, statement_at
from clinical.words import stem, tokens

SWAB = "study:swab_culture"
CULTURES = frozenset(STUDIES.values()) - {SCREENING, SWAB}
DISEASE = re.compile(
    r"[ \t-]+(?:\w+[ -]){0,2}(?:bact\w*emia|sepsis|septic\w*|uti|urinary tract infection|pneumonia"
    r"|pna|cellulitis|abscess\w*|cystitis|pyelonephritis|endocarditis|osteomyelitis|meningitis"
    r"|peritonitis|infections?|empyema|cholangitis|bacteriuria|colitis|septicemia|fungemia)\b",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(
    r"\b(?:outside|osh|prior|previous\w*|last (?:year|month)|before admission|history|hx|h/o"
    r"|colon\w+|carrier|known|clinic|pcp)\b",
    re.IGNORECASE,
)
"""Words for cultures that this record need not hold."""

GENERAL = frozenset(
    {"organism:gram_negative", "organism:gram_positive", "organism:bacteria", "organism:anaerobe"}
)
"""What a stain shows before the culture names the germ."""

COCCI = frozenset({"organism:mrsa", "organism:mssa"})
TESTED_WITH = re.compile(r"oxacillin|methicillin|nafcillin|cefoxitin|cloxacillin")


def judge_organism(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on an organism; another organism in its place contradicts it."""
    decision = judge_finding(claim, view, sentence)
    tested = judge_test(claim, view)
    if tested is not None and decision.rule != "denied_in_both":
        return tested
    if claim.assertion != "present" or ELSEWHERE.search(sentence):
        return decision
    for judge in (judge_resistance, judge_sterile, judge_specimen):
        found = judge(claim, view, sentence)
        if found is not None:
            return found
    if decision.grade == "E4" or decision.rule in ("same_concept", "possible_only", "same_words"):
        return decision
    return judge_rival(claim, view, sentence) or decision


def judge_rival(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """The culture that the sentence speaks of grew others, and its germ is named nowhere."""
    if not is_found(claim, sentence) or is_named(claim, view):
        return None
    rivals = [item for item in germs(view) if comparable_culture(claim, item.fact)]
    if claim.study in CULTURES:
        rivals = [i for i in rivals if i.fact.study in (claim.study, "study:culture", None)]
    alike = any(
        akin(claim, item.fact) for item in germs(view) if item.fact.concept.id not in GENERAL
    )
    if alike or not rivals:
        return None
    return contradicted(
        "other_organism",
        rivals,
        ("exam_result_error",),
        f"the record has {rivals[0].fact.text!r} in place of {claim.text!r}",
        "organism",
        (claim.text, rivals[0].fact.text),
        confidence=0.75,
    )


def is_found(claim: Fact, sentence: str) -> bool:
    """Say whether a sentence says that a germ grew, was detected, or caused an infection."""
    start, end = claim.source.start or 0, claim.source.end or 0
    low, high = statement_at(sentence, start)[0], statement_at(sentence, end)[1]
    return (
        claim.study in CULTURES
        or GROWN.search(sentence, low, high) is not None
        or DISEASE.match(sentence, end) is not None
    )


def is_named(claim: Fact, view: RecordView) -> bool:
    """Say whether a passage names the germ at all, by its first longer word."""
    named = [stem(token.word) for token in tokens(claim.text) if len(token.word) > 2]
    return bool(named) and any(set(named) <= all_stems(passage.quote) for passage in view.passages)


def akin(claim: Fact, fact: Fact) -> bool:
    """Say whether one of two germs is a kind of the other."""
    mine, theirs = claim.concept, fact.concept
    return mine.id == theirs.id or theirs.id in mine.broader or mine.id in theirs.broader


def judge_test(claim: Fact, view: RecordView) -> Decision | None:
    """A test for the germ itself came out, all in one way: `C. difficile PCR: negative`."""
    if claim.assertion not in ("present", "absent"):
        return None
    tests = [i for i in view.kindred(claim.concept) if i.fact.kind == "lab"]
    results = {str(i.fact.result).lower() for i in tests if i.fact.result}
    if results not in ({"positive"}, {"negative"}):
        return None
    tests = [i for i in tests if i.fact.result]
    found = results == {"positive"}
    if found == (claim.assertion == "present"):
        return supported("test_result", tests, "the test for it came out so", "result")
    return contradicted(
        "other_test_result",
        tests,
        ("exam_result_error", "negation_error"),
        f"the sentence says {claim.text!r} was {claim.assertion}: {tests[0].evidence.quote!r}",
        "result",
    )


def judge_resistance(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """MRSA was sensitive to oxacillin, or MSSA resistant, by every test of the record."""
    if claim.concept.id not in COCCI:
        return None
    wrong = "sensitive" if claim.concept.id == "organism:mrsa" else "resistant"
    tested = [
        item
        for item in view.items
        if item.fact.concept.id.startswith("susceptibility:")
        and TESTED_WITH.search(item.fact.concept.id)
        and item.fact.result in ("sensitive", "resistant")
    ]
    named = any(item.fact.concept.id == claim.concept.id for item in germs(view))
    if named or not tested or any(item.fact.result != wrong for item in tested):
        return None
    return contradicted(
        "other_resistance",
        tested,
        ("exam_result_error",),
        f"the sentence says {claim.text!r}, the record {tested[0].evidence.quote!r}",
        "resistance",
    )


def judge_sterile(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """The culture that the sentence names grew nothing."""
    if claim.study not in CULTURES or is_open(claim, view):
        return None
    results = results_of(str(claim.study), view)
    if results.grown or results.unclear or not results.sterile:
        return None
    return contradicted(
        "sterile_culture",
        results.sterile,
        ("exam_result_error",),
        f"that culture grew nothing: {results.sterile[0].evidence.quote!r}",
        "organism",
    )


def is_open(claim: Fact, view: RecordView) -> bool:
    """Say whether the record tells of the germ, but never in which specimen it was found."""
    places = {item.fact.study for item in germs(view) if akin(claim, item.fact)}
    return bool(places) and not places & CULTURES


def judge_specimen(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """The organism grew, but in another culture than the sentence says."""
    if claim.study is None or claim.study not in CULTURES:
        return None
    items = [i for i in view.narrower(claim.concept) if i.fact.assertion == "present"]
    told = {i.fact.study for i in items}
    taken = any(i.fact.concept.id == claim.study for i in view.items)
    if not items or not taken or claim.study in told:
        return None
    grown = results_of(claim.study, view).grown
    if not told <= (CULTURES | {SCREENING, SWAB} if grown else CULTURES):
        return None
    return contradicted(
        "other_specimen",
        items,
        ("exam_result_error",),
        f"the record has it from another culture: {items[0].evidence.quote!r}",
        "specimen",
        confidence=0.7,
    )


def comparable_culture(claim: Fact, fact: Fact) -> bool:
    """Say whether two organisms can be answers to one question.

    A more general name (gram-negative rods) is no other organism, and a virus is no answer to a
    bacterial culture.
    """
    if akin(claim, fact):
        return False
    virus = "organism:virus"
    return (virus in claim.concept.broader) == (virus in fact.concept.broader)
