"""The tokens that measurements are made of, and those among them that hold numbers."""

import re
from typing import Literal, NamedTuple

from clinical.analyte_names import Name
from clinical.measured_values import Number, half_digit
from clinical.mentions import TimeMention
from clinical.number_tokens import (
    COMPARED,
    NUMBER,
    is_limit,
    read_composed,
    read_decade,
    read_number,
)

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


_ODD = re.compile(
    r"(?P<arrow>-{1,3}>|→|=>|➔|>>)|(?P<stop>\.(?=\s|$)|(?:(?<=\n)|(?<=\A))\d{1,2}[.)](?=\s))"
    r"|(?P<other>\d{4}-\d{1,2}(?:-\d{1,2})?(?![\d.])|\d{1,2}/\d{1,2}/\d{2,4}"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?|\d{1,2}\s*(?:[ap]\.m\.|[ap]m\b)"
    r"|\d{1,2}-0\d(?![\d.])|\d{3}\)?[-. ]\d{3}-\d{4}"
    r"|\d+(?:-\w+)?-(?:year|yr|month|week|day|hour|pack)s?\b[\w-]*)",
    re.I,
)
_PAIR = re.compile(
    r"(?P<a>\d{1,5}(?:,\d{3})*(?:\.\d+)?)\s?(?:/|\s+over\s+|\s+out\s+of\s+)\s?"
    r"(?P<b>\d{1,5}(?:,\d{3})*(?:\.\d+)?)(?![\d/]|\.\d)(?:\s*(?:mm\s?hg|%)\b)?",
    re.I,
)
DIMENSIONS = re.compile(
    r"(?<![\w.])(?P<first>\d+(?:\.\d+)?)(?:\s*(?:mm|cm))?(?:\s*[x×]\s*(?P<second>\d+(?:\.\d+)?))"
    r"(?:\s*(?:mm|cm))?(?:\s*[x×]\s*(?P<third>\d+(?:\.\d+)?))?\s*-?(?P<unit>mm|cm)\b",
    re.I,
)
"""The sides of something measured: `5.2 x 3.1 cm`."""

_DECADE_START = re.compile(r"(?:(?:low|lower|mid|middle|high|upper)[\s-]+)?\d{1,2}0['’]?s\b", re.I)


def numeric_token(text: str, at: int) -> Token:
    """Read the token that begins with a digit, a point or a sign of comparison."""
    odd = _ODD.match(text, at)
    if odd:
        kind: TokenKind = "arrow" if odd["arrow"] else "stop" if odd["stop"] else "other"
        return Token(kind, at, odd.end(), odd[0])
    sides = DIMENSIONS.match(text, at)
    if sides:
        return Token("other", at, sides.end(), sides[0])
    decade = read_decade(text, at) if _DECADE_START.match(text, at) else None
    known = decade or read_composed(text, at)
    if known:
        return _token(known, text)
    return _pair(text, at) or _plain(text, at)


def number_in_words(text: str, at: int) -> Token | None:
    """Read a number that begins with a word: `under 50,000`, `zero`, `low 100s`."""
    decade = read_decade(text, at) if _DECADE_START.match(text, at) else None
    if decade:
        return _token(decade, text)
    if not NUMBER.match(text, at):
        return None
    compared = COMPARED.match(text, at)
    inner = compared.end() if compared else at
    if any(pattern.match(text, inner) for pattern in (_ODD, _PAIR, DIMENSIONS)):
        return None
    number = read_number(text, at)
    if number is None or is_limit(text, number.end):
        return None
    return _token(number, text)


def _pair(text: str, at: int) -> Token | None:
    match = _PAIR.match(text, at)
    if match is None:
        return None
    first, second = _side(match, "a"), _side(match, "b")
    return Token("pair", at, match.end(), match[0], number=first, second=second)


def _side(match: re.Match[str], group: str) -> Number:
    written = match[group].replace(",", "")
    return Number(
        start=match.start(group),
        end=match.end(group),
        value=float(written),
        half_digit=half_digit(written),
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
        return Token("other", at, number.end, number.written)
    return _token(number, text)


def _token(number: Number, text: str) -> Token:
    return Token("number", number.start, number.end, text[number.start : number.end], None, number)
