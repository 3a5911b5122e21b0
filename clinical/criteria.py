"""Lists of conditions for taking part: what is required, what is allowed, what excludes."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

Standing = Literal["required", "allowed", "barred"]

HEADING = re.compile(
    r"^[ \t]*(?P<title>[^\n]{0,60}?\b(?P<kind>inclusion|exclusion|eligibility)\b[^\n]{0,40}?)"
    r"[ \t]*:?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
LINE = re.compile(r"[^\n]+")
ASIDE = re.compile(r"\([^)]*\)?")
LISTED = re.compile(r"^[ \t]*(?:[-*•o][ \t]+|\d{1,2}[.)][ \t]+)?")

_BARRED = re.compile(
    r"^(?:no|not|never|without|absence of|free of)\b|\b(?:in|not )eligible\b|\bexclu(?:ded|sion)\b"
    r"|\b(?:not|never) (?:be )?(?:permitted|allowed|acceptable|accepted|admissible|enrolled)\b"
    r"|\bprohibited\b|\b(?:must|may|should|can) ?not\b|\bno (?:prior|previous|concurrent|other)\b"
    r"|\bare not\b|\bdisallowed\b",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"\b(?:is|are|be|will be)?\s*(?:allowed|permitted|acceptable|eligible|accepted)\b"
    r"|\bmay (?:be|have|also|participate|enroll|continue|receive)\b|\bnot required\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:unless|except|exception|other than|only if|either|provided"
    r"|if (?:the|they|it|there|all))\b"
    r"|\bin the opinion\b|\bat the discretion\b",
    re.IGNORECASE,
)


class Criterion(NamedTuple):
    """One line of a list of criteria, with its half-open span."""

    text: str
    standing: Standing
    is_open: bool
    """It has an exception, so that it excludes or requires nothing for certain."""

    start: int
    end: int


@lru_cache(maxsize=64)
def read_criteria(text: str) -> tuple[Criterion, ...]:
    """Read the criteria of a text, each under the heading it stands below."""
    headings = [match for match in HEADING.finditer(text) if match["kind"].lower() != "eligibility"]
    if not headings:
        return ()
    found = []
    starts = [(match.start(), match.end(), match["kind"].lower()) for match in headings]
    for line in LINE.finditer(text):
        above = [kind for start, _, kind in starts if start <= line.start()]
        is_heading = any(start <= line.start() < end for start, end, _ in starts)
        words = LISTED.sub("", line[0]).strip()
        if is_heading or not words or (words.endswith(":") and len(words) < 60):
            continue
        if line.start() == 0 or HEADING.match(line[0]):
            continue
        standing = _standing(
            ASIDE.sub(" ", words), excluding=bool(above) and above[-1] == "exclusion"
        )
        asides = " ".join(ASIDE.findall(words))
        is_open = _OPEN.search(words) is not None or _ALLOWED.search(asides) is not None
        found.append(Criterion(words, standing, is_open, line.start(), line.end()))
    return tuple(found)


def _standing(words: str, excluding: bool) -> Standing:
    """What a line does, from its heading and its own words."""
    allowed, barred = _ALLOWED.search(words), _BARRED.search(words)
    if barred and not excluding:
        return "barred"
    if allowed and not barred:
        return "allowed"
    return "barred" if excluding else "required"
