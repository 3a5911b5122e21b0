"""Rules for findings that a conversation only asks for, or tells of another part of the body."""

import re

from agents.rule_judge.conversations.denials import names
from agents.rule_judge.conversations.heard import words_of
from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.findings.denials import NEGATION
from agents.rule_judge.record_view import RecordView
from clinical.body_parts import is_near, parts_in
from clinical.clauses import clause_around, small_clauses
from clinical.dialogue import DIALOGUE, utterances_in
from clinical.facts import Fact

BY_WORDS = frozenset(
    {"same_words", "related_words", "said_in_other_words", "words_found", "words_partly_found"}
)
"""Rules that carry a claim because its words are said, whoever says them to what end."""

OPEN_LIST = re.compile(
    r"\b(?:like|such as|e\.g\.|for example|history|past|previous)\b", re.IGNORECASE
)


def judge_spoken_finding(
    claim: Fact, decision: Decision, view: RecordView, sentence: str
) -> Decision:
    """Take back what is carried by words that were only asked for, or told of another place."""
    if decision.grade not in ("E1", "E2") or claim.assertion != "present":
        return decision
    if NEGATION.search(sentence) or OPEN_LIST.search(sentence):
        return decision
    asked = only_asked_for(claim, view) if decision.rule in BY_WORDS else None
    return asked or told_of_another_place(claim, view, sentence) or decision


def only_asked_for(claim: Fact, view: RecordView) -> Decision | None:
    """Every mention is a question for it, and the answer is no."""
    heard = view.lists[DIALOGUE]
    words = words_of(claim)
    said = [u for u in utterances_in(heard.quote) if names(u.text, words)]
    answers = [u.answer for u in said]
    if not words or "absent" not in answers or set(answers) - {"absent", "hypothetical"}:
        return None
    asked = next(u.text.strip() for u in said if u.answer == "absent")
    note = f"the sentence affirms {claim.text!r}; asked {asked!r}, the answer is no"
    item = Item(claim, heard)
    return contradicted(
        "affirmed_but_answered_no", [item], ("negation_error",), note, "presence", confidence=0.7
    )


def told_of_another_place(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """A symptom at a part of the body that nobody names, told of other parts."""
    if claim.kind != "symptom":
        return None
    heard = view.lists[DIALOGUE]
    start, end = clause_around(small_clauses(sentence), claim.source.start or 0)
    here = parts_in(sentence[start:end])
    words = [word for word in words_of(claim) if not parts_in(word)]
    told = [u for u in utterances_in(heard.quote) if words and names(u.text, words)]
    there = frozenset().union(*(parts_in(u.text) for u in told)) if told else frozenset()
    strange = [p for p in sorted(here) if not is_near(p, parts_in(heard.quote))]
    if not strange or not there or here & there:
        return None
    shown = next(u.text.strip() for u in told if parts_in(u.text))
    note = f"the sentence places {claim.text!r} at the {strange[0]}; in the conversation: {shown!r}"
    return contradicted(
        "other_part", [Item(claim, heard)], ("exam_result_error",), note, "site", confidence=0.7
    )
