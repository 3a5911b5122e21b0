"""Numbers beside a quantity that are of something else: `day 1`, `his dose went from 25`."""

from collections.abc import Sequence

from clinical.measured_values import Number
from clinical.measurement_words import (
    AIMS,
    BEING,
    CHANGES,
    COUNTED,
    FILLERS,
    SHARED,
    VALUE_LEADS,
    is_adverb,
)
from clinical.numeric_tokens import Token

NUMBERED = frozenset(
    "day days hd pod d cycle stage grade class zone step round room bed phase type mode dose week"
    " month year hour age aged hep factor gauge fr french size".split()
)
"""Words that number what they name: `day 1`, `stage 3`."""

BALANCED = frozenset("positive negative net ahead behind deficit".split())
"""Behind a volume: by how much the fluids of a patient are out of balance."""

DETERMINERS = frozenset("a an the his her their its this that these those".split())
CONJUNCTIONS = frozenset("and but while whereas though although as so , ; ( :".split())
PERSONS = frozenset("patient pt she he who it they which level way".split())
TREATING = frozenset(
    "treated given received gave giving managed temporized temporised shifted repleted replaced"
    " supplemented supplementation receiving".split()
)
"""After these words the name of a salt or a protein is that of a remedy."""

REMEDIES = frozenset(
    "lab:calcium lab:magnesium lab:potassium lab:phosphate lab:bicarbonate lab:albumin lab:glucose"
    " lab:iron lab:sodium lab:vitamin_b12 lab:folate lab:vitamin_d lab:fibrinogen".split()
)
LONGEST_SUBJECT = 3
FARTHEST_VERB = 8
FARTHEST_TREATMENT = 8


def is_numbered(tokens: Sequence[Token], index: int) -> bool:
    """Say whether a number tells which day, stage or grade: the word before it names that."""
    before = tokens[index - 1] if index else None
    return before is not None and before.text.lower() in NUMBERED


def is_balance(tokens: Sequence[Token], index: int) -> bool:
    """Say whether a volume tells how far the fluids are out of balance: `5 L positive`."""
    number = tokens[index].number
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    by_volume = number is not None and number.unit in ("L", "mL")
    return by_volume and after is not None and after.text.lower() in BALANCED


def counts_next_name(tokens: Sequence[Token], index: int) -> bool:
    """Say whether a further number belongs to the name behind it: `46 with 3 white cells`."""
    before, after = tokens[index - 1], tokens[index + 1 : index + 2]
    named = bool(after) and after[0].kind == "name" and not after[0].text.isupper()
    return named and before.text.lower() in ("with", "and", "&", "plus")


def is_remedy(tokens: Sequence[Token], index: int, analyte: str) -> bool:
    """Say whether a name is that of a remedy: `treated with calcium, insulin and dextrose`."""
    if analyte not in REMEDIES:
        return False
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is not None and (after.number or after.text.lower() in VALUE_LEADS | BEING):
        return False
    for token in reversed(tokens[max(0, index - FARTHEST_TREATMENT) : index]):
        if token.kind == "stop":
            return False
        if token.text.lower() in TREATING:
            return True
    return False


def has_other_subject(tokens: Sequence[Token], index: int) -> bool:
    """Say whether the verb that leads to a number has a noun of its own: `his dose went to 25`."""
    at = _verb_before(tokens, index)
    if at is None:
        return False
    at -= 1
    while at >= 0 and _is_verbal(tokens[at].text.lower()):
        at -= 1
    nouns = 0
    while at >= 0 and nouns <= LONGEST_SUBJECT and _is_noun(tokens[at]):
        nouns, at = nouns + 1, at - 1
    opens = at < 0 or tokens[at].text.lower() in DETERMINERS | CONJUNCTIONS
    return 0 < nouns <= LONGEST_SUBJECT and opens


def _is_verbal(word: str) -> bool:
    """Say whether a word goes with a verb of change: `was slowly brought`."""
    return word in BEING or word in CHANGES or is_adverb(word)


def _verb_before(tokens: Sequence[Token], index: int) -> int | None:
    """Find the verb of change that leads to a number, over what may stand between."""
    for at in range(index - 1, max(-1, index - FARTHEST_VERB), -1):
        token, word = tokens[at], tokens[at].text.lower()
        if word in CHANGES or word in BEING:
            return at
        passed = token.kind in ("number", "arrow") or word in VALUE_LEADS or is_adverb(word)
        if not passed:
            return None
    return None


def _is_noun(token: Token) -> bool:
    word = token.text.lower()
    known = word in FILLERS | VALUE_LEADS | BEING | CHANGES | COUNTED | PERSONS
    wordlike = token.kind in ("word", "other") and word[:1].isalpha()
    return wordlike and (word in ("oral", "dose") or not (known or is_adverb(word)))


def multiplies(tokens: Sequence[Token], index: int) -> bool:
    """Say whether a number only tells how many times: `3x the upper limit`, `two-fold`."""
    words = [token.text.lower() for token in tokens[index + 1 : index + 3]]
    return bool(words) and (
        words[0] in ("x", "xuln", "fold", "×") or words[:2] in (["-", "fold"], ["x", "uln"])
    )


def is_aimed(tokens: Sequence[Token], index: int) -> bool:
    """Say whether `was targeted`, `goal` follow a number: an aim, not a measurement."""
    for token in tokens[index + 1 : index + 5]:
        if token.kind in ("stop", "number", "pair", "name", "time") or token.text in ",;:":
            return False
        if token.text.lower() in AIMS:
            return True
    return False


def counts(tokens: Sequence[Token], index: int) -> bool:
    """Say whether a number only counts, or is a share of, what follows it."""
    number = tokens[index].number
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    word = after.text.lower() if after is not None and after.kind == "word" else ""
    if number is None or number.unit is not None:
        return number is not None and number.unit == "%" and word in SHARED
    following = tokens[index + 2 : index + 3]
    if word == "day" and following and following[0].kind == "number":
        return False
    whole = "." not in number.written
    return word in COUNTED and (word != "of" or whole)


def with_unit_of_next(tokens: Sequence[Token], index: int) -> Number:
    """Give `1.4` of `from 1.4 to 0.9 L` the unit of the other end."""
    number = tokens[index].number
    assert number is not None
    before = tokens[index - 1].text.lower() if index else ""
    after = tokens[index + 1 : index + 3]
    if number.unit or len(after) < 2 or before not in ("from", "between"):
        return number
    other = after[1].number if after[0].text.lower() in ("to", "and", "→", "->") else None
    return number._replace(unit=other.unit) if other else number
