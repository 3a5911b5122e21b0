"""Rules for a record that is a conversation: what was said in other words, and what was not said.

People say `gallbladder taken out` and `one twenty over eighty`, and a transcript misspells names,
so silence about a name proves little. A number, though, is said or it is not.
"""

import re

from agents.rule_judge.conversations.denials import HABITS, judge_spoken_denial, refers_elsewhere
from agents.rule_judge.conversations.details import LENGTH, is_told, judge_details, told_lengths
from agents.rule_judge.conversations.findings import judge_spoken_finding
from agents.rule_judge.conversations.heard import in_other_words
from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.substitutions import TIME_UNIT, stretch
from clinical.dialogue import DIALOGUE
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.spoken_numbers import spoken_values
from clinical.spoken_sex import sex_told
from kg.evidence import Evidence

SAID_OTHERWISE = frozenset(
    {
        "not_on_record",
        "not_measured",
        "no_such_value",
        "family_not_stated",
        "drug_not_on_record",
        "other_drug",
        "other_organism",
        "other_kind",
        "study_without_finding",
        "action_not_on_record",
    }
)
"""Rules that rest on a name or number that a conversation may give in other words."""

OPEN = frozenset(
    {
        "too_few_words",
        "words_hardly_found",
        "not_named",
        "not_measured",
        "general_term",
        "no_number",
        "stay_not_dated",
        "measure_not_found",
        "result_not_comparable",
        "class_not_found",
        "family_or_patient",
    }
)
"""Rules that end undecided for want of a name or number that may be said in other words."""

BY_NAME = frozenset({"denied_but_present", "denied_in_both"})
"""Rules that compare a denial by its name; where the thing was does not count for them."""

UNREFUTED = frozenset({"denial_not_refuted", "no_allergy"})
"""Rules that take a denial for granted."""

NUMBER = re.compile(
    r"(?<![\w./,-])(?P<number>\d+(?:\.\d+)?)(?:(?:st|nd|rd|th)\b)?(?!\d|[/,]\d|\.\d|[A-Za-z])"
)
ENUMERATED = re.compile(r"(?:^|[.;:\s]\s*)\d{1,2}[.)]\s+(?=[A-Z])")
SMALLEST = 2
"""Nobody says the number of `1 week`."""

PERSON = re.compile(
    r"\b(?:s?he|his|hers?|him|patient|pt|male|female|man|woman|gentleman|lady|you|your|i|my"
    r"|m[rs]s?)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says of whom it speaks."""

REFERRED = {
    "male": re.compile(r"(?:^|[.;]\s+)(?:he|his)\b|\b(?:male|gentleman)\b", re.I),
    "female": re.compile(r"(?:^|[.;]\s+)(?:she|her)\b|\b(?:female|lady)\b", re.I),
}


def as_spoken(claim: Fact, decision: Decision, view: RecordView, sentence: str) -> Decision:
    """Leave open what a conversation may have said in other words, and miss what nobody asked."""
    if DIALOGUE not in view.lists:
        return decision
    if decision.rule == "only_in_a_relative" and PERSON.search(sentence) is None:
        note = f"{decision.explanation}; the sentence does not say whose"
        return supported("told_of_a_relative", [], note, by="E2").model_copy(
            update={"citations": decision.citations}
        )
    if decision.rule in BY_NAME and refers_elsewhere(claim, decision, view, sentence):
        decision = supported("denial_not_refuted", [], "it is said of something else", by="E2")
    habit = decision.rule == "done_at_some_time" and claim.concept.id in HABITS
    if decision.rule == "denied_in_both":
        again = judge_spoken_denial(claim, decision, view, sentence)
        return again if again.rule == "denied_but_told" else decision
    if decision.rule in UNREFUTED or habit:
        return judge_spoken_denial(claim, decision, view, sentence)
    decision = judge_spoken_finding(claim, decision, view, sentence)
    flagged = decision.grade in ("E3", "E4")
    if not (flagged and decision.rule in SAID_OTHERWISE) and decision.rule not in OPEN:
        return decision
    told = in_other_words(claim, view)
    if told is not None or not flagged:
        return judge_spoken_finding(claim, told or decision, view, sentence)
    note = f"{decision.explanation}; the conversation may say it in other words"
    return undecided("said_otherwise", note).model_copy(update={"citations": decision.citations})


def judge_speech(text: str, view: RecordView) -> list[tuple[Fact, Decision]]:
    """Flag a number that nobody said, and a patient who was addressed otherwise."""
    heard = view.lists.get(DIALOGUE)
    if heard is None:
        return []
    found = [unspoken_number(text, heard), other_address(text, heard)]
    told = judge_details(text, heard)
    return [*(decided for decided in found if decided is not None), *told]


def unspoken_number(text: str, heard: Evidence) -> tuple[Fact, Decision] | None:
    """The first number of a sentence that the conversation does not hold, in digits or words."""
    spoken = spoken_values(heard.quote)
    listed = [match.span() for match in ENUMERATED.finditer(text)]
    for match in NUMBER.finditer(text):
        number = float(match["number"])
        if number < SMALLEST or any(a <= match.start() < b for a, b in listed):
            continue
        length = LENGTH.match(text, match.start())
        if length and is_told(number, length["unit"].lower(), told_lengths(heard.quote)):
            continue
        if number not in spoken:
            part = stretch(text, match.start(), match.end())
            kind: ErrorType = "time_error" if TIME_UNIT.match(text, match.end()) else "value_error"
            note = f"the conversation was searched, and nobody says {match['number']!r}"
            return part, silent("number_not_spoken", (kind,), note, [Item(part, heard)])
    return None


def other_address(text: str, heard: Evidence) -> tuple[Fact, Decision] | None:
    """The patient is addressed as one sex only, and the sentence speaks of the other only."""
    addressed = sex_told(heard.quote)
    referred = [(sex, found) for sex, words in REFERRED.items() if (found := words.search(text))]
    if addressed is None or len(referred) != 1 or referred[0][0] == addressed:
        return None
    start, end = referred[0][1].span()
    part = stretch(text, start, end)
    note = f"the sentence speaks of a {referred[0][0]}, the conversation of a {addressed} patient"
    decision = contradicted(
        "other_address", [Item(part, heard)], ("value_error",), note, "sex", confidence=0.7
    )
    return part, decision
