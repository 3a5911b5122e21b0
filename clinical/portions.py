"""Numbers of people as sentences give them: `at least 3`, `a quarter of`, `6/67`, `over 10 %`."""

import re
from typing import Literal, NamedTuple

from clinical.words import NUMBER_WORDS

Bound = Literal["=", "<", "<=", ">", ">=", "~"]

_BOUNDS: tuple[tuple[Bound, str], ...] = (
    (">=", r"at least|no fewer than|no less than|not less than|a minimum of|>=|≥"),
    ("<=", r"at most|no more than|not more than|up to|a maximum of|<=|≤"),
    (">", r"more than|over|above|greater than|higher than|exceeding|in excess of|>"),
    ("<", r"less than|fewer than|lower than|under|below|<"),
    ("~", r"about|around|approximately|approx\.?|roughly|nearly|almost|close to"),
)
_BOUND = "|".join(f"(?P<b{place}>{words})" for place, (_, words) in enumerate(_BOUNDS))
_FRACTIONS = {"half": 0.5, "third": 1 / 3, "quarter": 0.25, "fifth": 0.2, "tenth": 0.1}
_COUNTS = {"once": 1, "twice": 2, "thrice": 3, **NUMBER_WORDS}
_MANY = {"several": 2, "multiple": 2, "numerous": 3, "many": 3}
PLAIN_WORDS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
NUMBER = re.compile(
    rf"(?<![\w.,/-])(?:(?:{_BOUND})\s*)?(?:"
    r"(?P<percent>\d+(?:\.\d+)?)\s?(?:%|per\s?cent\b)"
    r"|(?P<part>\d+)\s?(?:/|\s(?:out\s)?of\s(?:the\s)?)\s?(?P<whole>\d+)"
    r"|(?:(?P<times>an?|one|two|three|four)[\s-]+)?"
    rf"(?P<fraction>{'|'.join(_FRACTIONS)})s?\b(?!\s+(?:of\s+)?(?:day|year|hour))"
    r"|(?P<plain>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\w/%]|[.,-]\d)"
    r"|(?P<all>all|every|each)(?:\s+of)?(?:\s+the)?(?=\s+(?:patients?|participants?|subjects?|people)\b)"
    r"|(?P<ratio>\d+(?:\.\d+)?|two|three|four|five|ten)(?:\s+times|\s?x)(?=\s+(?:as|more|higher|the))"
    r"|(?P<twice>twice|double)(?=\s+(?:as|the))|(?P<halved>half)(?=\s+as\b)"
    rf"|(?P<of>one|two|three|{PLAIN_WORDS}|\d+)\s+in\s+(?P<in>{PLAIN_WORDS}|\d+)"
    r"(?=\s+(?:patients|participants|subjects|people))"
    rf"|(?P<most>(?:the\s+)?majority|most(?=\s+(?:of|patients|participants)))"
    rf"|(?P<word>{'|'.join(sorted((*_COUNTS, *_MANY), key=len, reverse=True))})\b)"
    r"(?P<after>\s+or\s+(?:more|fewer|less))?",
    re.IGNORECASE,
)


NUMBERED = re.compile(
    r"\b(?:week|day|month|year|grade|stage|phase|after|within|type|as)s?\s+$", re.I
)
RATIO_SLACK = 0.1
ROUND = 10
ROUNDED = 0.02
"""A fraction with a denominator up to ten is round, by this much."""


class Portion(NamedTuple):
    """A number with its bound, as a count or as a part of all."""

    start: int
    end: int
    value: float
    bound: Bound = "="
    is_share: bool = False
    slack: float = 0.0
    """Half a unit of the last digit of a percentage, as a part of one."""

    whole: int | None = None
    """The denominator, where it is written out."""

    is_ratio: bool = False
    """How many times as many."""


def find_portions(text: str) -> list[Portion]:
    """List the numbers of a text, in order, without those that name a time or a stage."""
    return [
        _portion(found)
        for found in NUMBER.finditer(text)
        if not NUMBERED.search(text, max(0, found.start() - 12), found.start())
    ]


def _portion(found: re.Match[str]) -> Portion:
    bound = _bound(found)
    span = found.span()
    if found["percent"]:
        digits = len(found["percent"].partition(".")[2])
        return Portion(*span, float(found["percent"]) / 100, bound, True, 0.5 * 10 ** -(digits + 2))
    if found["part"]:
        whole = int(found["whole"])
        part = int(found["part"]) / max(whole, 1)
        return Portion(*span, part, bound, True, 1e-6 if whole > ROUND else ROUNDED, whole)
    if found["fraction"]:
        times = _COUNTS.get((found["times"] or "one").lower(), 1)
        return Portion(*span, times * _FRACTIONS[found["fraction"].lower()], bound, True, ROUNDED)
    ratio = _ratio(found)
    if ratio is not None:
        return Portion(*span, ratio, bound, False, RATIO_SLACK * ratio, None, True)
    if found["of"]:
        part = _plain(found["of"]) / max(_plain(found["in"]), 1)
        return Portion(*span, part, bound, True, ROUNDED)
    if found["all"]:
        return Portion(*span, 1.0, "=", True, 1e-6)
    if found["most"]:
        return Portion(*span, 0.5, ">", True)
    if found["plain"]:
        value = float(found["plain"].replace(",", ""))
        digits = len(found["plain"].partition(".")[2])
        is_share = 0 < value < 1
        return Portion(*span, value, bound, is_share, 0.5 * 10**-digits if is_share else 0.0)
    word = found["word"].lower()
    if word in _MANY:
        return Portion(*span, _MANY[word], ">=")
    return Portion(*span, _COUNTS[word], bound)


def _ratio(found: re.Match[str]) -> float | None:
    if found["twice"]:
        return 2.0
    if found["halved"]:
        return 0.5
    return _plain(found["ratio"]) if found["ratio"] else None


def _plain(word: str) -> float:
    return float(NUMBER_WORDS.get(word.lower(), 0) or word)


def _bound(found: re.Match[str]) -> Bound:
    if found["after"]:
        return ">=" if found["after"].strip().endswith("more") else "<="
    for place, (bound, _) in enumerate(_BOUNDS):
        if found[f"b{place}"]:
            return bound
    return "="


def holds(portion: Portion, value: float) -> bool:
    """Say whether a value is what a number with its bound says."""
    if portion.bound == "=":
        return abs(value - portion.value) <= max(portion.slack * 1.02, 1e-9)
    if portion.bound == "~":
        return abs(value - portion.value) <= max(0.1 * portion.value, portion.slack)
    if portion.bound == "<":
        return value < portion.value
    if portion.bound == "<=":
        return value <= portion.value + 1e-9
    return value > portion.value if portion.bound == ">" else value >= portion.value - 1e-9
