"""Text as a sequence of the tokens that measurements are made of."""

import re
from collections.abc import Iterator

from clinical.analyte_names import GLUED, PROSE_NAMES, Name
from clinical.analytes import NOT_A_MEASUREMENT
from clinical.measurement_words import SPELLED_NUMBERS
from clinical.mentions import TimeMention
from clinical.numeric_tokens import Token, TokenKind, number_in_words, numeric_token
from clinical.units import UNIT_PATTERN

Hole = tuple[int, int]

_SCAN = re.compile(
    r"[ \t\r]*(?:(?P<word>[A-Za-z][A-Za-z0-9]*(?:['’][A-Za-z]+)?)|(?P<number>[\d.<>≤≥~≈])"
    r"|(?P<line>\n)|(?P<sign>\S))?"
)
_BREAK = re.compile(r"\n(?=\s*\n|\s*[-*•#]\s|\s*\d{1,2}[.)]\s)")
_STOPS = re.compile(r"[!?;](?=\s|$)")
_ARROW = re.compile(r"-{1,3}>|→|=>|➔")
_FLAG = re.compile(r"\((?:HH?|LL?|high|low|A|abnormal|critical|crit|\*|!+)\)|\*", re.I)
_UNIT_WORD = re.compile(UNIT_PATTERN, re.I)
_UNIT_PAREN = re.compile(rf"[(\[]\s*(?:{UNIT_PATTERN})\s*[)\]]", re.I)
_SIGNS: dict[str, tuple[tuple[TokenKind, re.Pattern[str]], ...]] = {
    "-": (("arrow", _ARROW),),
    "=": (("arrow", _ARROW),),
    "→": (("arrow", _ARROW),),
    "➔": (("arrow", _ARROW),),
    "(": (("flag", _FLAG), ("unit", _UNIT_PAREN)),
    "[": (("unit", _UNIT_PAREN),),
    "*": (("flag", _FLAG),),
    "!": (("stop", _STOPS),),
    "?": (("stop", _STOPS),),
    ";": (("stop", _STOPS),),
}
_BASELINE = re.compile(r"b/l(?=[\s:~]*\d)", re.I)
"""`b/l 1.2` is a baseline; before words it means both sides."""

FRACTION_REACH = 8
"""Tokens behind the bilirubin within which a bare `direct` or `total` is its fraction."""

_FRACTIONS = {
    word: alias
    for word in ("direct", "indirect", "total")
    if (alias := PROSE_NAMES.get(f"{word} bilirubin"))
}

_NOT_A_TIME = re.compile(r"(?:\b[aA]|\bper|/)\s*min|\d\s*HR$")
"""A rate a minute is a value, and `HR` after a number begins the next vital sign."""

_NUMBERED_DAY = re.compile(r"[\d.]+\s+(?:day|hospital day)", re.I)
_NUMBER_NEXT = re.compile(r"\s*#?\d")

_BRACKETS: dict[str, TokenKind] = {"(": "open", "[": "open", ")": "close", "]": "close"}
_COMPARING = frozenset(
    "below under less fewer lower no not at above over more greater higher in exceeding about"
    " around approximately approx roughly nearly almost some circa just well still slightly"
    " somewhat a low mid middle high upper".split()
)
_NAMING = PROSE_NAMES.first_words
_COUNTING = _COMPARING | SPELLED_NUMBERS.keys()


def tokenize(text: str, times: list[TimeMention], holes: list[Hole] | None = None) -> list[Token]:
    """Split a text into tokens; times are taken as given, holes end whatever stands before."""
    given = [_time(mention, text) for mention in times if _is_time(mention, text)]
    given += [Token("stop", start, end, "") for start, end in holes or [] if end > start]
    return list(_tokens(text, sorted(given, key=lambda token: (-token.start, token.end))))


def _is_time(mention: TimeMention, text: str) -> bool:
    """Say whether a time is one: not a rate a minute, nor the value before `day 1`."""
    next_day = _NUMBERED_DAY.fullmatch(mention.text) and _NUMBER_NEXT.match(text, mention.end)
    return not (next_day or _NOT_A_TIME.search(mention.text))


def _tokens(text: str, pending: list[Token]) -> Iterator[Token]:
    """Walk over the text; `pending` holds the tokens already known, the last one first."""
    position, size = 0, len(text)
    while position < size:
        while pending and pending[-1].start < position:
            pending.pop()
        scan = _SCAN.match(text, position)
        assert scan is not None
        at = scan.start(scan.lastgroup) if scan.lastgroup else size
        if pending and pending[-1].start <= at:
            token: Token | None = pending.pop()
        else:
            token = _next(text, at, scan)
        if token is None:
            position = at + 1
            continue
        yield token
        position = max(token.end, position + 1)


def _time(mention: TimeMention, text: str) -> Token:
    words = text[mention.start : mention.end]
    return Token("time", mention.start, mention.end, words, time=mention)


def _next(text: str, at: int, scan: re.Match[str]) -> Token | None:
    kind = scan.lastgroup
    if kind == "word":
        return _word(text, at, scan["word"])
    if kind == "number":
        return numeric_token(text, at)
    if kind == "line":
        line = _BREAK.match(text, at)
        return Token("stop", at, at + 1, line[0]) if line else None
    return _sign(text, at) if kind else None


def _sign(text: str, at: int) -> Token:
    character = text[at]
    for kind, pattern in _SIGNS.get(character, ()):
        match = pattern.match(text, at)
        if match:
            return Token(kind, at, match.end(), match[0])
    return Token(_BRACKETS.get(character, "mark"), at, at + 1, character)


def _word(text: str, at: int, word: str) -> Token:
    """Most words are neither a name nor a number; a look-up or two settles that."""
    baseline = _BASELINE.match(text, at)
    if baseline:
        return Token("word", at, baseline.end(), baseline[0])
    end = at + len(word)
    lowered = word.lower()
    if word[-1].isdigit():
        glued = _glued(text, at)
        if glued:
            return glued
    if text[end : end + 1] in ("/", "^", "*"):
        unit = _UNIT_WORD.match(text, at)
        if unit and "/" in unit[0]:
            return Token("unit", at, unit.end(), unit[0])
    if lowered in _NAMING:
        found = PROSE_NAMES.match(text, at, lowered)
        if found:
            return _name(text, found)
    if lowered in _COUNTING:
        number = number_in_words(text, at)
        if number:
            return number
    return Token("word", at, end, word)


def _glued(text: str, at: int) -> Token | None:
    match = GLUED.match(text, at)
    alias = PROSE_NAMES.get(match[0]) if match else None
    return _name(text, Name(at, match.end(), alias)) if match and alias else None


def with_fractions(tokens: list[Token]) -> list[Token]:
    """Let `direct 8.1` name a fraction where the bilirubin was named shortly before."""
    named, renamed = -FRACTION_REACH, list(tokens)
    for at, token in enumerate(tokens):
        alias = token.name.alias.analyte if token.name else ""
        named = at if alias.endswith("_bilirubin") else named
        after = tokens[at + 1].kind if at + 1 < len(tokens) else ""
        fraction = _FRACTIONS.get(token.text.lower())
        near = at - named <= FRACTION_REACH and after in ("number", "word")
        if token.kind == "word" and fraction and near:
            name = Name(token.start, token.end, fraction)
            renamed[at] = token._replace(kind="name", name=name)
    return renamed


def _name(text: str, found: Name) -> Token:
    kind: TokenKind = "other" if found.alias.analyte == NOT_A_MEASUREMENT else "name"
    return Token(kind, found.start, found.end, text[found.start : found.end], found)
