"""Rules for sentences that repeat a passage word by word, or all but a few words of it."""

from difflib import SequenceMatcher

from agents.rule_judge.decisions import Decision, Item, supported
from agents.rule_judge.record_view import RecordView, stems_of
from agents.rule_judge.repetitions.frames import judge_frame
from agents.rule_judge.repetitions.substitutions import (
    Substitution,
    judge_substitutions,
    matters,
    whole_sentence,
    whole_terms,
)
from clinical.assertion_scopes import scopes_of
from clinical.facts import Fact
from clinical.words import Token, stem, tokens
from kg.evidence import Evidence

REPEATED_SHARE = 0.75
"""A sentence repeats a passage when the passage holds this share of its words in order."""
LONGEST_SUBSTITUTION = 5
FEWEST_WORDS = 5
SUPPOSING = frozenset({"hypothetical", "possible", "family"})
LEVELS = frozenset("normal low high elevated raised stable unremarkable fine abnormal".split())
DENIALS = frozenset("not no never without neither nor negative denied denies declined".split())


def judge_repetition(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """Decide on a whole sentence that a passage repeats; None where none does."""
    words = tokens(text)
    if len(words) < FEWEST_WORDS:
        return judge_frame(text, view)
    aligned = best_passage(words, text, view)
    if aligned is None:
        return judge_frame(text, view)
    passage, matcher = aligned
    found = substitutions(text, words, passage, matcher)
    if found is None:
        return judge_frame(text, view)
    claim = whole_sentence(text)
    if not found:
        return claim, supported("verbatim", [Item(claim, passage)], "a passage says the same words")
    return judge_substitutions(claim, passage, found, view) or judge_frame(text, view)


def best_passage(
    words: list[Token], text: str, view: RecordView
) -> tuple[Evidence, "SequenceMatcher[str]"] | None:
    """The passage that repeats most of a sentence, in order; ties by place."""
    mine = [stem(word.word) for word in words]
    content = stems_of(text)
    best: tuple[float, Evidence, SequenceMatcher[str]] | None = None
    for passage in view.passages:
        if len(content & stems_of(passage.quote)) < 0.5 * len(content):
            continue
        theirs = [stem(token.word) for token in tokens(passage.quote)]
        matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
        shared = sum(block.size for block in matcher.get_matching_blocks()) / len(mine)
        if shared >= REPEATED_SHARE and (best is None or shared > best[0]):
            best = (shared, passage, matcher)
    return None if best is None else (best[1], best[2])


def denies_more(theirs: list[Token], mine: list[Token]) -> bool:
    """Say whether the passage denies where the sentence does not: `not consulted for`."""
    return bool(DENIALS & {t.word for t in theirs}) and not DENIALS & {t.word for t in mine}


def supposes_more(quote: str, theirs: list[Token], text: str) -> bool:
    """Say whether words of the passage alone make its statement a mere fear, chance or denial."""
    if not theirs or any(scope.effect in SUPPOSING for scope in scopes_of(text)):
        return False
    low, high = theirs[0].start, theirs[-1].end
    return any(s.effect in SUPPOSING and low <= s.cue_start < high for s in scopes_of(quote))


def counts(words: list[Token]) -> bool:
    """Say whether words hold a figure."""
    return any(word.word[0].isdigit() for word in words)


def rates(words: list[Token]) -> bool:
    """Say whether words call a value normal, low or high instead of giving it."""
    return any(word.word in LEVELS for word in words)


def substitutions(
    text: str, words: list[Token], passage: Evidence, matcher: "SequenceMatcher[str]"
) -> list[Substitution] | None:
    """List what was put in place of what; None where the sentence adds words of its own."""
    theirs = tokens(passage.quote)
    found: list[Substitution] = []
    for kind, first, last, low, high in matcher.get_opcodes():
        between = first > 0 and last < len(words)
        if between and denies_more(theirs[low:high], words[first:last]):
            return None
        if supposes_more(passage.quote, theirs[low:high], text) or (
            kind == "replace" and counts(theirs[low:high]) and rates(words[first:last])
        ):
            return None
        if kind not in ("replace", "delete"):
            continue
        start, end = words[first].start, words[last - 1].end
        if not matters(text[start:end]) and whole_terms(text, start, end) == (start, end):
            continue
        if kind == "delete" or max(last - first, high - low) > LONGEST_SUBSTITUTION:
            return None
        start, end = whole_terms(text, start, end)
        low_end, high_end = theirs[low].start, theirs[high - 1].end
        low_end, high_end = whole_terms(passage.quote, low_end, high_end)
        found.append(Substitution(text[start:end], passage.quote[low_end:high_end], start, end))
    return found
