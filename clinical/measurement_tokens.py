"""Text as a sequence of the tokens that measurements are made of."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from clinical.analyte_names import GLUED, PROSE_NAMES, WORD, Name
from clinical.analytes import NOT_A_MEASUREMENT
from clinical.measured_values import Number
from clinical.mentions import TimeMention
from clinical.number_tokens import COMPARED, NUMBER, is_limit, read_decade, read_number
from clinical.units import UNIT_PATTERN

TokenKind = Literal[
    "name", "number", "pair", "time", "word", "arrow", "flag", "open", "close", "unit", "mark",
    "stop", "other",
]  # fmt: skip


class Token(NamedTuple):
    """One token with its half-open span."""

    kind: TokenKind
    start: int
    end: int
    text: str
    name: Name | None = None
    number: Number | None = None
    second: Number | None = None
    """The lower number of a pair such as `118/76`."""

    time: TimeMention | None = None
    spaced: bool = True
    """Preceded by white space."""


_SKIP = re.compile(r"[ \t\r]+|\n(?!\s*\n|\s*[-*•#]\s|\s*\d{1,2}[.)]\s)")
_STOP = re.compile(r"[.!?;](?=\s|$)|\n\s*\n|\n(?=\s*[-*•#]\s|\s*\d{1,2}[.)]\s)")
_LIST_NUMBER = re.compile(r"(?:(?<=\n)|\A)\s*(?:[-*•#]\s*)?\d{1,2}[.)](?=\s)")
_ARROW = re.compile(r"-{1,3}>|→|=>|➔|>>")
_FLAG = re.compile(
    r"\((?:HH?|LL?|high|low|A|abnormal|critical|crit|\*|!+)\)|\*|(?<=\d)[HL](?!\w)", re.I
)
_UNIT_WORD = re.compile(rf"(?=\S+/){UNIT_PATTERN}", re.I)
_UNIT_PAREN = re.compile(rf"\s*[(\[]\s*(?:{UNIT_PATTERN})\s*[)\]]", re.I)
_DATE = re.compile(
    r"\d{4}-\d{1,2}(?:-\d{1,2})?(?![\d.])|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?"
    r"(?:\s*[ap]\.?m\b\.?)?|\d{1,2}\s*(?:[ap]\.m\.|[ap]m\b)|\(?\d{3}\)?[-. ]\d{3}-\d{4}"
    r"|\d+(?:-\w+)*-(?:year|yr|month|week|day|hour|pack)s?\b[\w-]*",
    re.I,
)
_PAIR = re.compile(
    r"(?P<a>\d{1,5}(?:,\d{3})*(?:\.\d+)?)\s?(?P<sign>/|\s+over\s+|\s+out\s+of\s+)\s?"
    r"(?P<b>\d{1,5}(?:,\d{3})*(?:\.\d+)?)(?![\d/]|\.\d)(?P<unit>\s*(?:mm\s?hg|%)\b)?",
    re.I,
)
DIMENSIONS = re.compile(
    r"(?<![\w.])(?P<first>\d+(?:\.\d+)?)(?:\s*(?:mm|cm))?(?:\s*[x×]\s*(?P<second>\d+(?:\.\d+)?))"
    r"(?:\s*(?:mm|cm))?(?:\s*[x×]\s*(?P<third>\d+(?:\.\d+)?))?\s*-?(?P<unit>mm|cm)\b",
    re.I,
)
"""The sides of something measured: `5.2 x 3.1 cm`."""

_DECADE_START = re.compile(r"(?:(?:low|lower|mid|middle|high|upper)[\s-]+)?\d{1,2}0['’]?s\b", re.I)
_COMPARING = frozenset(
    "below under less fewer lower no not at above over more greater higher in exceeding about"
    " around approximately approx roughly nearly almost some circa just well still slightly"
    " somewhat a".split()
)


Hole = tuple[int, int]


def tokenize(text: str, times: list[TimeMention], holes: list[Hole] | None = None) -> list[Token]:
    """Split a text into tokens; times are taken as given, holes end whatever stands before."""
    given = [_time(mention, text) for mention in times]
    given += [Token("stop", start, end, "") for start, end in holes or [] if end > start]
    return list(_tokens(text, sorted(given, key=lambda token: (token.start, -token.end))))


def _tokens(text: str, given: list[Token]) -> Iterator[Token]:
    position, spaced, pending = 0, True, list(reversed(given))
    while position < len(text):
        while pending and pending[-1].start < position:
            pending.pop()
        skipped = _SKIP.match(text, position)
        if skipped and not (pending and pending[-1].start == position):
            position, spaced = skipped.end(), True
            continue
        if pending and pending[-1].start == position:
            token = pending.pop()
        else:
            token = _next(text, position)
        yield token._replace(spaced=spaced)
        position, spaced = max(token.end, position + 1), False


def _time(mention: TimeMention, text: str) -> Token:
    return Token(
        "time", mention.start, mention.end, text[mention.start : mention.end], time=mention
    )


def _next(text: str, at: int) -> Token:
    character = text[at]
    if character.isdigit() or character in ".<>≤≥~≈":
        return _numeric(text, at)
    if character.isalpha():
        return _worded(text, at)
    for kind, pattern in _SIGNS:
        match = pattern.match(text, at)
        if match:
            return Token(kind, match.start(), match.end(), match[0])
    return Token(_mark(character), at, at + 1, character)


_SIGNS: tuple[tuple[TokenKind, re.Pattern[str]], ...] = (
    ("arrow", _ARROW),
    ("flag", _FLAG),
    ("unit", _UNIT_PAREN),
    ("stop", _STOP),
    ("other", re.compile(r"_{2,}")),
)


def _mark(character: str) -> TokenKind:
    if character in "([":
        return "open"
    if character in ")]":
        return "close"
    return "mark"


def _numeric(text: str, at: int) -> Token:
    for kind, pattern in _NUMERIC_SIGNS:
        match = pattern.match(text, at)
        if match:
            return Token(kind, match.start(), match.end(), match[0])
    decade = read_decade(text, at) if _DECADE_START.match(text, at) else None
    if decade:
        return _number_token(decade, text)
    return _pair(text, at) or _plain(text, at)


_NUMERIC_SIGNS: tuple[tuple[TokenKind, re.Pattern[str]], ...] = (
    ("arrow", _ARROW),
    ("stop", _STOP),
    ("stop", _LIST_NUMBER),
    ("other", _DATE),
    ("other", DIMENSIONS),
)


def _pair(text: str, at: int) -> Token | None:
    match = _PAIR.match(text, at)
    if match is None:
        return None
    first = _side(match, "a")
    second = _side(match, "b")
    return Token("pair", match.start(), match.end(), match[0], number=first, second=second)


def _side(match: re.Match[str], group: str) -> Number:
    written = match[group].replace(",", "")
    return Number(
        start=match.start(group),
        end=match.end(group),
        value=float(written),
        half_digit=0.5 if "." not in written else 0.05,
        written=match[group],
    )


def _plain(text: str, at: int) -> Token:
    number = read_number(text, at)
    if number is None:
        end = at + 1
        while end < len(text) and text[end].isalnum():
            end += 1
        return Token("other", at, end, text[at:end])
    if is_limit(text, number.end):
        return Token("other", number.start, number.end, number.written)
    return _number_token(number, text)


def _number_token(number: Number, text: str) -> Token:
    return Token("number", number.start, number.end, text[number.start : number.end], number=number)


def _worded(text: str, at: int) -> Token:
    word = WORD.match(text, at)
    if word is None:
        return Token("other", at, at + 1, text[at])
    unit = _UNIT_WORD.match(text, at)
    if unit:
        return Token("unit", at, unit.end(), unit[0])
    glued = GLUED.match(text, at)
    if glued:
        word = glued
    found = PROSE_NAMES.match(text, at, word[0]) if glued is None else _glued(glued)
    if found:
        kind: TokenKind = "other" if found.alias.analyte == NOT_A_MEASUREMENT else "name"
        return Token(kind, found.start, found.end, text[found.start : found.end], name=found)
    return _number_in_words(text, at, word[0]) or Token("word", at, word.end(), word[0])


def _glued(match: re.Match[str]) -> Name | None:
    alias = PROSE_NAMES.get(match[0])
    return Name(match.start(), match.end(), alias) if alias else None


def _number_in_words(text: str, at: int, word: str) -> Token | None:
    """Read a number that begins with a word: `under 50,000`, `zero`, `low 100s`."""
    decade = read_decade(text, at) if _DECADE_START.match(text, at) else None
    if decade:
        return _number_token(decade, text)
    if word.lower() not in _COMPARING and not NUMBER.match(text, at):
        return None
    compared = COMPARED.match(text, at)
    inner = compared.end() if compared else at
    if _DATE.match(text, inner) or _PAIR.match(text, inner) or DIMENSIONS.match(text, inner):
        return None
    number = read_number(text, at)
    if number is None or is_limit(text, number.end):
        return None
    return _number_token(number, text)
