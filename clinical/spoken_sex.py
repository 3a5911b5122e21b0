"""The sex of the patient as a conversation lets it be known: by address, or by what is told."""

import re
from functools import lru_cache

from clinical.dialogue import ASKS, utterances_in

ADDRESSED = {
    "male": re.compile(
        r"\b(?:sir|mister|mr\.?)\b|\bare you (?:the|his) (?:wife|girlfriend)\b", re.IGNORECASE
    ),
    "female": re.compile(
        r"\b(?:ma'?am|madam|mrs\.?)\b|(?-i:\bMiss (?=[A-Z]))"
        r"|\bare you (?:the|her) (?:husband|boyfriend)\b",
        re.IGNORECASE,
    ),
}
"""What a clinician says to the patient or to who came along; a patient says `sir` to the doctor."""

TOLD = {
    "male": re.compile(
        r"year[ -]old (?:\w+ ){0,2}(?:male|man)\b|\bmy (?:prostate|testicles?)\b", re.IGNORECASE
    ),
    "female": re.compile(
        r"year[ -]old (?:\w+ ){0,2}(?:female|woman)\b|\bsince (?:i gave|giving) birth\b"
        r"|\bi(?:'m| am| was| got)(?: \w+)? pregnant\b"
        r"|\bmy (?:last )?(?:periods?|pregnancy|uterus)\b",
        re.IGNORECASE,
    ),
}
"""What anybody says of the patient, or the patient of his or her own body."""


@lru_cache(maxsize=64)
def sex_told(text: str) -> str | None:
    """The one sex that a conversation gives the patient; None where it gives none or both."""
    found = {
        sex
        for said in utterances_in(text)
        for sex in TOLD
        if TOLD[sex].search(said.text)
        or (said.speaker in ASKS and ADDRESSED[sex].search(said.text))
    }
    return found.pop() if len(found) == 1 else None
