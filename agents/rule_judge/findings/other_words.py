"""Rules for findings that a passage names in other words: kin, synonyms, plain for technical."""

from agents.rule_judge.decisions import Decision, Item, supported
from agents.rule_judge.record_view import RecordView, all_stems
from clinical.assertion import assert_span
from clinical.facts import Fact
from clinical.same_meaning import is_abbreviated, is_meant, is_written_out, specific_words
from clinical.vocabulary import is_process
from clinical.words import stem, tokens
from kg.evidence import Evidence


def judge_other_words(claim: Fact, view: RecordView) -> Decision | None:
    """One passage says every content word of a claim in one way or another.

    What the record tells of relatives speaks for nobody else. A single general word (`mass`)
    is said of too many things to count.
    """
    words = specific_words(claim.text, whole=claim.kind == "encounter")
    if not words or (len(words) == 1 and is_process(claim.text)):
        return None
    worded = [
        passage
        for passage in view.passages
        if (claim.assertion == "family" or passage.section != "family_history")
        and (is_abbreviated(claim.text, passage.quote) or says_all(words, claim, passage.quote))
        and not (claim.assertion == "present" and is_denied(words[-1], passage))
    ]
    if not worded:
        return None
    items = [Item(claim, passage) for passage in worded]
    note = f"a passage says {claim.text!r} in other words"
    return supported("said_in_other_words", items, note, "wording", by="E2")


def is_denied(word: str, passage: Evidence) -> bool:
    """Say whether a passage denies each thing that it calls by a word or by a synonym of it."""
    named = [
        token for token in tokens(passage.quote) if is_meant(word, frozenset({stem(token.word)}))
    ]
    return bool(named) and all(
        assert_span(passage.quote, one.start, one.end, passage.section).assertion == "absent"
        for one in named
    )


def says_all(words: list[str], claim: Fact, quote: str) -> bool:
    """Say whether a passage says each word; one in capitals may be written out."""
    held = all_stems(quote)
    return all(
        is_meant(word, held) or (word.upper() in claim.text and is_written_out(word, quote))
        for word in words
    )


def is_said_apart(claim: Fact, view: RecordView) -> bool:
    """Say whether every word of a name of several is said, though nowhere together.

    A `pocket hematoma` may be told of as a hematoma at the site, and a swelling of the pocket.
    """
    words = specific_words(claim.text, whole=claim.kind == "encounter")
    held = frozenset(stem for passage in view.passages for stem in all_stems(passage.quote))
    return len(words) > 1 and all(is_meant(word, held) for word in words)
