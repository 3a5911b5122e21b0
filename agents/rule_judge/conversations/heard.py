"""Rules for what a conversation says in other words, and for what it never says."""

import re

from agents.rule_judge.decisions import Decision, Item, silent, supported
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical.content_words import is_content
from clinical.dialogue import DIALOGUE, utterances_in
from clinical.facts import Fact
from clinical.heard_words import Heard, heard_in, is_said, is_spelled
from clinical.spoken_numbers import spoken_values
from clinical.words import tokens

CARRIED_SHARE = 0.6
"""Share of the words of a claim that a conversation must say, in whatever words, to carry it."""

MEASURED_SHARE = 0.5
"""The same for a measurement, whose numbers are said besides."""

NAMED = frozenset({"diagnosis", "procedure", "medication", "symptom"})
"""Kinds of claims that have a name: when no word of it is said, nobody spoke of it."""

DIGIT = re.compile(r"\d")

NOTHING = re.compile(
    r"\W*(?:\w+(?: \w+)?:\s*)?(?:all |otherwise |entirely |essentially )*"
    r"(?:none|nil|nothing|negative|normal|unremarkable|non[- ]?contributory|benign|unchanged"
    r"|(?:not|nothing|none|no) (?:significant|known|relevant|contributory|reported|of note))"
    r"(?: (?:reported|known|noted|stated))?\W*",
    re.IGNORECASE,
)
"""A sentence that says of a whole topic that there is nothing to tell."""


def judge_nothing(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """`None.` and `Noncontributory.` follow from a conversation that answers mostly with no."""
    heard = view.lists.get(DIALOGUE)
    if heard is None or NOTHING.fullmatch(text) is None:
        return None
    answers = [said.answer for said in utterances_in(heard.quote)]
    denials, affirmed = answers.count("absent"), answers.count("present")
    if not denials or denials < affirmed:
        return None
    claim = whole_sentence(text)
    note = f"{denials} questions are answered with no, {affirmed} with yes"
    return claim, supported("nothing_told", [Item(claim, heard)], note, by="E2")


def in_other_words(claim: Fact, view: RecordView) -> Decision | None:
    """Decide on an open claim by whether the conversation says its words, in whatever way."""
    heard = view.lists[DIALOGUE]
    words = words_of(claim)
    if not words:
        return None
    share = share_said(words, heard_in(heard.quote))
    enough = MEASURED_SHARE if claim.quantity else CARRIED_SHARE
    if share >= enough and numbers_said(claim.text, heard.quote):
        note = f"the conversation says {claim.text!r} in other words"
        return supported("said_in_other_words", [Item(claim, heard)], note, "wording", by="E2")
    if share == 0 and claim.kind in NAMED and not DIGIT.search(claim.text):
        note = f"the conversation was searched, and nobody speaks of {claim.text!r}"
        return silent("not_spoken", ("invented_fact",), note, [Item(claim, heard)])
    return None


def words_of(claim: Fact) -> list[str]:
    """The words of a claim that a conversation would have to say."""
    if claim.concept.id.startswith("text:"):
        return claim.concept.id.removeprefix("text:").split("+")
    words = [token.word for token in tokens(claim.text) if not token.word[0].isdigit()]
    return [word for word in words if is_content(word)] or words


def share_said(words: list[str], heard: Heard) -> float:
    """The share of the words that are said; a name spelled by its letters is said wholly."""
    if not words or is_spelled(words, heard):
        return 1.0
    return sum(is_said(word, heard) for word in words) / len(words)


def numbers_said(text: str, heard: str) -> bool:
    """Say whether every number of a text is said, in digits or words."""
    return spoken_values(text) <= spoken_values(heard)
