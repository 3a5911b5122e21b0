"""How long a drug is given, whether only as needed, and what it is given for."""

import re
from typing import NamedTuple

from clinical.facts import Quantity
from clinical.sig import WORD_NUMBER, number

COUNT = rf"\d+(?:\.\d+)?|{WORD_NUMBER}"
LENGTHS = {"h": (1 / 24, 0.05), "d": (1.0, 0.5), "w": (7.0, 1.0), "m": (30.0, 5.0)}
"""Days in a unit of time, and how many days a count of it may be off."""

SPAN_UNIT = r"(?P<unit>hours?|hrs?|h|days?|d|weeks?|wks?|w|months?)"
AFTER = re.compile(
    rf"\b(?:x|for|duration:?|over|to run for|to complete|complet(?:e|ed|ing)|total of|lasting)\s*"
    rf"(?:a\s+total\s+of\s+|another\s+|the\s+next\s+|up\s+to\s+|about\s+|(?:a\s+)?full\s+)*"
    rf"(?P<count>{COUNT})(?:\s+|-)?(?:more\s+|additional\s+)?{SPAN_UNIT}\b(?!\s+(?:ago|before|after))",
    re.I,
)
COURSE = re.compile(
    rf"\b(?P<count>{COUNT})[\s-]*{SPAN_UNIT}[\s-]+(?:\w+\s+)?(?:course|taper|total|of\b(?!\s+age))",
    re.I,
)
OF_TREATMENT = re.compile(
    r"\s+(?:the\s+|this\s+|it\b|total\s+)?(?:\w+\s+)?(?:therapy|treatment|antibiotics?|abx|coverage"
    r"|it|iv|oral|po|dosing|prophylaxis)\b",
    re.I,
)
AS_NEEDED = re.compile(r"(?<![\w.])(?:p\.?r\.?n\.?|(?:as|when|if)\s+needed)(?!\w)", re.I)
REASON = re.compile(
    r"(?:(?<![\w.])(?:prn|as\s+needed)(?:\s+for)?|\bfor|\bto\s+(?:treat|prevent|control))\s+"
    r"(?:an?\s+|the\s+|her\s+|his\s+|presumed\s+|possible\s+)?"
    r"(?P<words>[a-z][\w'’/-]*(?:\s+(?!and\b|but\b|which\b|with\b|was\b|were\b|on\b|until\b|through\b"
    r"|before\b|after\b|from\b|in\b|at\b|because\b|while\b|by\b|as\b|followed\b|given\b|who\b|or\b|than\b|rather\b"
    r"|earlier\b|since\b|of\s+\d|this\b|last\b)"
    r"[\w'’/-]+){0,4})",
    re.I,
)
NOT_REASONS = re.compile(
    rf"(?:{COUNT}|another|the|total|up|about|now|that|this|which|whom|home|discharge|several|days?|"
    r"weeks?|months?|hours?|long|short|each|every|more|at|further|first|next|last|example|good|her|him|life|years?)\b",
    re.I,
)


class Course(NamedTuple):
    """A length of treatment, with its span."""

    start: int
    end: int
    days: Quantity


def _course(match: re.Match[str]) -> Course:
    """Turn a match into days."""
    days, slack = LENGTHS[match["unit"][0].lower()]
    value = round(number(match["count"]) * days, 4)
    quantity = Quantity(value=value, unit="days", tolerance=slack, written=match.group())
    return Course(match.start(), match.end(), quantity)


def course(text: str, start: int, end: int) -> Course | None:
    """Find the first length of treatment in a stretch of text."""
    hits = [_course(m) for p in (AFTER, COURSE) if (m := p.search(text, start, end))]
    return min(hits, default=None, key=lambda hit: hit.start)


def course_behind(text: str, start: int, end: int) -> Course | None:
    """Find the length of treatment behind a drug; `two months of cough` is not one of it."""
    found = course(text, start, end)
    if found is None or not text[: found.end].endswith("of"):
        return found
    return found if OF_TREATMENT.match(text, found.end) else None


def as_needed(text: str, start: int, end: int) -> int | None:
    """Find where `as needed` ends, or None."""
    match = AS_NEEDED.search(text, start, end)
    return match.end() if match else None


def indication(text: str, start: int, end: int) -> str | None:
    """Read the words after `for`, where they name a reason rather than a length of time."""
    for match in REASON.finditer(text, start, end):
        if not NOT_REASONS.match(match["words"]):
            return match["words"].strip()
    return None
