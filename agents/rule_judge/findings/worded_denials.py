"""Rules for findings without a concept, which one side denies and the other one tells of.

What is denied is taken by its words: two or more of one noun phrase, side by side. Words that a
typed claim accounts for are left to the rules of that claim.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from agents.rule_judge.decisions import Decided, Decision, Item, contradicted
from agents.rule_judge.findings.denial_limits import OF_PAST, TIMED
from agents.rule_judge.findings.denials import NEGATION, QUALIFIED
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView, all_stems
from clinical.assertion import assert_span
from clinical.assertion_scopes import scopes_of
from clinical.clauses import clause_around, main_clauses
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.sources import in_note
from clinical.vocabulary import clinical_words
from clinical.words import stem, tokens
from kg.evidence import Evidence

SEPARATOR = re.compile(r"[,;:()/\n.]|\b(?:or|nor|and|but)\b", re.IGNORECASE)
PHRASE_END = re.compile(
    r"\b(?:in|on|of|at|to|from|with|for|by|was|were|is|are|seen|noted|found|identified|recorded"
    r"|present|detected|given|done|taken|placed|per|as|that|which|this|during|after|before|since"
    r"|than|when|while|until|through|over|within)\b",
    re.IGNORECASE,
)
EMPTY = frozenset(
    stem(word)
    for word in "evidence sign signs suggestion any further other definite clear obvious"
    " significant acute new focal large small gross frank overt active current the his her their"
    " its frequent"
    " some many several one two three need indication history residual recurrent additional"
    " known prior previous longer more less both either all patient change changes".split()
)
LEAST, MOST = 2, 4
SHORTEST = 4
LONG = 6
"""Letters of the longest word of a phrase, at the least."""

SUPPOSED = re.compile(
    r"\b(?:if|unless|should|would|could|consider\w*|plan\w*|pending|sent|ordered|scheduled|recommend\w*"
    r"|discuss\w*|declin\w+|refus\w+|might|may|needs?|follow[- ]?up|clinic"
    r"|in \d+ (?:weeks?|wks?|months?|mos?))\b",
    re.IGNORECASE,
)
"""Words of what is not told as a fact of the stay."""

RARE = 9
"""Letters of a word that is seldom said of two things."""

ELSEWHERE = HISTORY_SECTIONS | {"indication", "social_history", "past_surgical_history"}
FINAL = frozenset({"present"})


class Phrase(NamedTuple):
    """The stems of one noun phrase, with its place."""

    stems: tuple[str, ...]
    start: int
    end: int


def judge_worded_denials(sentence: str, claims: list[Fact], view: RecordView) -> Decided:
    """Compare the denied phrases of either side with what the other side tells."""
    if not claims:
        return []
    passages = [p for p in view.passages if p.section not in ELSEWHERE]
    typed = [(c.source.start or 0, c.source.end or 0) for c in claims if is_typed(c)]
    return [
        *affirmed_though_denied(sentence, claims[0], typed, passages),
        *denied_though_stated(sentence, claims[0], typed, passages),
    ][:1]


def is_typed(claim: Fact) -> bool:
    """Say whether a claim has a concept of its own."""
    return not claim.concept.id.startswith("text:")


def affirmed_though_denied(
    sentence: str, claim: Fact, typed: list[tuple[int, int]], passages: list[Evidence]
) -> Iterator[tuple[Fact, Decision]]:
    """The record denies a phrase that the sentence tells of."""
    words = all_stems(sentence)
    for passage in passages:
        for denied in denied_phrases(passage.quote):
            if not words.issuperset(denied.stems) or not is_anchored(denied, passage, words):
                continue
            place = place_of(denied.stems, sentence)
            if place is None or overlaps(place, typed) or not is_told(sentence, place):
                continue
            if limited(passage.quote, denied) or any(affirms(p, denied.stems) for p in passages):
                continue
            said = sentence[place[0] : place[1]]
            note = f"the sentence tells of {said!r}; the record denies it: {passage.quote!r}"
            yield decided(claim, place, said, passage, note, "told_but_denied")


def denied_though_stated(
    sentence: str, claim: Fact, typed: list[tuple[int, int]], passages: list[Evidence]
) -> Iterator[tuple[Fact, Decision]]:
    """The sentence denies a phrase that the record tells of, and nowhere denies."""
    for denied in denied_phrases(sentence):
        place = (denied.start, denied.end)
        qualified = QUALIFIED.search(sentence[: denied.start]) or limited(sentence, denied)
        if qualified or overlaps(place, typed) or not is_governed(sentence, *place):
            continue
        holding = [p for p in passages if all_stems(p.quote).issuperset(denied.stems)]
        stating = [p for p in holding if affirms(p, denied.stems)]
        if not stating or any(denies(p, denied.stems) for p in holding):
            continue
        said = sentence[place[0] : place[1]]
        note = f"the sentence denies {said!r}; the record states {stating[0].quote!r}"
        yield decided(claim, place, said, stating[0], note, "denied_but_told")


def denied_phrases(text: str) -> list[Phrase]:
    """The noun phrases that cues deny before them: `no epileptiform discharges`."""
    found: list[Phrase] = []
    for scope in scopes_of(text):
        if scope.effect == "absent" and not scope.follows:
            found += phrases_in(text, scope.start, scope.end)
    return found


def phrases_in(text: str, start: int, end: int) -> Iterator[Phrase]:
    """Cut a stretch into noun phrases of several words."""
    cuts = [start, *(m.end() for m in SEPARATOR.finditer(text, start, end)), end]
    for low, high in pairwise(cuts):
        stop = PHRASE_END.search(text, low, high)
        body = text[low : stop.start() if stop else high]
        own = [t for t in tokens(body) if len(t.word) >= SHORTEST and stem(t.word) not in EMPTY]
        if LEAST <= len(own) <= MOST and is_clinical([t.word for t in own]):
            stems = tuple(stem(token.word) for token in own)
            yield Phrase(stems, low + own[0].start, low + own[-1].end)


def is_clinical(words: list[str]) -> bool:
    """Say whether words name something of medicine, and one of them is long enough to tell."""
    known = sum(word in clinical_words() for word in words)
    return known >= 1 and max(map(len, words)) >= LONG


def place_of(stems: tuple[str, ...], text: str) -> tuple[int, int] | None:
    """Where the words of a phrase stand side by side, in any order: `compression of the cord`."""
    words = [token for token in tokens(text) if len(token.word) >= SHORTEST]
    wanted = sorted(stems)
    for index in range(len(words) - len(stems) + 1):
        here = words[index : index + len(stems)]
        if sorted(stem(token.word) for token in here) == wanted:
            return here[0].start, here[-1].end
    return None


def is_told(sentence: str, place: tuple[int, int]) -> bool:
    """Say whether a sentence plainly affirms what stands at a place."""
    start, end = clause_around(main_clauses(sentence), place[0])
    if NEGATION.search(sentence[start:end]) or OF_PAST.search(sentence[start:end]):
        return False
    return assert_span(sentence, *place).assertion in FINAL


def is_anchored(denied: Phrase, passage: Evidence, words: frozenset[str]) -> bool:
    """Say whether the phrase is rare, or the sentence shares a clinical word besides it."""
    if max(map(len, passage.quote[denied.start : denied.end].split())) >= RARE:
        return True
    shared = (words & all_stems(passage.quote)) - set(denied.stems) - EMPTY
    return any(len(word) >= SHORTEST or word in clinical_words() for word in shared)


def limited(text: str, denied: Phrase) -> bool:
    """Say whether a denial is one of a time only."""
    start, end = clause_around(main_clauses(text), denied.start)
    clause = text[start:end]
    return TIMED.search(clause) is not None or OF_PAST.search(clause) is not None


def affirms(passage: Evidence, stems: tuple[str, ...]) -> bool:
    """Say whether a passage holds the words side by side, and does not deny them."""
    place = place_of(stems, passage.quote)
    if place is None:
        return False
    start, end = clause_around(main_clauses(passage.quote), place[0])
    if SUPPOSED.search(passage.quote, start, end):
        return False
    return assert_span(passage.quote, *place, passage.section).assertion == "present"


def is_governed(sentence: str, start: int, end: int) -> bool:
    """Say whether a denial surely reaches a phrase: it is the first one, or `or` leads to it."""
    cue_end = assert_span(sentence, start, end).cue_end
    if cue_end is None or cue_end > start:
        return False
    parts = list(SEPARATOR.finditer(sentence, cue_end, start))
    return not parts or parts[-1][0].lower() in ("or", "nor")


def denies(passage: Evidence, stems: tuple[str, ...]) -> bool:
    """Say whether a passage holds the words and does not affirm them."""
    return not affirms(passage, stems)


def overlaps(place: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Say whether a place shares a character with another."""
    return any(place[0] < end and start < place[1] for start, end in others)


def decided(
    claim: Fact, place: tuple[int, int], said: str, passage: Evidence, note: str, rule: str
) -> tuple[Fact, Decision]:
    """Write out a contradiction."""
    part = claim.model_copy(update={"text": said, "source": in_note("summary", *place)})
    errors: tuple[ErrorType, ...] = ("exam_result_error", "negation_error")
    found = contradicted(rule, [Item(part, passage)], errors, note, "presence", confidence=0.65)
    return part, found
