"""Words that say how a course of a drug stands against what was taken before the stay."""

import re

NEW = re.compile(
    r"\bnew(?:ly)?\b(?!\s+(?:dose|york|onset|diagnos|regimen|formulation|schedule))|\bde novo\b",
    re.IGNORECASE,
)
HOME = (
    r"(?<!goes )(?<!went )(?<!sent )(?<!discharged )\b(?:home(?! (?:on|with|to|and|after|in"
    r"|by)\b)|usual|outpatient|pre-?admission|long-?standing|chronic|regular)\s+"
    r"(?:dose\s+of\s+|medications?\s*:?\s*)?"
)
"""Beginning of a pattern: the name of a drug follows."""

TAKEN_AT_HOME = (
    r"(?:\s+[\d.,/-]+\s*(?:mg|mcg|g|units?|mL|mEq)?(?:\s+(?:po|iv|sc|daily|bid|tid|qid|once|twice"
    r"|a day|nightly|\w+ times))*)?,?\s*(?:\([^)]{0,30}\)\s*)?(?:which|that|and|as)?\s*"
    r"(?:he|she|they|the patient|pt)?\s*"
    r"(?:was|is|had been|has been|had|has)?\s*(?:already\s+|previously\s+|regularly\s+|been\s+)*"
    r"(?:tak(?:es?|en|ing)|took|used|using|on|prescribed)\s+(?:\w+\s+){0,3}?"
    r"(?:at home|before (?:admission|arrival|coming in|the stay)|prior to (?:admission|arrival)|pta"
    r"|as an outpatient|chronically|for years|long[- ]term)\b"
)
"""After the name of a drug: words that make it one of home."""

FOR_GOOD = re.compile(
    r"\b(?:permanently|for good|indefinitely|altogether|definitively|no longer|lifelong"
    r"|at (?:the time of )?discharge|on discharge|not (?:be |to be )?re(?:started|sumed))\b",
    re.IGNORECASE,
)
PASSING = re.compile(
    r"\b(?:initial\w*|temporar\w*|brief\w*|transient\w*|at first|on admission|on arrival"
    r"|upon admission|at presentation|in the (?:ed|emergency)|while|during|until|peri-?\w+"
    r"|pre-?op\w*"
    r"|before|prior to|for (?:the|his|her|a|this) (?:procedure|surgery|operation|biopsy|scan|case"
    r"|catheteri[sz]ation)|overnight|resum\w*|re-?start\w*|re-?introduc\w*|back on|again|then"
    r"|later|held|paus\w*)\b",
    re.IGNORECASE,
)
"""Words that make a stop a passing one."""

SAME_DOSE = re.compile(
    r"\b(?:at|on)\s+(?:the|his|her|their|its)?\s*(?:same|home|usual|prior|previous|outpatient"
    r"|unchanged|pre-?admission)\s+(?:home\s+)?dos\w+|\bunchanged\b|\bwithout (?:any )?change"
    r"|\bdos\w+ (?:was |were )?(?:not changed|unchanged|the same)\b",
    re.IGNORECASE,
)
_FACTORS = {"halv": 0.5, "half": 0.5, "doubl": 2.0, "tripl": 3.0, "quadrupl": 4.0}
FACTORS = re.compile(
    r"\b(?:halv\w*|(?:by|in|to) half|doubl\w*|tripl\w*|quadrupl\w*)", re.IGNORECASE
)


def factor_of(text: str, raised: bool) -> float | None:
    """The factor by which a dose changed: 0.5 for `halved`, 1.5 for `raised by half`."""
    match = FACTORS.search(text)
    if match is None:
        return None
    if raised and match[0].lower().startswith("by"):
        return 1.5
    word = match[0].lower().split()[-1]
    return next((factor for start, factor in _FACTORS.items() if word.startswith(start)), None)
