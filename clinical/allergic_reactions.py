"""Reactions to drugs by what they are: hives and urticaria are one, and anaphylaxis is several."""

import re

KINDS: tuple[tuple[str, str], ...] = (
    ("skin", r"hives|urticari\w*|rash\w*|erupt\w*|exanthem\w*|blister\w*"),
    ("itch", r"itch\w*|prurit\w*|flush\w*|red\s*man"),
    ("swelling", r"angio-?edema|swell\w*|swollen|throat|tongue|lips?|facial"),
    ("airway", r"wheez\w*|bronchospasm|short\w*|dyspn\w*|breath\w*|throat|stridor"),
    ("shock", r"hypotens\w*|shock|syncope|collapse\w*"),
    ("stomach", r"nausea\w*|vomit\w*|emesis|gi|upset|stomach|diarrh\w*|abdominal"),
    ("kidney", r"renal|kidney"),
    ("muscle", r"myalg\w*|muscle|rhabdo\w*"),
    ("severe skin", r"stevens|sjs|necrolysis|dress"),
)
READERS = tuple((kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in KINDS)
ANAPHYLAXIS = re.compile(r"\banaphyla\w*", re.IGNORECASE)
OF_ANAPHYLAXIS = frozenset({"skin", "itch", "swelling", "airway", "shock", "stomach"})
UNSAID = re.compile(r"\bunknown\b", re.IGNORECASE)


def kinds_of(words: str) -> frozenset[str]:
    """The kinds of a reaction that words name."""
    return frozenset(kind for kind, pattern in READERS if pattern.search(words))


def agree(one: str, other: str) -> bool:
    """Say whether two descriptions of a reaction can be of one reaction.

    Anaphylaxis agrees with signs of it in several organs, and not with hives alone.
    """
    shared = set(one.lower().split()) & set(other.lower().split())
    if shared or UNSAID.search(one) or UNSAID.search(other):
        return True
    mine, theirs = kinds_of(one), kinds_of(other)
    if ANAPHYLAXIS.search(one) and len(theirs & OF_ANAPHYLAXIS) > 1:
        return True
    if ANAPHYLAXIS.search(other) and len(mine & OF_ANAPHYLAXIS) > 1:
        return True
    return bool(mine & theirs)
