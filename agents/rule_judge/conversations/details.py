"""Rules for details that a conversation tells otherwise: how long, who, and whether all is well."""

import re
from functools import lru_cache

from agents.rule_judge.decisions import Decision, Item, contradicted, silent
from agents.rule_judge.repetitions.substitutions import stretch
from clinical.dialogue import utterances_in
from clinical.facts import Fact
from clinical.spoken_numbers import spoken_values
from clinical.spoken_relatives import stretch_on_relatives
from kg.evidence import Evidence

Found = tuple[Fact, Decision]

DAYS = {
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1,
    "night": 1,
    "week": 7,
    "month": 30.4,
    "year": 365,
}
UNIT = r"(?P<unit>minute|hour|day|night|week|month|year)s?\b"
LENGTH = re.compile(
    rf"(?<![\w./-])(?P<number>\d+)[\s-]+{UNIT}(?![\s-]*(?:old|of age))", re.IGNORECASE
)
TOLD_LENGTH = re.compile(rf"(?P<words>(?:[\w'-]+\s+){{1,5}}){UNIT}", re.IGNORECASE)
SLACK = 0.1
"""Share by which a length in one unit may differ from the same in another."""

YEARS = re.compile(
    r"(?<![\w./-])(?P<number>\d{1,3})[\s-]*(?:years?[\s-]*old|y/?o)\b(?!\s*(?:son|daughter|brother"
    r"|sister|mother|father|wife|husband|child))",
    re.IGNORECASE,
)
RACE = re.compile(
    r"\b(?P<race>white|caucasian|black|african[- ]american|hispanic|latin[oa]|asian)"
    r"\s+(?:male|female|man|woman|gentleman|lady|boy|girl)\b",
    re.IGNORECASE,
)
WELL = re.compile(
    r"\b(?P<thing>[a-z]{4,})(?:\s+levels?)?\s+(?:is|are|was|were|remains?)\s+"
    r"(?:good|fine|ok|okay|normal|intact|unaffected|not affected|excellent)\b",
    re.IGNORECASE,
)
GOOD = re.compile(
    r"(?<!as )\b(?:good|fine|ok|okay|normal|well|better|great|alright|all right|clear)\b", re.I
)
BAD = re.compile(
    r"\b(?:loss of|lost|losing|problems?|trouble|deteriorat\w+|worse(?:ning)?|low|poor|bad"
    r"|difficulty|hurts?|painful|weak|can'?t|cannot|not as (?:well|good)|less|decreased|reduced)\b",
    re.IGNORECASE,
)


def judge_details(text: str, heard: Evidence) -> list[Found]:
    """Flag what the conversation tells otherwise of lengths, persons and how something is."""
    rules = (other_unit, age_of_a_relative, race_not_spoken, not_well)
    return [found for rule in rules if (found := rule(text, heard)) is not None]


@lru_cache(maxsize=64)
def told_lengths(text: str) -> frozenset[tuple[float, str]]:
    """Every number that a conversation says before a unit of time, with the unit."""
    found = set()
    for match in TOLD_LENGTH.finditer(text):
        values = set(spoken_values(match["words"]))
        last = match["words"].split()[-1].lower()
        values |= {1.0} if last in ("a", "an", "the", "last", "past", "next") else set()
        found |= {(value, match["unit"].lower()) for value in values}
    return frozenset(found)


def is_told(number: float, unit: str, told: frozenset[tuple[float, str]]) -> bool:
    """Say whether a length is among those told, in whatever unit: 21 days are three weeks."""
    days = number * DAYS[unit]
    return any(
        value == number if u == unit else abs(value * DAYS[u] - days) <= SLACK * days
        for value, u in told
    )


def other_unit(text: str, heard: Evidence) -> Found | None:
    """`2 years` where the conversation says two of another unit, and nothing that comes to it."""
    told = told_lengths(heard.quote)
    for match in LENGTH.finditer(text):
        number, unit = float(match["number"]), match["unit"].lower()
        others = sorted(u for value, u in told if value == number and u != unit)
        if number < 2 or not others or is_told(number, unit, told):
            continue
        part = stretch(text, match.start(), match.end())
        note = f"nobody says {match[0]!r}; the conversation says {number:g} with {others[0]!r}"
        return part, silent("length_not_spoken", ("time_error",), note, [Item(part, heard)])
    return None


def age_of_a_relative(text: str, heard: Evidence) -> Found | None:
    """The age that the sentence gives the patient is told of a relative only."""
    for match in YEARS.finditer(text):
        number = float(match["number"])
        told = [u for u in utterances_in(heard.quote) if number in spoken_values(u.text)]
        if not told or any(stretch_on_relatives(u.text, "") is None for u in told):
            continue
        part = stretch(text, match.start(), match.end())
        note = f"the sentence says {match[0]!r} of the patient, the conversation of a relative"
        return part, contradicted(
            "age_of_a_relative", [Item(part, heard)], ("value_error",), note, "age", confidence=0.7
        )
    return None


def race_not_spoken(text: str, heard: Evidence) -> Found | None:
    """Nobody in the conversation says of what origin the patient is."""
    match = RACE.search(text)
    if match is None:
        return None
    named = match["race"].lower().replace("-", " ")
    if named in heard.quote.lower().replace("-", " "):
        return None
    part = stretch(text, match.start("race"), match.end("race"))
    note = f"the conversation was searched, and nobody says {match['race']!r}"
    return part, silent("person_not_spoken", ("invented_fact",), note, [Item(part, heard)])


def not_well(text: str, heard: Evidence) -> Found | None:
    """The sentence calls something well of which only trouble is told."""
    for match in WELL.finditer(text):
        thing = re.compile(rf"\b{match['thing']}\b", re.IGNORECASE)
        told = [u for u in utterances_in(heard.quote) if thing.search(u.text)]
        bad = [u for u in told if u.answer is None and BAD.search(u.text)]
        if not bad or any(GOOD.search(u.text) for u in told):
            continue
        part = stretch(text, match.start(), match.end())
        note = f"the sentence says {match[0]!r}; in the conversation: {bad[0].text.strip()!r}"
        return part, contradicted(
            "not_well", [Item(part, heard)], ("negation_error",), note, "state", confidence=0.7
        )
    return None
