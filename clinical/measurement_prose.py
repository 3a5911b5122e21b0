"""Binding values to the quantities they belong to, by reading a text from left to right."""

from typing import NamedTuple

from clinical.analytes import ANALYTES, Analyte
from clinical.foreign_numbers import (
    counts,
    counts_next_name,
    has_other_subject,
    is_aimed,
    is_balance,
    is_numbered,
    is_remedy,
    multiplies,
    with_unit_of_next,
)
from clinical.measured_values import Number
from clinical.measurement_words import (
    BEING,
    CHANGES,
    COUNTED,
    FILLERS,
    GOALS,
    SINGLED_OUT,
    VALUE_LEADS,
    is_adverb,
)
from clinical.numeric_tokens import Token
from clinical.readings import Reading, reading_of
from clinical.units import unit_of
from clinical.value_fitting import DIASTOLIC, FLOW, PRESSURE, SCORES_OUT_OF, SYSTOLIC, fit

REACH = 25
"""How many tokens after its name a value may still stand."""

LONGEST_RUN = 2 * REACH
"""How many tokens of a run of numbers are looked at on each side: damaged text never ends."""

STATE_LINKS = frozenset("to at in of as with the a rate rates heart and".split())
JOINS = frozenset({"/", "and", "&", ","})
TIGHT_LEADS = frozenset("of was is to at : = were".split())


class _Subject(NamedTuple):
    """The quantities that are being spoken of."""

    analytes: tuple[Analyte, ...]
    first: int
    last: int
    unit: str | None = None


class ProseReader:
    """One pass over the tokens of one text."""

    def __init__(self, tokens: list[Token], implied: Analyte | None = None) -> None:
        """Read the tokens; `implied` is what a heading above them speaks of."""
        self.tokens = tokens
        self._implied = implied
        self.readings: list[Reading] = []
        self._subject: _Subject | None = None
        self._earlier: _Subject | None = None
        self._outer: list[tuple[_Subject | None, bool, bool]] = []
        self._clean = self._moved = self._foreign = self._goal = False
        self._since = 0
        self._valued = False
        self._spoken: list[Analyte] = []

    def read(self) -> list[Reading]:
        """Return every value that is bound to a name, in text order."""
        for index, token in enumerate(self.tokens):
            self._since += 1
            handler = _HANDLERS.get(token.kind)
            if handler:
                handler(self, index, token)
        return self.readings

    def _name(self, index: int, token: Token) -> None:
        assert token.name is not None
        alias = token.name.alias
        analyte = ANALYTES[alias.analyte]
        if alias.state_word and not self._leads_to_value(index):
            self._other(index, token)
            if self._goes_on(index):
                self._subject = _Subject((analyte,), index, index)
                self._moved = self._foreign = self._valued = False
                self._since = 0
            return
        if is_remedy(self.tokens, index, alias.analyte):
            self._other(index, token)
            return
        spoken_of = self._subject
        if self._joins_group(index) and self._subject:
            analytes = (*self._subject.analytes, analyte)
            self._subject = _Subject(analytes, self._subject.first, index)
        else:
            self._subject = _Subject((analyte,), index, index)
        self._clean, self._moved, self._foreign, self._valued = True, False, False, False
        self._since = 0
        if self._take_share_before(index, analyte):
            self._subject, self._clean, self._valued = spoken_of, False, True
            return
        self._spoken = [known for known in self._spoken if known != analyte] + [analyte]

    def _take_share_before(self, index: int, analyte: Analyte) -> bool:
        """Read `84% neutrophils`: a share right before its name belongs to the name."""
        before = self.tokens[index - 1] if index else None
        number = before.number if before and before.kind == "number" else None
        if number is None or number.unit != "%" or (analyte.unit != "%" and not analyte.percent):
            return False
        if any(reading.token == index - 1 for reading in self.readings):
            return False
        value = fit(analyte, number)
        if value is not None:
            self.readings.append(reading_of(value, index, index - 1, number))
        return value is not None

    def _goes_on(self, index: int) -> bool:
        """Say whether the course of a state follows: `fever peaked`, `anemia with a nadir`."""
        for token in self.tokens[index + 1 : index + 4]:
            word = token.text.lower()
            if word in SINGLED_OUT or word in CHANGES:
                return True
            if word not in ("(", "with", "w", "/", "a", "an", ":"):
                return False
        return False

    def _leads_to_value(self, index: int) -> bool:
        """Say whether a state word is followed by `to 146`, `in the 70s`, `(78/44)`."""
        linked = False
        for at, token in enumerate(self.tokens[index + 1 : index + 7], index + 1):
            if token.kind in ("number", "pair"):
                return linked and (token.kind == "pair" or not counts(self.tokens, at))
            linked = (
                linked or token.kind == "open" or token.text.lower() in ("to", "at", "in", "of")
            )
            if token.kind not in ("open", "time", "word", "name"):
                return False
            if token.kind == "word" and token.text.lower() not in STATE_LINKS | FILLERS:
                return False
        return False

    def _joins_group(self, index: int) -> bool:
        if self._valued or self._subject is None or index != self._subject.last + 2:
            return False
        return self.tokens[index - 1].text.lower() in JOINS

    def _word(self, index: int, token: Token) -> None:
        word = token.text.lower()
        if word in GOALS:
            self._goal = True
        if word == "it" and self._subject is None:
            self._subject, self._clean, self._since = self._earlier, True, 0
        if word in BEING or word in CHANGES:
            settled = not self._foreign or word.endswith("ing")
            self._moved = self._moved or settled
        elif word in ("and", "but", "which"):
            self._foreign = False
        elif not (word in FILLERS or word in VALUE_LEADS or word in COUNTED or is_adverb(word)):
            self._other(index, token)

    def _other(self, _index: int, _token: Token) -> None:
        self._clean, self._foreign = False, True

    def _mark(self, _index: int, token: Token) -> None:
        if token.text in ",:":
            self._foreign = False

    def _unit(self, index: int, token: Token) -> None:
        if self._subject and index == self._subject.last + 1:
            self._subject = self._subject._replace(unit=unit_of(token.text.strip("()[] \n")))

    def _open(self, _index: int, _token: Token) -> None:
        self._outer.append((self._subject, self._clean, self._valued))
        self._foreign = False

    def _close(self, _index: int, _token: Token) -> None:
        if not self._outer:
            return
        subject, clean, valued = self._outer.pop()
        if subject is not None and subject is not self._subject:
            self._subject, self._clean, self._valued = subject, clean, valued
        elif not self._valued or valued:
            self._clean = clean

    def _stop(self, _index: int, token: Token) -> None:
        """End a statement; a semicolon in brackets ends only what stands in them."""
        self._earlier = self._subject or self._earlier
        self._subject, self._outer = None, self._outer if token.text == ";" else []
        self._spoken = []
        self._clean = self._moved = self._foreign = self._goal = self._valued = False

    def _number(self, index: int, token: Token) -> None:
        if self._subject is None and self._implied and self._is_of_heading(index):
            self._subject = _Subject((self._implied,), index, index)
            self._clean = True
        if self._subject is None or token.number is None or not self._accepts(index, token):
            return
        number = token.number
        number = with_unit_of_next(self.tokens, index)
        if number.unit is None and self._subject.unit:
            number = number._replace(unit=self._subject.unit)
        bound = [self._bind(analyte, index, number) for analyte in self._targets(index)]
        found = [reading for reading in bound if reading]
        if found:
            self._keep(found)

    def _keep(self, found: list[Reading]) -> None:
        self.readings += found
        if len(found) == 1 and self._subject and found[0].analyte.concept.id == FLOW:
            self._subject = self._subject._replace(analytes=(found[0].analyte,))
        self._clean, self._valued, self._foreign, self._since = True, True, False, 0

    def _targets(self, index: int) -> tuple[Analyte, ...]:
        """Choose the quantities of a group that a single number is about."""
        assert self._subject is not None
        analytes = self._subject.analytes
        run = self._value_run(index)
        if len(analytes) == 1 and self._valued and len(run) == len(self._spoken[-2:]) == 2:
            return (self._spoken[-2:][run.index(index)],)
        if len(analytes) == 1:
            return analytes
        if len(run) == len(analytes):
            return (analytes[run.index(index)],)
        return analytes if self._plural(index) else analytes[-1:]

    def _value_run(self, index: int) -> list[int]:
        """Return the numbers joined to this one by `and`, `/` or a comma."""
        first = last = index
        while first >= 2 and index - first < LONGEST_RUN and self._joined(first - 2):
            first -= 2
        while last + 2 < len(self.tokens) and last - index < LONGEST_RUN and self._joined(last):
            last += 2
        return list(range(first, last + 1, 2))

    def _joined(self, at: int) -> bool:
        first, sign, second = self.tokens[at : at + 3]
        if second.number and (second.number.unit == "units" or counts(self.tokens, at + 2)):
            return False
        return first.kind == second.kind == "number" and sign.text.lower() in (
            *JOINS,
            "respectively",
        )

    def _plural(self, index: int) -> bool:
        assert self._subject is not None
        between = self.tokens[self._subject.last + 1 : index]
        return any(token.text.lower() in ("were", "are", "both", "all") for token in between)

    def _accepts(self, index: int, token: Token) -> bool:
        number = token.number
        if number is None or self._goal or self._since > REACH or counts(self.tokens, index):
            return False
        if (
            is_aimed(self.tokens, index)
            or multiplies(self.tokens, index)
            or self._is_foreign(index)
        ):
            return False
        before = self.tokens[index - 1]
        if before.kind in ("number", "pair") and self._valued:
            return False
        if self._clean:
            return not (number.spelled and not self._leads(before)) or bool(number.comparator)
        if not self._foreign and self._is_singled_out(index):
            return not number.spelled
        moved = self._moved and not number.spelled and self._leads(before)
        return moved and not has_other_subject(self.tokens, index)

    def _is_foreign(self, index: int) -> bool:
        """Say whether the words around a number give it to something else."""
        counted = self._valued and counts_next_name(self.tokens, index)
        return counted or is_numbered(self.tokens, index) or is_balance(self.tokens, index)

    def _is_of_heading(self, index: int) -> bool:
        """Say whether a number without a name is a value of what the heading names."""
        ahead = self.tokens[index + 1 : index + 3]
        series = len(ahead) == 2 and ahead[0].kind == "arrow" and ahead[1].kind == "number"
        return series or self._is_singled_out(index)

    def _is_singled_out(self, index: int) -> bool:
        """Say whether `nadir`, `peak of`, `baseline` stand right before a number."""
        at = index - 1
        while at > index - 3 and self.tokens[at].text.lower() in TIGHT_LEADS:
            at -= 1
        return at >= 0 and self.tokens[at].text.lower() in SINGLED_OUT

    def _leads(self, before: Token) -> bool:
        word = before.text.lower()
        return word in ("to", "from", "at", "was", "were", "of", "reached") or word in CHANGES

    def _bind(self, analyte: Analyte, index: int, number: Number) -> Reading | None:
        assert self._subject is not None
        tight = self._clean and self.tokens[index - 1].text.lower() in TIGHT_LEADS
        lenient = tight and number.unit is not None and index - self._subject.last <= 3
        lenient = lenient or (tight and self._is_stated(index))
        value = fit(analyte, number, lenient)
        if value is None:
            return None
        return reading_of(value, self._subject.first, index, number)

    def _is_stated(self, index: int) -> bool:
        """Say whether a number is all that is said of a name: `sodium was 280 on Monday`.

        No other thing can be meant then, so that even an impossible size is its value.
        """
        assert self._subject is not None
        verb = self.tokens[index - 1].text.lower() in ("was", "were")
        ahead = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        ended = ahead is None or ahead.kind in ("stop", "time") or ahead.text.lower() in ENDING
        return verb and ended and index - self._subject.last == NEXT_BUT_ONE

    def _pair(self, index: int, token: Token) -> None:
        first, second = token.number, token.second
        if self._subject is None or first is None or second is None or self._goal:
            return
        analytes = self._subject.analytes
        if len(analytes) == 2:
            sides = list(zip(analytes, (first, second), strict=True))
        elif analytes[0].concept.id == PRESSURE:
            sides = [(SYSTOLIC, first), (DIASTOLIC, second)]
        elif SCORES_OUT_OF.get(analytes[0].concept.id) == second.value:
            sides = [(analytes[0], first._replace(end=second.end))]
        else:
            return
        found = [self._bind(analyte, index, number) for analyte, number in sides]
        if all(found):
            self._keep([reading for reading in found if reading])


ENDING = frozenset({"on", "and", ",", "at", "but"})
"""What may follow a value that stands alone behind its verb."""

NEXT_BUT_ONE = 2

_HANDLERS = {
    "name": ProseReader._name,
    "word": ProseReader._word,
    "other": ProseReader._other,
    "mark": ProseReader._mark,
    "unit": ProseReader._unit,
    "open": ProseReader._open,
    "close": ProseReader._close,
    "stop": ProseReader._stop,
    "number": ProseReader._number,
    "pair": ProseReader._pair,
}
