"""Rules for what a sentence denies and the conversation affirms: asked and answered, or told."""

import re

from agents.rule_judge.conversations.heard import share_said, words_of
from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported
from agents.rule_judge.record_view import RecordView
from clinical.dialogue import ASKS, DIALOGUE, Utterance, utterances_in
from clinical.facts import Fact
from clinical.heard_words import heard_in, is_named
from clinical.labels import ErrorType
from clinical.spoken_relatives import stretch_on_relatives
from clinical.words import tokens

UNSURE = re.compile(
    r"\b(?:no|not|never|none|without|nothing|neither|nor|negative|if|wish|would|could|might|may"
    r"|should|in case|any|risks?|worry|worried|watch|look(?:ing)? (?:out )?for|stop(?:ped|ping)?"
    r"|quit|gone|went away|resolved|used to|rule|denie[sd]|prevent|avoid|unless|or|maybe)\b|n't\b",
    re.IGNORECASE,
)
"""Words that make a clause less than an affirmation."""

CLAUSE = re.compile(r"[,.;?!]|\b(?:but|and|though|because)\b", re.IGNORECASE)
OPENER = re.compile(r"\b(?:do|did|does|have|has|any|are|is|was|were|how about|what about)\b", re.I)
SEVERAL = re.compile(r",(?!\W*$)|\b(?:or|and)\b", re.IGNORECASE)
PLACE = re.compile(
    r"\s+(?:on|in|of|to|over|with|at|during|from|down|along|around|after|upon|when)\b"
    r"(?P<what>(?:(?!\b(?:or|and|but)\b)[^,.;])*)",
    re.IGNORECASE,
)
"""What follows a denied finding and says where, at what or when."""

CONDITION = re.compile(r"\b(?:when|while|with|during|after|before|at (?:rest|night))\b", re.I)
"""Words by which a question asks for something under one condition."""

DETERMINERS = frozenset("the a an his her their your this that any my its".split())

HABITS = frozenset({"event:tobacco_use", "event:alcohol_use", "event:drug_use"})
"""What a patient has or has not, not what was done once and can be left out another time."""


def judge_spoken_denial(
    claim: Fact, decision: Decision, view: RecordView, sentence: str
) -> Decision:
    """A denial that nothing refuted: asked for and answered, told otherwise, or never spoken of."""
    heard = view.lists[DIALOGUE]
    words = ["allergy"] if claim.kind == "allergy" else words_of(claim)
    placed = place_words(claim, sentence)
    said = [u for u in utterances_in(heard.quote) if names(u.text, words + placed)]
    answers = [u.answer for u in said if u.answer != "present" or not asks_several(u.text)]
    item = Item(claim, heard)
    if "absent" in answers and not denied_in_part(said, words + placed):
        note = f"asked for {claim.text!r}, the answer is no"
        return supported("denied_when_asked", [item], note, "presence")
    if decision.rule == "denied_in_both" and "absent" not in answers:
        return decision
    told = [
        u
        for u in said
        if (u.answer == "present" and u.answer in answers) or affirms(u, words + placed)
    ]
    if told:
        return contradicted(
            "denied_but_told",
            [item],
            ("negation_error",),
            f"the sentence denies {claim.text!r}; in the conversation: {told[0].text.strip()!r}",
            "presence",
            confidence=0.7,
        )
    if said or view.kindred(claim.concept) or share_said(words, heard_in(heard.quote)):
        return decision
    note = f"the conversation was searched, and nobody speaks of {claim.text!r}"
    types: tuple[ErrorType, ...] = ("negation_error",)
    return silent("denial_not_spoken", types, note, [item])


def denied_in_part(said: list[Utterance], words: list[str]) -> bool:
    """Say whether the patient tells outright what is denied under some condition only."""
    denied = [u for u in said if u.answer == "absent"]
    told = any(u.speaker not in ASKS and affirms(u, words) for u in said)
    return bool(told and denied) and all(CONDITION.search(u.text) for u in denied)


def refers_elsewhere(claim: Fact, decision: Decision, view: RecordView, sentence: str) -> bool:
    """Say whether what refutes a denial is said of something else: `no pain on the back`."""
    wanted = place_words(claim, sentence)
    cited = {identity for identity, _ in decision.citations}
    quotes = [e.quote for e in view.evidence if e.id in cited]
    return bool(quotes) and not any(share_said(wanted, heard_in(q)) == 1 for q in quotes)


def place_words(claim: Fact, sentence: str) -> list[str]:
    """The words that a sentence adds to what it denies: where, at what, when."""
    place = PLACE.match(sentence, claim.source.end or 0)
    words = [token.word for token in tokens(place["what"])] if place else []
    return [word for word in words if word not in DETERMINERS]


def names(text: str, words: list[str]) -> bool:
    """Say whether a text names the meaning of every word."""
    heard = heard_in(text)
    return all(is_named(word, heard) for word in words)


def asks_several(question: str) -> bool:
    """Say whether a question asks for several things, so that a yes leaves open for which."""
    opener = OPENER.search(question)
    return SEVERAL.search(question, opener.end() if opener else 0) is not None


def affirms(said: Utterance, words: list[str]) -> bool:
    """Say whether a clause of a sentence states something of the patient outright."""
    if said.answer is not None or stretch_on_relatives(said.text, "") is not None:
        return False
    clauses = [said.text, *CLAUSE.split(said.text)]
    return any(names(clause, words) and not UNSURE.search(clause) for clause in clauses)
