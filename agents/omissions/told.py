"""Whether a summary tells what is expected of it, in whatever words."""

import re
from functools import cached_property, lru_cache

from agents.omissions.expected import Expected
from agents.omissions.naming import named
from clinical.claims import read_claims
from clinical.content_words import content_words
from clinical.critical_results import critical_limits
from clinical.facts import Anchors, Fact
from clinical.labels import MedicationStatus
from clinical.sentences import split_sentences
from clinical.status_cues import CUE, RULES
from clinical.words import stem

ENDED: frozenset[MedicationStatus] = frozenset({"stopped", "held", "not_given", "changed"})
ADJUSTED: frozenset[MedicationStatus] = frozenset(
    {"increased", "decreased", "changed", "started", "stopped", "held", "resumed"}
)
REPLACED = re.compile(
    r"replac|instead|in place of|substitut|switch|transition|no longer|contraindicat", re.IGNORECASE
)
DOSE_WORDS = re.compile(r"dos(?:e|ing)|half|halv|doubl|twice|regimen|mg\b|units?\b", re.IGNORECASE)
ENOUGH_WORDS = 0.67
"""Share of the content words of a name that one sentence has to hold."""


class Sentence:
    """A sentence of the summary with what can be read in it, each only once."""

    def __init__(self, text: str, anchors: Anchors) -> None:
        self.text = text
        claims = read_claims(text, "", "", anchors)
        self.named = [(c, named(c)) for c in claims if c.assertion != "family"]

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of the content words."""
        return stems_of(self.text)

    @cached_property
    def statuses(self) -> frozenset[str]:
        """What its words say happened to drugs."""
        return frozenset(
            RULES[int((match.lastgroup or "r0")[1:])].status for match in CUE.finditer(self.text)
        )


class Summary:
    """A summary, read once and asked for one expected thing after the other."""

    def __init__(self, text: str, anchors: Anchors) -> None:
        self.sentences = [
            Sentence(text[span.start : span.end], anchors) for span in split_sentences(text)
        ]

    def tells(self, expected: Expected) -> bool:
        """Say whether any sentence tells it."""
        return any(tells(sentence, expected) for sentence in self.sentences)


def tells(sentence: Sentence, expected: Expected) -> bool:
    """Say whether one sentence tells what is expected."""
    if expected.told_by and re.search(expected.told_by, sentence.text, re.IGNORECASE):
        return True
    claims = about(sentence, expected)
    if not claims and not in_words(sentence, expected.name):
        return False
    if expected.category == "stopped_medication":
        return ends(sentence, claims)
    if expected.category == "changed_dose":
        return adjusts(sentence, claims)
    if expected.category == "critical_result":
        return is_dangerous(claims, expected)
    return True


def about(sentence: Sentence, expected: Expected) -> list[Fact]:
    """Return the claims of a sentence about the expected facts."""
    return [
        claim for claim, ids in sentence.named if any(ids.links(names) for names in expected.names)
    ]


def in_words(sentence: Sentence, name: str) -> bool:
    """Say whether a sentence holds most of the content words of a name."""
    words = stems_of(name)
    return bool(words) and len(words & sentence.stems) >= ENOUGH_WORDS * len(words)


def ends(sentence: Sentence, claims: list[Fact]) -> bool:
    """Say whether a sentence tells that a drug was stopped, held or replaced."""
    said = {claim.status for claim in claims} | sentence.statuses
    return bool(said & ENDED) or REPLACED.search(sentence.text) is not None


def adjusts(sentence: Sentence, claims: list[Fact]) -> bool:
    """Say whether a sentence tells a dose or a change of a drug."""
    dosed = any(c.quantity or c.frequency or c.status in ADJUSTED for c in claims)
    changed = bool(sentence.statuses & {"increased", "decreased", "changed"})
    return dosed or changed or DOSE_WORDS.search(sentence.text) is not None


def is_dangerous(claims: list[Fact], expected: Expected) -> bool:
    """Say whether a claim gives a dangerous value on the same side, or speaks without a value."""
    fact = expected.facts[0]
    limits = critical_limits()[fact.concept.id]
    side = limits.side(fact.quantity.value) if fact.quantity else None
    return any(c.quantity is None or limits.side(c.quantity.value) == side for c in claims)


@lru_cache(maxsize=16384)
def stems_of(text: str) -> frozenset[str]:
    """Stems of the content words of a text."""
    return frozenset(stem(word.word) for word in content_words(text))
