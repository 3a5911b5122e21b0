"""Relatives and others of the household in prose: what is said of them, not of the patient."""

import re

from clinical.assertion_cues import Token

RELATIVES = frozenset(
    "mother father mom dad sister brother sisters brothers sibling siblings parent parents "
    "grandmother grandfather grandparent grandparents aunt uncle aunts uncles cousin cousins son "
    "daughter sons daughters niece nephew half-brother half-sister maternal paternal relative "
    "relatives family twin".split()
)
HOUSEHOLD = frozenset("husband wife spouse partner roommate boyfriend girlfriend".split())
"""People who tell of the patient more often than of themselves; only their habits are theirs."""

HABITS = frozenset("smokes smoked drinks uses vapes".split())
ILLNESS_VERBS = frozenset(
    "had has have having with died dies developed suffered suffers needed needs needing took takes "
    "diagnosed affected carries carrier deceased passed required w dx s/p d".split()
)
"""What is said of a relative when the words are about the relative's own health."""

COPULAS = frozenset("is was are were".split())
PREDICATES = frozenset(
    "a an the diagnosed known affected treated positive healthy alive deceased on".split()
)
COMPANY = frozenset("with by to from for lives called told and via".split())
"""Words before a relative who only accompanies the patient."""

HOLDERS = frozenset("in through".split())
STOPS = frozenset((";", ".", "but", "however", "while", "whereas", "although", "patient"))
RESUMING = frozenset("this these that it we the which".split())
"""Words behind a comma with which the sentence goes back to the patient."""

DETERMINERS = frozenset("his her their the a an my both patient's one".split())
PHRASE_ENDS = frozenset(", . ; : ( ) on in with and rather who at for is was has had".split())
REACH = 7
"""Tokens within which a relative's clause must reach its verb."""


KINSHIP = RELATIVES - {"maternal", "paternal", "twin"} | {"familial"}


def mentions_relative(text: str) -> bool:
    """Say whether a text speaks of a relative at all."""
    return any(
        word.removesuffix("'s") in KINSHIP for word in text.lower().replace("’", "'").split()
    )


FamilyScope = tuple[int, int, int, int, bool]
"""Start and end governed, start and end of the relative's word, and whether it stands behind."""


def family_scopes(tokens: list[Token]) -> list[FamilyScope]:
    """Find the spans that are said of relatives."""
    return [
        scope
        for index, token in enumerate(tokens)
        if token.word.removesuffix("'s") in RELATIVES | HOUSEHOLD
        for scope in _scopes(tokens, index)
    ]


def _scopes(tokens: list[Token], index: int) -> list[FamilyScope]:
    """Work out what is said of the relative at `index`."""
    relative = tokens[index]
    before = index - 1
    while before >= 0 and tokens[before].word in DETERMINERS:
        before -= 1
    preceding = tokens[before].word if before >= 0 else ""
    if preceding in HOLDERS:
        start = _clause_start(tokens, before)
        return [(start, relative.start, relative.start, relative.end, True)]
    if relative.word.endswith("'s"):
        return [(relative.end, _phrase_end(tokens, index), relative.start, relative.end, False)]
    described = preceding == "and" and _word_at(tokens, index + 1) in ("with", "who")
    if (preceding in COMPANY and not described) or not _tells_of_health(tokens, index):
        return []
    return [(relative.end, _clause_end(tokens, index), relative.start, relative.end, False)]


def _word_at(tokens: list[Token], place: int) -> str:
    return tokens[place].word if place < len(tokens) else ""


def _tells_of_health(tokens: list[Token], index: int) -> bool:
    """Say whether a verb of illness follows the relative in the same clause."""
    if index + 1 < len(tokens) and tokens[index + 1].word in (":", "-", "–", "("):
        return True
    cleft = False
    household = tokens[index].word in HOUSEHOLD
    telling = HABITS if household else ILLNESS_VERBS | HABITS
    for place in range(index + 1, min(index + 1 + REACH, len(tokens))):
        word = tokens[place].word
        if word in (";", "."):
            return False
        cleft = cleft or word == "who"
        near = place - index <= 3 or cleft
        if near and word in telling:
            return True
        if near and word in COPULAS and not household and place + 1 < len(tokens):
            return tokens[place + 1].word in PREDICATES
    return False


def _clause_end(tokens: list[Token], index: int) -> int:
    """End of the clause that begins with the relative."""
    last = index
    spoken = "my" in (token.word for token in tokens[max(index - 2, 0) : index])
    for place in range(index + 1, len(tokens)):
        word = tokens[place].word
        negated_aside = tokens[place - 1].word in ("the", "not") and "not" in (
            token.word for token in tokens[max(index, place - 3) : place]
        )
        if word in STOPS and not negated_aside:
            break
        if not spoken and word in ("he", "she") and tokens[place - 1].word in ("and", ","):
            break
        if word in RESUMING and tokens[place - 1].word == ",":
            break
        last = place
    return tokens[last].end


def _phrase_end(tokens: list[Token], index: int) -> int:
    """End of the noun that a relative possesses."""
    last = index
    while last + 1 < len(tokens) and tokens[last + 1].word not in PHRASE_ENDS:
        last += 1
    return tokens[last].end


def _clause_start(tokens: list[Token], index: int) -> int:
    """Start of the clause that ends with the relative."""
    first = index
    while first > 0 and tokens[first - 1].word not in STOPS:
        first -= 1
    return tokens[first].start if first < len(tokens) else 0


CLOSE = {
    "mother": "mother",
    "mom": "mother",
    "father": "father",
    "dad": "father",
    "sister": "sister",
    "brother": "brother",
    "son": "son",
    "daughter": "daughter",
    "aunt": "aunt",
    "uncle": "uncle",
    "grandmother": "grandmother",
    "grandfather": "grandfather",
    "cousin": "cousin",
}
NAMED = re.compile(r"\b[a-z]+\b", re.IGNORECASE)


BEHIND = re.compile(r"\s+(?:in|of)\s+(?:(?:his|her|the|a)\s+)?(?P<relative>[a-z]+)", re.IGNORECASE)


def relative_near(text: str, position: int, end: int) -> str | None:
    """The one relative named right behind a disease, or last before it in its sentence.

    None where several may be meant.
    """
    start = max(text.rfind(mark, 0, position) for mark in (".", ";", "\n")) + 1
    words = [word.lower() for word in NAMED.findall(text[start:position])]
    named = [CLOSE[word] for word in words if word in CLOSE]
    behind = BEHIND.match(text, end)
    if behind is not None:
        return CLOSE.get(behind["relative"].lower())
    if not named or {"parents", "siblings", "sisters", "brothers", "both"} & set(words):
        return None
    return named[-1]
