"""Finding the names of quantities in text, with their look-alikes kept apart."""

import re
from typing import NamedTuple

from clinical.analytes import ALIASES, Alias

WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:['’][A-Za-z]+)?")
GLUED = re.compile(
    r"(T|Tm|Tc|HR|RR|BP|P|R|Hgb|Hct|Plt|WBC|INR|Na|K|Cr|Glu|O2|SpO2|O2Sat|O2sat|Sat|pH)"
    r"(?=\d{2}|\d\.)"
)
"""Names that are often written against their value: `T98.1`, `HR88`."""


class Name(NamedTuple):
    """One name found, with its half-open span."""

    start: int
    end: int
    alias: Alias


def _spelled(alias: str) -> str:
    """Let spaces be any white space or a hyphen, and hyphens be spaces."""
    return re.sub(r"(?:\\[- ])+", r"(?:[\\s-]+)", re.escape(alias))


class AliasIndex:
    """Aliases by their first word: one look-up rejects most words of a text."""

    def __init__(self, aliases: tuple[Alias, ...]) -> None:
        by_first: dict[str, dict[str, Alias]] = {}
        self._exact: dict[str, Alias] = {}
        self._folded: dict[str, Alias] = {}
        self._squeezed: dict[str, Alias] = {}
        for alias in aliases:
            target = self._exact if alias.exact_case else self._folded
            target.setdefault(_key(alias.text, alias.exact_case), alias)
            first = WORD.match(alias.text)
            if first:
                by_first.setdefault(first[0].lower(), {})[alias.text] = alias
            self._squeezed.setdefault(_squeezed(alias.text), alias)
        self.first_words = frozenset(by_first)
        self._names = {first: tuple(found) for first, found in by_first.items()}
        self._patterns: dict[str, re.Pattern[str]] = {}

    def match(self, text: str, start: int, first: str) -> Name | None:
        """Find the longest alias that begins at a word."""
        if first.lower() not in self._names:
            return None
        pattern = self._pattern_of(first.lower())
        match = pattern.match(text, start)
        while match is not None:
            alias = self.get(match[0])
            if alias is not None:
                return Name(match.start(), match.end(), alias)
            match = pattern.match(text, start, match.end() - 1)
        return None

    def _pattern_of(self, first: str) -> re.Pattern[str]:
        """Compile the names of one first word when it is first met: most words never are."""
        if first not in self._patterns:
            self._patterns[first] = _pattern(self._names[first])
        return self._patterns[first]

    def get(self, written: str) -> Alias | None:
        """Look up a whole written name."""
        exact = self._exact.get(_key(written, True))
        return exact or self._folded.get(_key(written, False))

    def loosely(self, written: str) -> Alias | None:
        """Look up a name that is written together or apart: `BetaHydroxybutyrate`."""
        return self._squeezed.get(_squeezed(written)) if len(written) >= LONG else None


LONG = 6
"""Letters from which a name is known whatever stands between its words."""


def _squeezed(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _key(text: str, exact: bool) -> str:
    joined = " ".join(re.split(r"[\s-]+", text.strip()))
    return joined if exact else joined.lower()


def _pattern(aliases: tuple[str, ...]) -> re.Pattern[str]:
    ordered = sorted(aliases, key=lambda alias: (-len(alias), alias))
    ends = r"(?![A-Za-z0-9])"
    return re.compile("(?:" + "|".join(map(_spelled, ordered)) + ")" + ends, re.I)


PROSE_NAMES = AliasIndex(tuple(alias for alias in ALIASES if not alias.rows_only))
ROW_NAMES = AliasIndex(ALIASES)
