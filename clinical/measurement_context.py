"""The time of a value, and which value of a series it is."""

from collections.abc import Sequence

from clinical.facts import TimeSpan
from clinical.labels import Selector
from clinical.numeric_tokens import Token
from clinical.readings import Reading
from clinical.value_selectors import SelectorMark, selector_marks

_PREPOSITIONS = frozenset("on by at in as of from the this that ( during and until for".split())
HEADING = 5
"""Most words that a heading with a date has up to the date."""

_SENTENCE_WIDE = frozenset({"admission", "discharge"})


class Context:
    """What stands around the values of one text."""

    def __init__(self, text: str, tokens: list[Token], readings: Sequence[Reading]) -> None:
        self._text = text
        self._tokens = tokens
        self._values = {reading.token for reading in readings}
        self._marks = selector_marks(text) if readings else []
        self._spent = {
            mark: reading.token for reading in readings if (mark := self._after(reading))
        }

    def selector(self, reading: Reading) -> Selector | None:
        """Return which value of its series the reading is, if the words say so."""
        after = self._after(reading)
        if after:
            return after.selector
        end, floor = self._tokens[reading.token].end, self._floor(reading)
        before = [
            mark
            for mark in self._marks
            if floor <= mark.start < end and self._spent.get(mark, reading.token) == reading.token
        ]
        return before[-1].selector if before else self._opening(self._tokens[reading.token])

    def _after(self, reading: Reading) -> SelectorMark | None:
        end, ceiling = self._tokens[reading.token].end, self._ceiling(reading)
        for mark in self._marks:
            if mark.follows and end <= mark.start < ceiling:
                return mark
        return None

    def _floor(self, reading: Reading) -> int:
        """Where the words that can belong to this value begin."""
        index = reading.token - 1
        while index >= 0 and index not in self._values and self._tokens[index].kind != "stop":
            if index < reading.name and self._tokens[index].text == ",":
                break
            if index < reading.name and self._tokens[index].kind == "name":
                break
            index -= 1
        return self._tokens[index].end if index >= 0 else 0

    def _ceiling(self, reading: Reading) -> int:
        for index in range(reading.token + 1, len(self._tokens)):
            token = self._tokens[index]
            if index in self._values or token.kind in ("stop", "name") or token.text in (",", ";"):
                return token.start
        return self._tokens[-1].end

    def _opening(self, token: Token) -> Selector | None:
        """`On arrival` at the head of a sentence holds for all of it."""
        head = 0
        for other in self._tokens:
            if other.start >= token.start:
                break
            if other.kind == "stop":
                head = other.end
        for mark in self._marks:
            if mark.selector in _SENTENCE_WIDE and head <= mark.start < token.start:
                heads = mark.start <= head + 2 or self._text[mark.end : mark.end + 1] == ":"
                return mark.selector if heads else None
        return None

    def times(self, reading: Reading) -> list[TimeSpan]:
        """Return the times of a value: after it, else between it and the value before."""
        following = self._following(reading.token)
        return following or self._preceding(reading)

    def _following(self, index: int) -> list[TimeSpan]:
        found: list[TimeSpan] = []
        depth, foreign = 0, False
        for at in range(index + 1, min(index + 14, len(self._tokens))):
            token = self._tokens[at]
            depth += (token.kind == "open") - (token.kind == "close")
            foreign = depth > 0 and (foreign or at in self._values)
            if token.kind == "time" and token.time and token.time.span and not foreign:
                found.append(token.time.span)
            elif depth <= 0 and not self._passes(token, bool(found)):
                break
        return found

    def _passes(self, token: Token, found: bool) -> bool:
        if found:
            return token.text.lower() in ("and", "&")
        if token.kind in ("flag", "unit", "close", "open"):
            return True
        word = token.text.lower()
        return token.kind == "word" and (
            word in _PREPOSITIONS or word in ("ra", "room", "air", "nc")
        )

    def _preceding(self, reading: Reading) -> list[TimeSpan]:
        same_sentence, after_value = True, False
        for at in range(reading.token - 1, -1, -1):
            token = self._tokens[at]
            if token.kind == "time" and token.time and token.time.span:
                if same_sentence and not after_value and not self._taken(at):
                    found = self._leads(at, reading) or self._heads(at)
                    return [token.time.span] if found else []
                if self._heads(at):
                    return [token.time.span]
            after_value = after_value or at in self._values
            same_sentence = same_sentence and token.kind != "stop"
            if token.kind == "stop" and "\n" in token.text:
                break
        return []

    def _leads(self, at: int, reading: Reading) -> bool:
        return at > reading.name or self._opens_clause(at) or self._leads_with(at)

    def _heads(self, at: int) -> bool:
        """Say whether a time heads its paragraph, as in `TTE 2178-03-05: LVEF 25%`."""
        start = at
        while start > 0 and at - start <= HEADING and self._tokens[start - 1].kind != "stop":
            start -= 1
        if at - start > HEADING and "\n" not in self._before_word(at):
            return False
        for token in self._tokens[at + 1 : at + 2 + HEADING]:
            if token.text == ":":
                return True
            if token.kind not in ("word", "mark", "name", "open", "close"):
                return False
        return False

    def _before_word(self, at: int) -> str:
        """Return what stands between a token and the one before it."""
        end = self._tokens[at - 1].end if at else 0
        return self._text[end : self._tokens[at].start]

    def _opens_clause(self, at: int) -> bool:
        """Say whether a time stands at the head of its clause: `On 09/26, with a count of`."""
        before = at - 1
        while before >= 0 and self._tokens[before].text.lower() in _PREPOSITIONS:
            before -= 1
        return before < 0 or (
            self._tokens[before].kind in ("stop", "open", "time", "flag")
            or self._tokens[before].text.lower() in (",", ":", "but", "and", "early", "late")
        )

    def _leads_with(self, at: int) -> bool:
        """Say whether `with` follows the time: `bradycardic in triage, with a pulse of 32`."""
        words = [token.text.lower() for token in self._tokens[at + 1 : at + 3]]
        return "with" in words

    def _taken(self, at: int) -> bool:
        """Say whether a time stands right after another value."""
        before = at - 1
        while before >= 0 and self._passes(self._tokens[before], False):
            before -= 1
        return before in self._values
