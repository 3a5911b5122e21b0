"""A place in a query that is being read, with what may be asked of the tokens there."""

from collections.abc import Callable
from typing import TypeVar

from tools.query.lexing import CypherRefusedError, CypherToken, tokens_of

Item = TypeVar("Item")

RESERVED = frozenset(
    "all and as asc ascending by call case create delete desc descending detach distinct drop else"
    " end ends exists explain false foreach from grant in is limit load match merge not null on"
    " optional or order profile remove return set show skip starts then true union unwind use"
    " using when where with xor yield".split()
)
"""Words of the language, which name no variable, label or property here."""


class Cursor:
    """Goes through the tokens from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens_of(text)
        self.position = 0

    @property
    def token(self) -> CypherToken:
        """The token that comes next."""
        return self._tokens[self.position]

    def refused(self, why: str) -> CypherRefusedError:
        """Say why a query is refused, and where."""
        return CypherRefusedError(f"{why} (at {self.token.at})")

    def at_word(self) -> bool:
        """Say whether a name comes next."""
        return self.token.kind == "word" and self.token.text.lower() not in RESERVED

    def at_number(self) -> bool:
        """Say whether a number comes next."""
        return self.token.kind == "number"

    def at_mark(self, *marks: str) -> bool:
        """Say whether one of these marks comes next."""
        return self.token.kind == "mark" and self.token.text in marks

    def take(self, word: str) -> bool:
        """Go past a word of the language if it comes next."""
        if self.token.kind == "word" and self.token.text.upper() == word:
            self.position += 1
            return True
        return False

    def take_mark(self, mark: str) -> bool:
        """Go past a mark if it comes next."""
        if self.at_mark(mark):
            self.position += 1
            return True
        return False

    def need(self, word: str) -> None:
        """Go past a word of the language, which must come next."""
        if not self.take(word):
            shown = self.token.text or "the end"
            raise self.refused(f"expected {word}, found {shown}; only reading is allowed")

    def need_mark(self, mark: str) -> None:
        """Go past a mark, which must come next."""
        if not self.take_mark(mark):
            raise self.refused(f"expected {mark!r}, found {self.token.text or 'the end'}")

    def need_end(self) -> None:
        """Refuse anything after the query."""
        if self.token.kind != "end":
            raise self.refused(f"nothing may follow here, found {self.token.text}")

    def name(self) -> str:
        """Read a name that is no word of the language."""
        if not self.at_word():
            raise self.refused(f"expected a name, found {self.token.text or 'the end'}")
        self.position += 1
        return self._tokens[self.position - 1].text

    def integer(self) -> int:
        """Read a whole number."""
        if not self.at_number() or "." in self.token.text:
            raise self.refused(f"expected a whole number, found {self.token.text or 'the end'}")
        self.position += 1
        return int(self._tokens[self.position - 1].text)

    def parameter(self) -> str:
        """Read a parameter, or an empty string where none comes next."""
        if self.token.kind != "parameter":
            return ""
        self.position += 1
        return self._tokens[self.position - 1].text

    def literal(self) -> CypherToken:
        """Read a token, whatever it is."""
        self.position += 1
        return self._tokens[self.position - 1]

    def listed(self, read: Callable[[], Item]) -> list[Item]:
        """Read one or more items with commas between them."""
        items = [read()]
        while self.take_mark(","):
            items.append(read())
        return items

    def text_from(self, position: int) -> str:
        """Return the tokens since a position as they were written, without white space."""
        return "".join(token.text for token in self._tokens[position : self.position])
