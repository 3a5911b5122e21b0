"""Counts and lengths of time: `three`, `1-2 weeks`, `four and a half days`."""

import re
from typing import Literal

from clinical.facts import Quantity
from clinical.time_patterns import TENS, WORDS
from clinical.time_spans import UNIT_DAYS

Match = re.Match[str]
COMPARATOR = re.compile(
    r"(?:(?P<more>(?:(?:just|a little|slightly|well) over|(?:more|greater) than)|at least|>)|"
    r"(?P<less>(?:just |a little )?(?:less than|under)|up to|at most|no more than|almost|nearly|<)|"
    r"(?P<near>about|around|approximately|roughly|some|~|an estimated|nearly))\s*\Z",
    re.IGNORECASE,
)


def number(word: str) -> float | None:
    """Read a count; None where it is vague (`several`)."""
    lowered = word.lower().strip()
    if lowered[:1].isdigit():
        return float(lowered)
    if lowered in WORDS:
        return float(WORDS[lowered])
    if lowered in TENS:
        return float(TENS[lowered])
    if lowered.startswith("half"):
        return 0.5
    if "couple" in lowered:
        return 2.0
    return 1.0 if lowered in ("a", "an", "another") else None


def unit(word: str) -> str:
    """Reduce a unit to its key in `UNIT_DAYS`."""
    lowered = word.lower()
    if lowered.startswith("min"):
        return "min"
    return lowered[0]


def amounts(match: Match) -> tuple[float, float] | None:
    """Read the lower and upper count of a match; None where they are vague."""
    low = number(match["n"])
    if low is None:
        return None
    groups = match.groupdict()
    half = 0.5 if groups.get("half") or groups.get("halfafter") else 0.0
    high = number(groups["n2"]) if groups.get("n2") else low
    return low + half, (high if high is not None else low) + half


def length(match: Match, text: str) -> Quantity | None:
    """Read a duration in days, with half a unit of tolerance."""
    counts = amounts(match)
    if counts is None:
        return None
    size = UNIT_DAYS[unit(match["u"])]
    found = COMPARATOR.search(text, max(0, match.start("n") - 24), match.start("n"))
    low, high = counts
    return Quantity(
        value=round(low * size, 4),
        unit="day",
        high=round(high * size, 4) if high != low else None,
        comparator=_comparator(found),
        tolerance=round(size * (0.05 if "." in match["n"] else 0.5), 4),
        written=text[match.start("n") : match.end("u")],
    )


def _comparator(found: Match | None) -> Literal["", "<", ">", "~"]:
    """Read the words before a number that loosen it."""
    if found is None:
        return ""
    return ">" if found["more"] else "<" if found["less"] else "~"
