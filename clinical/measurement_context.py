"""The time of a value, and which value of a series it is."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from clinical.facts import TimeSpan
from clinical.labels import Selector
from clinical.numeric_tokens import Token
from clinical.readings import Reading
from clinical.value_selectors import SelectorMark, selector_marks, stands_behind

_PREPOSITIONS = frozenset("on by at in as of from the this that ( during and until for".split())
HEADING = 5
"""Most words that a heading with a date has up to the date."""

LOG = 2
"""Fewest days at the head of a line that make a log."""

LISTED = 3
"""Tokens from a name to its value in a list of values."""

_JOINTS = frozenset({",", "and", "with", "&", "/"})
_LOGGED = frozenset({"date", "hospital_day", "postoperative_day"})
_SENTENCE_WIDE = frozenset({"admission", "discharge"})


def _heads_of(tokens: list[Token], ends: Callable[[Token], bool]) -> list[int]:
    """Return, for each token, the index of the first token of its stretch."""
    heads, head = [], 0
    for index, token in enumerate(tokens):
        heads.append(head)
        if ends(token):
            head = index + 1
    return heads


def _first_values(readings: Sequence[Reading]) -> dict[int, int]:
    """The first value of each name that stands before its values."""
    first: dict[int, int] = {}
    for reading in sorted(readings, key=lambda reading: reading.token):
        if reading.name < reading.token:
            first.setdefault(reading.name, reading.token)
    return first


class Context:
    """What stands around the values of one text."""

    def __init__(self, text: str, tokens: list[Token], readings: Sequence[Reading]) -> None:
        self._text = text
        self._tokens = tokens
        self._values = {reading.token for reading in readings}
        self._ordered = sorted(self._values)
        self._names: dict[int, list[int]] = {}
        for reading in readings:
            self._names.setdefault(reading.token, []).append(reading.name)
        self._timed = [at for at, token in enumerate(tokens) if token.time and token.time.span]
        self._sentence = _heads_of(tokens, lambda token: token.kind == "stop")
        self._paragraph = _heads_of(tokens, lambda t: t.kind == "stop" and "\n" in t.text)
        self._entries = self._log_entries()
        self._first = _first_values(readings)
        self._marks = selector_marks(text) if readings else []
        self._starts = [mark.start for mark in self._marks]
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
            for mark in self._between(floor, end)
            if self._spent.get(mark, reading.token) == reading.token
        ]
        if before:
            return before[-1].selector
        is_first = self._first.get(reading.name, reading.token) == reading.token
        return self._opening(reading.token) if is_first else None

    def _after(self, reading: Reading) -> SelectorMark | None:
        end, ceiling = self._tokens[reading.token].end, self._ceiling(reading)
        marks = self._between(end, ceiling)
        return next(
            (mark for mark in marks if mark.follows or stands_behind(self._text, mark, end)), None
        )

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
            ends = token.kind in ("stop", "name", "pair") or token.text in (",", ";")
            if index in self._values or ends or self._closes(reading.token, index):
                return token.start
        return self._tokens[-1].end

    def _closes(self, value: int, at: int) -> bool:
        """Say whether a bracket closes here that was opened before a value."""
        between = self._tokens[value + 1 : at + 1]
        opened = sum(token.kind == "open" for token in between)
        return sum(token.kind == "close" for token in between) > opened and (
            self._tokens[at].kind == "close"
        )

    def _opening(self, index: int) -> Selector | None:
        """`On arrival` at the head of a sentence holds for all of it."""
        head = self._tokens[self._sentence[index]].start
        for mark in self._between(head, self._tokens[index].start):
            if mark.selector in _SENTENCE_WIDE:
                heads = mark.start == head or self._text[mark.end : mark.end + 1] == ":"
                return mark.selector if heads else None
        return None

    def _between(self, start: int, end: int) -> list[SelectorMark]:
        """Return the marks that begin in a stretch of text."""
        return self._marks[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

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
            if token.kind == "time" and self._opens_line(at):
                break
            if token.kind == "time" and token.time and token.time.span and not foreign:
                found.append(token.time.span)
            elif depth <= 0 and not self._passes(token, bool(found)):
                break
        return found

    def _opens_line(self, at: int) -> bool:
        """Say whether a time begins a line of its own: a log has one entry a line."""
        wrapped = at and self._tokens[at - 1].text.lower() in _PREPOSITIONS
        return not wrapped and "\n" in self._before_word(at)

    def _passes(self, token: Token, found: bool) -> bool:
        if found:
            return token.text.lower() in ("and", "&")
        if token.kind in ("flag", "unit", "close", "open"):
            return True
        word = token.text.lower()
        return token.kind == "word" and (
            word in _PREPOSITIONS or word in ("ra", "room", "air", "nc", "peak", "nadir", "max")
        )

    def _preceding(self, reading: Reading) -> list[TimeSpan]:
        index = reading.token
        first = bisect_left(self._timed, self._paragraph[index])
        last = bisect_left(self._timed, index)
        for at in reversed(self._timed[first:last]):
            time = self._tokens[at].time
            span = time.span if time else None
            here = at >= self._sentence[index]
            near = here and not self._value_between(at, index)
            if span and near and not self._taken(at):
                led = self._leads(at, reading) or self._heads(at) or self._in_brackets(at, index)
                return [span] if led else []
            if (
                span
                and here
                and self._is_listed(at, reading)
                and (self._opens_clause(at) or self._in_brackets(at, index))
            ):
                return [span]
            if span and (at in self._entries or self._heads(at)):
                return [span]
        return []

    def _log_entries(self) -> frozenset[int]:
        """Days that open lines of their own, one entry a day: a log of the stay."""
        found = [
            at
            for at in self._timed
            if self._days(at) and self._opens_line(at) and not self._ends_line_before(at)
        ]
        return frozenset(found if len(found) >= LOG else ())

    def _days(self, at: int) -> bool:
        mention = self._tokens[at].time
        return mention is not None and mention.kind in _LOGGED

    def _ends_line_before(self, at: int) -> bool:
        """Say whether the line before breaks off where the day goes on with it."""
        return bool(at) and self._tokens[at - 1].text in (",", "(", "/", "-", "and")

    def _in_brackets(self, at: int, index: int) -> bool:
        """Say whether a bracket that opens behind a time holds the value."""
        depth = 0
        for token in self._tokens[at + 1 : index]:
            depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
        return depth > 0

    def _is_listed(self, at: int, reading: Reading) -> bool:
        """Say whether a list of names and values leads from a time to a value of it.

        In `On 05-19 bilirubin 18.6 (highest), INR 2.5` the day is of both.
        """
        if reading.name <= at or reading.token - reading.name > LISTED:
            return False
        end = reading.name
        while True:
            before = bisect_left(self._ordered, end) - 1
            value = self._ordered[before] if before >= 0 else -1
            if value <= at:
                return not any(token.kind == "stop" for token in self._tokens[at:end])
            if not all(self._is_joint(token) for token in self._outside(value + 1, end)):
                return False
            end = max((n for n in self._names.get(value, ()) if n < value), default=-1)
            if end <= at or value - end > LISTED:
                return False

    def _outside(self, start: int, end: int) -> list[Token]:
        """Return the tokens of a stretch that stand in no bracket."""
        depth, found = 0, []
        for token in self._tokens[start:end]:
            depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
            if depth == 0 and token.kind not in ("open", "close"):
                found.append(token)
        return found

    def _is_joint(self, token: Token) -> bool:
        return token.kind in ("flag", "unit") or token.text.lower() in _JOINTS

    def _value_between(self, start: int, end: int) -> bool:
        return bisect_right(self._ordered, start) < bisect_left(self._ordered, end)

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
        if self._opens_line(at):
            return True
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
        if self._opens_line(at):
            return False
        before = at - 1
        while before >= 0 and self._passes(self._tokens[before], False):
            before -= 1
        return before in self._values
