"""Words that single out one value of a series: the peak, the last, the one on admission."""

import re
from typing import NamedTuple

from clinical.labels import Selector

_WORDS: dict[Selector, str] = {
    "peak": (
        r"\bpeak(?:ed|ing|s)?\b(?!\s+(?:flow|velocity|expiratory|systolic vel|airway|pressure))"
        r"|\bhighest\b"
        r"|\bmax(?:imum|imal)?\b|\btopped out\b|\bcrested\b|\bat (?:its|their|the) (?:worst"
        r"|highest|peak)\b|\btmax\b|\bno higher than\b"
    ),
    "nadir": (
        r"\bnadir(?:ed|s)?\b|\blowest\b|\bmin(?:imum|imal)\b|\bbottomed out\b"
        r"|\bat (?:its|their|the) lowest\b"
    ),
    "baseline": (r"\bbaseline\b|\busual\b|\bb/l\b|\bBL\b(?=\s*~?\d)"),
    "admission": (
        r"\b(?:on|at|upon) (?:(?:the )?(?:day|time) of )?(?:admission|presentation|arrival"
        r"|triage|intake)(?! exam)\b|\bin triage\b"
        r"|\badmission(?= (?!day|exam|date|phys|lab|med|diag))"
        r"|\b(?:on|at|upon) (?:initial )?(?:evaluation )?(?:in|at) the (?:ed|emergency)\b"
        r"|\btriage(?= \w)|\bpresenting\b|\bpresented with\b"
    ),
    "discharge": (
        r"\b(?:at|on|by|upon|before|prior to) (?:the )?(?:(?:day|time) of )?(?:discharge|d/c|dc)\b"
        r"|\b(?:left|went home|leaving|sent home|discharged) at(?= \d)"
        r"|\bd/c(?= (?:\w+ )?\d)"
        r"|\bdischarge(?= (?!exam|date|med|sum|diag|instr|plan|home|disp))|\b(?:when|the day|on"
        r" the day|by the time) (?:he|she|they) (?:left|went home|was discharged)\b"
    ),
    "first": (
        r"\binitial(?:ly)?\b|\bfirst(?= (?:was|at|measured|value|reading|level))|\bat first\b"
    ),
    "last": (
        r"\blast(?= (?:value|level|check|was|reading|set))|\blatest\b|\bmost recent\b"
        r"|\bfinal(?= (?:value|level|check|was|reading|set))"
    ),
}
_SELECTORS = {selector: re.compile(words, re.I) for selector, words in _WORDS.items()}
_AFTER_ONLY = re.compile(r"^(?:at|on|by|upon|when|before|the day|initially|in triage)", re.I)


_EXTREMES = frozenset({"peak", "nadir", "baseline"})
_GAP = re.compile(r"[\s(*]{1,3}(?:the |a |his |her )?")
_OF_THE_NEXT = re.compile(r"\s*(?:of|at|was|is|:|=|to)?\s*[<>~]?\d")
"""Behind `peak`, `nadir`, `baseline`: the value that they tell of."""


class SelectorMark(NamedTuple):
    """Words that single out one value of a series."""

    start: int
    end: int
    selector: Selector
    follows: bool
    """It may stand after its value."""


def selector_marks(text: str) -> list[SelectorMark]:
    """Find the words that single out a value: `peak`, `at its lowest`, `on admission`."""
    marks = [
        SelectorMark(m.start(), m.end(), selector, bool(_AFTER_ONLY.match(m[0])))
        for selector, pattern in _SELECTORS.items()
        for m in pattern.finditer(text)
    ]
    return sorted(marks)


def stands_behind(text: str, mark: SelectorMark, end: int) -> bool:
    """Say whether a mark is right behind its value: `1.6 peak on 11-20`, `6.6 (lowest)`."""
    if mark.selector not in _EXTREMES or _GAP.fullmatch(text, end, mark.start) is None:
        return False
    return _OF_THE_NEXT.match(text, mark.end) is None
