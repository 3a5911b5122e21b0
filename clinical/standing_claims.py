"""Sentences on who may take part: `patients with X are excluded`, `X must be present`."""

import re
from typing import Literal, NamedTuple

from clinical.report_scopes import Scope, find_scopes

Stance = Literal["admitted", "barred", "required", "optional"]

_PART = (
    r"(?:participat\w+|take part|taking part|enroll?\w*|enter\w*|join\w*|partake|be included"
    r"|be admitted|be accepted|be eligible|engage|entry|inclusion|part of)"
)
STANCES: tuple[tuple[Stance, str], ...] = (
    ("admitted", r"can ?not be (?:excluded|barred|refused)|not (?:be )?excluded"),
    ("optional", r"(?:not|n['’]t) (?:be )?(?:required|necessary|need|needed|mandatory)|optional"
                 r"|do(?:es)? not (?:need|have) to|regardless of|no (?:requirement|need)"),
    ("barred", r"(?:un|not )able to (?:participate|take part|enroll|enter)|excluded|inadmissible"
               r"|ineligible|not (?:be )?(?:able|eligible|permitted|allowed|admissible|accepted|"
               r"suitable|acceptable)|can ?not (?:be|have|participate|take|enroll|enter|join)"
               r"|prohibit\w*|(?:does|do|will) not (?:allow|accept|permit|admit)|barred|forbidden"
               r"|must not|disqualif\w+|rejects?|excludes?"),
    ("required", r"must|required?|requires|need(?:s|ed)? to|necessary|requirement|mandatory"
                 r"|have to|needed|reserved for"),
    ("admitted", r"(?:will|does|do|would) not (?:prevent|exclude|disqualify)"
                 rf"|(?:can|may|could|able to)(?: also| still| both)? {_PART}|eligible|permitted"
                 r"|allowed|accepted|accepts?|admits?|allows?|permits?|acceptable|encourages?"
                 r"|qualif(?:y|ies)|suitable"),
)  # fmt: skip
_STANCES = tuple(
    (stance, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for stance, words in STANCES
)
FRAME = re.compile(
    rf"\b(?:in order to|to|{_PART}|be eligible|eligible|the|for|eligibility|criteria"
    r"|patients?|participants?|individuals"
    r"|people|persons?|subjects?|considered|be|is|are|will|would|can|may|either|both|or|and"
    r"|potential|any|who|have|has|having|with|this|trial|study|clinical|treated)\b",
    re.IGNORECASE,
)
CUT = re.compile(
    r"\s*;\s*|,?\s*\b(?:whereas|while|but|however|although|on the other hand)\b,?\s*", re.IGNORECASE
)


class StandingClaim(NamedTuple):
    """What one clause says of whoever or whatever it describes."""

    stance: Stance
    described: str
    """The words that are left when stance and places are taken out."""

    scopes: tuple[Scope, ...]


def read_standing_claims(text: str) -> list[StandingClaim]:
    """Read each clause of a sentence; a clause without a description takes the one before."""
    claims: list[StandingClaim] = []
    for piece in CUT.split(text):
        claim = _read(piece, claims[-1].described if claims else "")
        if claim is not None:
            claims.append(claim)
    return claims


def _read(text: str, described: str) -> StandingClaim | None:
    scopes = find_scopes(text)
    bare = _without(text, [(s.start, s.end) for s in scopes])
    for stance, words in _STANCES:
        found = words.search(bare)
        if found is None:
            continue
        rest = FRAME.sub(" ", words.sub(" ", bare))
        own = " ".join(rest.split()).strip(" ,.")
        return StandingClaim(
            stance,
            own if re.search(r"[A-Za-z]{3}", own) else described,
            tuple(scope for scope in scopes if scope.cells),
        )
    return None


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
