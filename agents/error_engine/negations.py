"""False negations: what was denied is affirmed, and the reverse, in a sentence that stays whole."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.chart import Chart, Charted
from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.wording import begins_with_vowel, in_case_of
from clinical.facts import Fact
from clinical.labels import Assertion
from clinical.reading import FINDING_GROUPS
from clinical.vocabulary import find_terms
from graph_state.generation import EditedFact

ADJECTIVES = (
    r"(?:(?:acute|new|further|significant|other|recurrent|obvious|focal|active|frank|gross|overt|"
    r"left|right|bilateral|left-sided|right-sided|mild|moderate|severe|small|large|trace|"
    r"pleural|definite|clear|any)\s+){0,3}"
)
COUNTED = frozenset(
    "effusion pneumothorax fracture mass abscess thrombus nodule lesion hematoma aneurysm fistula "
    "collection ulcer clot murmur rash seizure infarct infarction dissection leak perforation "
    "obstruction arrhythmia vegetation shunt hernia stricture cyst polyp bruit reaction stone "
    "opacity consolidation infiltrate drain transfusion biopsy cough fever headache".split()
)
"""Nouns that want an article in the singular."""

PAST = {
    "require": "required",
    "need": "needed",
    "have": "had",
    "show": "showed",
    "reveal": "revealed",
    "demonstrate": "demonstrated",
    "develop": "developed",
    "report": "reported",
    "receive": "received",
    "undergo": "underwent",
    "grow": "grew",
    "experience": "experienced",
    "tolerate": "tolerated",
    "complain": "complained",
    "endorse": "endorsed",
    "identify": "identified",
    "suggest": "suggested",
}


class Turn(NamedTuple):
    """A way to turn a statement round: the words before the finding, and what replaces them."""

    before: re.Pattern[str]
    replacement: str
    to: Assertion
    article: bool = False
    """The affirmed finding wants an article, if it can be counted."""


def _turn(pattern: str, replacement: str, to: Assertion, article: bool = False) -> Turn:
    return Turn(re.compile(rf"\b(?:{pattern})$", re.IGNORECASE), replacement, to, article)


TURNS = (
    _turn(r"no (?=evidence|signs?|suggestion)\Z", "", "present"),
    _turn(r"denied ", "reported ", "present", True),
    _turn(r"denies ", "reports ", "present", True),
    _turn(r"denying ", "reporting ", "present", True),
    _turn(r"without (?:any )?", "with ", "present", True),
    _turn(r"negative for (?:any )?", "positive for ", "present", True),
    _turn(r"was not ", "was ", "present"),
    _turn(r"were not ", "were ", "present"),
    _turn(r"but no ", "and ", "present", True),
    _turn(r"no ", "", "present", True),
    _turn(r"reported (?:an? |some )?", "denied ", "absent"),
    _turn(r"endorsed (?:an? |some )?", "denied ", "absent"),
    _turn(r"complained of (?:an? |some )?", "denied ", "absent"),
    _turn(r"complaining of (?:an? |some )?", "denying ", "absent"),
    _turn(r"positive for (?:an? )?", "negative for ", "absent"),
    _turn(r"(?<!presented )(?<!treated )(?<!presents )with (?:an? )?", "without ", "absent"),
    _turn(r"had (?:an? )?", "had no ", "absent"),
    _turn(r"showed (?:an? )?", "showed no ", "absent"),
    _turn(r"revealed (?:an? )?", "revealed no ", "absent"),
    _turn(r"demonstrated (?:an? )?", "demonstrated no ", "absent"),
    _turn(r"developed (?:an? )?", "developed no ", "absent"),
    _turn(r"required (?:an? )?", "did not require ", "absent"),
    _turn(r"needed (?:an? )?", "did not need ", "absent"),
    _turn(r"underwent (?:an? )?", "did not undergo ", "absent"),
    _turn(r"was (?=\Z)", "was not ", "absent"),
    _turn(r"were (?=\Z)", "were not ", "absent"),
)
DID_NOT = re.compile(rf"\b(?:did not|didn't) (?P<verb>{'|'.join(PAST)}) (?:any )?$", re.IGNORECASE)
EVIDENCE = re.compile(
    r"\bno (?P<noun>(?:evidence|signs?|suggestion|history) of (?:an? )?)$", re.IGNORECASE
)
SIZE = re.compile(r"^(?:small|large|mild|moderate|severe|trace|minimal)\s+", re.IGNORECASE)
"""What is denied has no size."""

STATE_CONCEPT = "state:"
FINDINGS = frozenset({"diagnosis", "symptom", "exam", "procedure", "vital", "event"})


def false_negations(material: Material) -> Iterator[Candidate]:
    """Deny what the record affirms, and affirm what it denies."""
    for claim in material.claims:
        if claim.kind not in FINDINGS or claim.assertion not in ("present", "absent"):
            continue
        if not _is_term(material, claim):
            continue
        proof = charted_assertion(material.chart, claim)
        if proof is None or _in_list(material.text, claim):
            continue
        yield from _turned(material, claim, proof)


def _is_term(material: Material, claim: Fact) -> bool:
    """Only what a lexicon names can be denied safely; left-over words cannot."""
    if claim.kind == "event":
        return not claim.concept.id.startswith("text:")
    return claim.quantity is None and claim.result is None


def charted_assertion(chart: Chart, claim: Fact) -> Charted | None:
    """Find where the record asserts the same of it, if nothing known asserts the reverse."""
    reverse = "absent" if claim.assertion == "present" else "present"
    if any(fact.assertion in (reverse, "possible") for fact in chart.known(claim.concept)):
        return None
    same = [c for c in chart.about(claim.concept) if c.fact.assertion == claim.assertion]
    return same[0] if same else None


def _in_list(text: str, claim: Fact) -> bool:
    """A list shares one denial, so that turning one member would turn all of them."""
    end = claim.source.end or 0
    following = text[end : end + 40]
    if re.match(r"\s*(?:,|/|or\b|nor\b)", following):
        return True
    joined = re.match(r"\s+and\s+(?P<rest>.*)", following)
    nouns = find_terms(joined["rest"])[:1] if joined else []
    if nouns and nouns[0].start < 15 and nouns[0].group in FINDING_GROUPS:
        return True
    before = text[: claim.source.start]
    return bool(re.search(r"(?:,|\bor|\bnor)\s+(?:\w+\s+)?$", before)) and (
        claim.assertion == "absent"
    )


def _turned(material: Material, claim: Fact, proof: Charted) -> Iterator[Candidate]:
    start, end = claim.source.start or 0, claim.source.end or 0
    lead = re.search(rf"{ADJECTIVES}$", material.text[:start], re.IGNORECASE)
    start = lead.start() if lead else start
    before = material.text[:start]
    words = material.text[start:end]
    if claim.assertion == "present":
        words = SIZE.sub("", words)
    for begin, replacement in _replacements(before, words, claim, material.text[end:]):
        old = material.text[begin:end]
        new = in_case_of(old, replacement + words) if begin == 0 else replacement + words
        yield Candidate(
            error_type="negation_error",
            difficulty="medium" if claim.kind in ("symptom", "exam") else "hard",
            start=begin,
            end=end,
            words=new,
            fact=EditedFact(
                kind=claim.kind,
                attribute="assertion",
                concept=claim.concept,
                old=claim.assertion,
                new="absent" if claim.assertion == "present" else "present",
                evidence=(proof.link,),
            ),
            explanation=(
                f"the record {'affirms' if claim.assertion == 'present' else 'denies'} "
                f"{claim.concept.name}, the sentence now says the reverse"
            ),
        )


def _replacements(before: str, words: str, claim: Fact, after: str) -> Iterator[tuple[int, str]]:
    """Where the turned words begin, and what stands there before the finding."""
    if claim.assertion == "absent":
        did_not = DID_NOT.search(before)
        if did_not:
            yield did_not.start(), PAST[did_not["verb"].lower()] + " " + _article(words)
            return
        evidence = EVIDENCE.search(before)
        if evidence:
            yield evidence.start(), evidence["noun"]
            return
    wanted: Assertion = "absent" if claim.assertion == "present" else "present"
    predicate = claim.concept.id.startswith(STATE_CONCEPT)
    for turn in TURNS:
        if turn.to != wanted:
            continue
        if turn.before.pattern.startswith(r"\b(?:was ") and turn.to == "absent" and not predicate:
            continue
        if turn.replacement == "without " and not _accompanies(claim, after):
            continue
        found = turn.before.search(before)
        if found:
            yield found.start(), turn.replacement + (_article(words) if turn.article else "")
            return


def _accompanies(claim: Fact, after: str) -> bool:
    """Say whether `without` makes sense: of signs and measures, not of a disease one lives with."""
    if claim.kind not in ("symptom", "exam", "procedure") or claim.concept.id.startswith("study:"):
        return False
    return re.match(r"\s*(?:[.,;)]|and\b|but\b|$)", after) is not None


def _article(words: str) -> str:
    """The article that an affirmed finding wants."""
    last = words.split()[-1].lower() if words.split() else ""
    if last not in COUNTED or words.lower().startswith(("any ", "further ", "other ")):
        return ""
    return "an " if begins_with_vowel(words) else "a "
