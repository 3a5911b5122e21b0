"""Cypher text as tokens; whatever is none of them is refused."""

import re
from typing import Literal, NamedTuple

LONGEST_TEXT = 4000
"""Characters of a query; nobody writes a longer one by hand, and no model should."""

TokenKind = Literal["word", "text", "number", "parameter", "mark", "end"]


class CypherRefusedError(ValueError):
    """A query that is not run; the message says why, in words that a model can act on."""


class CypherToken(NamedTuple):
    """One token with the place where it begins."""

    kind: TokenKind
    text: str
    at: int


_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
    |(?P<number>\d+(?:\.\d+)?(?![A-Za-z_]))
    |(?P<word>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<text>'(?:[^'\\\n]|\\['"\\])*'|"(?:[^"\\\n]|\\['"\\])*")
    |(?P<parameter>\$[A-Za-z_][A-Za-z0-9_]*)
    |(?P<mark><>|<=|>=|\.\.|[-()\[\]{}:,.<>=*|])""",
    re.VERBOSE,
)
_KINDS: dict[str, TokenKind] = {
    "word": "word",
    "number": "number",
    "parameter": "parameter",
    "mark": "mark",
}
_ESCAPED = re.compile(r"\\(.)")


def tokens_of(text: str) -> list[CypherToken]:
    """Split a query; comments, backticks, semicolons and unknown signs are refused."""
    if len(text) > LONGEST_TEXT:
        raise CypherRefusedError(f"the query is longer than {LONGEST_TEXT} characters")
    found: list[CypherToken] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise CypherRefusedError(f"{text[position]!r} at {position} has no place in a query")
        if match.lastgroup == "text":
            found.append(CypherToken("text", _ESCAPED.sub(r"\1", match[0][1:-1]), position))
        elif match.lastgroup in _KINDS:
            found.append(CypherToken(_KINDS[match.lastgroup], match[0], position))
        position = match.end()
    return [*found, CypherToken("end", "", len(text))]
