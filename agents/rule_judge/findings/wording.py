"""Rules for findings that no fact of the record names: passages that hold their words."""

import re

from agents.rule_judge.decisions import Decision, Item, silent, supported, undecided
from agents.rule_judge.findings.denials import denied
from agents.rule_judge.findings.error_types import error_type_of
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView, all_stems, stems_of
from clinical.assertion import assert_span
from clinical.dialogue import DIALOGUE, turn_at
from clinical.exclusive_words import marks_in
from clinical.facts import Fact
from clinical.labels import Assertion
from clinical.same_meaning import is_meant, specific_words
from clinical.vocabulary import is_process
from clinical.words import phrase, stem, tokens
from kg.evidence import Evidence

NAMED_KINDS = frozenset({"procedure", "event", "encounter"})
"""Kinds of things that are called by their names."""

OTHER_TOPICS = {"allergies": stem("allergy"), "family_history": stem("family")}
"""Sections that tell of other people, or of reactions, with the word that names their topic."""

AS_NEEDED = re.compile(r"\b(?:prn|p\.r\.n\.?|as needed|as required)", re.IGNORECASE)
"""A drug to be taken for a complaint: nobody says that it was never there."""

CONDITION = re.compile(
    r"\b(?:if|unless|should (?:you|he|she|they)|in case|(?:return|call|come back|watch|monitor) for"
    r"|risks? (?:of|for))\b",
    re.IGNORECASE,
)
"""Words that tell of what may come: `return if a fever develops`."""

YEAR = re.compile(r"(?<![\d/-])(?:19|2[0-3])\d{2}(?![\d/-])")

NEXT = 2
"""Characters between a sentence and the one after it."""

UNSTATED = frozenset({"absent", "hypothetical", "family"})
"""Ways to speak of a finding without saying that the patient has it."""


def judge_by_words(claim: Fact, view: RecordView) -> Decision | None:
    """Passages that hold the words of the claim decide by what they assert of them."""
    affirmed = judge_same_words(claim, view)
    if affirmed is not None:
        return affirmed
    sharing = view.sharing_words(claim.text)
    worded = [p for p in sharing if not tells_of_earlier(p, claim)]
    if sharing and not worded:
        why = f"the record denies {claim.text!r} of an earlier year only"
        return undecided("denied_of_earlier", why, [Item(claim, p) for p in sharing])
    asserted = {passage.id: asserted_of(passage, claim) for passage in worded}
    if worded and all(assertion == "absent" for assertion in asserted.values()):
        return denied(claim, [Item(claim, passage) for passage in worded])
    if worded and "family" not in asserted.values():
        items = [Item(claim, passage) for passage in worded]
        why = f"the record only supposes {claim.text!r}"
        if any(AS_NEEDED.search(passage.quote) for passage in worded):
            return undecided("only_as_needed", why, items)
        return silent("only_supposed", (error_type_of(claim),), why, items)
    if worded:
        kind = error_type_of(claim)
        items = [Item(claim, passage) for passage in worded]
        return silent("only_in_a_relative", (kind,), "the record states it of a relative", items)
    related = [p for p in view.sharing_most_words(claim.text) if not tells_of_earlier(p, claim)]
    heads = [p for p in related if head(claim.text) in stems_of(p.quote)]
    denying = [p for p in heads if asserted_of(p, claim) == "absent"]
    if (
        denying
        and (not is_process(head(claim.text)) or any(is_of_study(p, claim) for p in denying))
        and all(asserted_of(p, claim) in UNSTATED for p in heads)
    ):
        return denied(claim, [Item(claim, passage) for passage in denying])
    telling = [p for p in related if tells_of(p, claim, view)]
    if telling:
        items = [Item(claim, passage) for passage in telling]
        return supported(
            "related_words", items, "a passage holds most of the words", "wording", by="E2"
        )
    return None


def tells_of(passage: Evidence, claim: Fact, view: RecordView) -> bool:
    """Say whether a passage that holds half of a name tells of the claim.

    What has a proper name (a procedure, a service, a device) is told by all words of two, and by
    two thirds of more: `contact rash` is no drug rash, and the line of an infusion no arterial one.
    The sentence right before may hold the rest: `Hemodialysis 05-05. Catheter out 05-10.`
    """
    if passage.section == DIALOGUE or turn_at(passage.quote, len(passage.quote)):
        return True
    if head(claim.text) not in stems_of(passage.quote):
        return False
    if claim.kind not in NAMED_KINDS:
        own = OTHER_TOPICS.get(passage.section or "")
        return own is None or own in all_stems(claim.text)
    words = specific_words(claim.text, whole=claim.kind == "encounter")
    held = all_stems(" ".join([*quotes_before(passage, view), passage.quote]))
    meant = sum(is_meant(word, held) for word in words)
    enough = 3 * meant >= 2 * len(words) and (len(words) > 2 or meant == len(words))
    return enough or is_another_kind(passage.quote, claim.text)


def quotes_before(passage: Evidence, view: RecordView) -> list[str]:
    """Return what stands right before a passage in its document."""
    here = passage.source
    return [
        other.quote
        for other in view.passages
        if other.source.note == here.note
        and 0 < (here.start or 0) - (other.source.end or 0) <= NEXT
    ]


def is_another_kind(quote: str, name: str) -> bool:
    """Say whether a passage has another kind of what is named: general for spinal anesthesia."""
    mine = {mark.axis for mark in marks_in(name) if mark.kind == "kind"}
    return any(mark.axis in mine for mark in marks_in(quote))


def is_of_study(passage: Evidence, claim: Fact) -> bool:
    """Say whether a passage reports the study that a claim names."""
    told = {fact.study for fact in passage.facts} | {fact.concept.id for fact in passage.facts}
    return claim.study is not None and claim.study in told


def judge_same_words(claim: Fact, view: RecordView) -> Decision | None:
    """A passage holds all words of the claim and does not deny it."""
    affirmed = [
        Item(claim, passage)
        for passage in view.sharing_words(claim.text)
        if asserted_of(passage, claim) not in unstated_for(claim, passage)
    ]
    if not affirmed:
        return None
    return supported("same_words", affirmed, "a passage holds the same words", "wording")


def unstated_for(claim: Fact, passage: Evidence) -> frozenset[str]:
    """The assertions that do not carry a claim; a diagnosis that is only supposed is not made.

    A complaint that a drug is given for may be there; one to come back for is not.
    """
    feared = claim.kind == "symptom" and CONDITION.search(passage.quote) is not None
    return UNSTATED if claim.kind == "diagnosis" or feared else UNSTATED - {"hypothetical"}


def tells_of_earlier(passage: Evidence, claim: Fact) -> bool:
    """Say whether a line of the history denies a thing of one earlier year only."""
    if passage.section not in HISTORY_SECTIONS or claim.assertion == "historical":
        return False
    return asserted_of(passage, claim) == "absent" and YEAR.search(passage.quote) is not None


def asserted_of(passage: Evidence, claim: Fact) -> Assertion:
    """What a passage asserts of the last word of a claim, by the facts read from it first.

    The reader of a conversation knows whose finding it is, and what was answered.
    """
    last = head(claim.text)
    for token in tokens(passage.quote):
        if stem(token.word) == last:
            place = (passage.source.start or 0) + token.start
            read = [f for f in passage.facts if covers(f, place) and f.assertion in UNSTATED]
            if read:
                return read[0].assertion
            found = assert_span(passage.quote, token.start, token.end, passage.section)
            return found.assertion
    return "present"


def covers(fact: Fact, place: int) -> bool:
    """Say whether a fact was read from a place of its document."""
    return (fact.source.start or 0) <= place < (fact.source.end or 0)


def head(name: str) -> str:
    """The stem of the last word of a name."""
    words = phrase(name).split()
    return stem(words[-1]) if words else ""
