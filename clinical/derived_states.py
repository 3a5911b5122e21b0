"""States that a measured value proves or rules out: hypotensive, anemic, hyponatremia.

The table `lexicons/derived_states.tsv` holds the thresholds. Between a value that proves a state
and one that rules it out lies a gray zone, where clinicians differ and nothing is decided.
"""

import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

LEXICON = Path(__file__).parent / "lexicons" / "derived_states.tsv"

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_CONDITION = re.compile(r"(<=|>=|<|>)\s*(-?[\d.]+)|(-?[\d.]+)\.\.(-?[\d.]+)")


class Condition(BaseModel, frozen=True):
    """A test of one value, for one sex or for both."""

    low: float | None = None
    high: float | None = None
    sign: str = ""
    bound: float = 0.0
    sex: str | None = None

    def holds(self, value: float) -> bool:
        """Say whether the value meets the condition."""
        if self.low is not None and self.high is not None:
            return self.low <= value <= self.high
        return _COMPARE[self.sign](value, self.bound)


class DerivedState(BaseModel, frozen=True):
    """One state as seen in one quantity."""

    state: str
    analyte: str
    certain: tuple[Condition, ...]
    excluded: tuple[Condition, ...]
    source: str
    """Where the thresholds come from."""

    words: tuple[str, ...]


class StateMention(NamedTuple):
    """Words of a text that name a state, with their half-open span."""

    start: int
    end: int
    state: str


def _conditions(written: str) -> tuple[Condition, ...]:
    return tuple(_condition(part.strip()) for part in written.split(";") if part.strip())


def _condition(written: str) -> Condition:
    sex = written[0] if written[0] in "FM" else None
    match = _CONDITION.search(written)
    assert match is not None, written
    if match[3]:
        return Condition(low=float(match[3]), high=float(match[4]), sex=sex)
    return Condition(sign=match[1], bound=float(match[2]), sex=sex)


def _read() -> tuple[DerivedState, ...]:
    states = []
    for line in LEXICON.read_text(encoding="utf-8").splitlines()[3:]:
        state, analyte, certain, excluded, source, words = line.split("\t")
        states.append(
            DerivedState(
                state=state,
                analyte=analyte,
                certain=_conditions(certain),
                excluded=_conditions(excluded),
                source=source,
                words=tuple(words.split(";")),
            )
        )
    return tuple(states)


STATES = _read()
_BY_WORDS = {" ".join(re.split(r"[\s-]+", w)): s.state for s in STATES for w in s.words}
_WORDS = re.compile(
    r"\b(?:"
    + "|".join(
        re.escape(words).replace(r"\ ", r"[\s-]+")
        for words in sorted(_BY_WORDS, key=lambda words: (-len(words), words))
    )
    + r")\b",
    re.I,
)


def find_state_words(text: str) -> list[StateMention]:
    """Find the words that name a state which values can prove, in text order."""
    return [
        StateMention(m.start(), m.end(), _BY_WORDS[" ".join(re.split(r"[\s-]+", m[0].lower()))])
        for m in _WORDS.finditer(text)
    ]


def analytes_of(state: str) -> tuple[str, ...]:
    """Return the concept ids of the quantities that decide a state."""
    return tuple(known.analyte for known in STATES if known.state == state)


def source_of(state: str, analyte: str) -> str:
    """Return where the thresholds of a state come from."""
    known = _known(state, analyte)
    return known.source if known else ""


def state_of(
    state: str, value: float, sex: str | None = None, analyte: str | None = None
) -> bool | None:
    """Say whether a value in the canonical unit proves a state, rules it out, or neither.

    Without a sex, what depends on it holds only where it holds for both. Without an analyte,
    the first quantity that decides the state is meant.
    """
    known = _known(state, analyte)
    if known is None:
        return None
    if _meets(known.certain, value, sex):
        return True
    return False if _meets(known.excluded, value, sex) else None


def _known(state: str, analyte: str | None) -> DerivedState | None:
    for known in STATES:
        if known.state == state and analyte in (None, known.analyte):
            return known
    return None


def _meets(conditions: tuple[Condition, ...], value: float, sex: str | None) -> bool:
    """Check conditions: any one that applies, or all of both sexes where the sex is unknown."""
    sexed = [c for c in conditions if c.sex is not None]
    if sexed and sex not in ("F", "M"):
        return all(condition.holds(value) for condition in sexed)
    return any(c.holds(value) for c in conditions if c.sex in (None, sex))
