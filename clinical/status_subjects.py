"""Whether the words between a drug and a verb leave the drug the subject of the verb."""

import re

AUXILIARY = re.compile(
    r"\b(?:was|were|is|are|be|been|being|has|have|had|will|should|needs? to|got|to)\b", re.I
)
PLURAL = re.compile(r"\b(?:were|are|have|both|all)\b", re.I)
SUBJECT_WORDS = re.compile(
    r"(?:it|which|that|who|they|both|these|those|this|all|also|the|its|her|his|their|dos\w+"
    r"|therapy|"
    r"drip|infusions?|treatment|taper|course|tablets?|pills?|initially|later|\w+ly|then|again|not|"
    r"never|therefore|thus|however|instead|once|soon|drugs?|medications?|latter|former|level|"
    r"regimen|home|use|itself|alone|first|now|still|since|patch(?:es)?|inhalers?|supplements?|"
    r"antibiotics?|only|at|in|on|for|from|to|of|by|after|because|due|until|during|before|a|an|"
    r"evening|morning|nightly|discharge|admission|arrival|hospital|day|has|had|have|twice|daily|"
    r"meals?|food|breakfast|bedtime|night|every|hours?|days?|(?:[a-z]\.)+[a-z]?\.?|bid|tid"
    r"|qhs|qd|po|iv|sc|mg|mcg|g|units?|ml|meq|\d[\d.,/-]*)",
    re.I,
)
WORD = re.compile(r"\w[^\s,()—:]*")
ASIDE = re.compile(r"\([^)]*\)")
PERSON = re.compile(
    r"\b(?:he|she|they|we|i|you|patient|pt|who|mr|mrs|ms|team|mother|___)\W*$", re.I
)
DOSE_SUBJECT = re.compile(
    r"\b(?:the|its|his|her|this|that)\s+(?:\w+\s+){0,2}dos(?:e|age|ing)\s+"
    r"(?:(?:was|were|is|had|has|been|being|then|later|again|\w+ly)\s+)*$",
    re.I,
)
"""Before a verb: the dose of the drug named last."""
BOUNDARY = re.compile(r"[,(—:]|\b(?:and|but|while|whereas|then|so|or|although|though|with)\b", re.I)


def is_singular(gap: str) -> bool:
    """Say whether the verb after a list takes only its last member."""
    return bool(re.search(r"\b(?:was|is|has)\b", gap, re.I)) and not PLURAL.search(gap)


def is_spoken_of(gap: str) -> bool:
    """Say whether the words between a drug and a verb leave the drug its subject."""
    if PERSON.search(re.sub(r"\b(?:was|were|is|are|has|had|have|been)\b\s*", "", gap, flags=re.I)):
        return False
    gap = ASIDE.sub(" ", gap)
    if DOSE_SUBJECT.search(gap):
        return True
    tail = gap[max((m.end() for m in BOUNDARY.finditer(gap)), default=0) :]
    whole = tail == gap
    auxiliary = AUXILIARY.search(tail)
    subject = tail[: auxiliary.start()] if auxiliary else tail
    words = WORD.findall(subject)
    adverbs = WORD.findall(tail[auxiliary.end() :]) if auxiliary else []
    if not all(SUBJECT_WORDS.fullmatch(word) or AUXILIARY.fullmatch(word) for word in adverbs):
        return False
    if whole and words and re.fullmatch(r"(?:for|at|on|in|of|by|after|dos\w+)", words[0], re.I):
        return True
    return all(SUBJECT_WORDS.fullmatch(word) for word in words)
