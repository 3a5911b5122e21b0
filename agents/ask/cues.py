"""Words of a question that say which relation or which kind of thing is asked for."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Way = Literal["out", "in", "any"]
"""From the linked node along the relation, against it, or as its kinds allow."""


class Option(NamedTuple):
    """A relation that a cue can mean, as seen from the node that the question names."""

    relation: str
    way: Way = "any"


class Cue(NamedTuple):
    """One kind of words."""

    name: str
    words: re.Pattern[str]
    kinds: tuple[str, ...] = ()
    """Kinds of nodes that are asked for."""

    before: tuple[Option, ...] = ()
    """What the words mean of a node that the question names before them."""

    after: tuple[Option, ...] = ()
    """What they mean of a node that it names after them."""


class Cued(NamedTuple):
    """A cue found in a question, with its half-open span."""

    start: int
    end: int
    cue: Cue

    def options(self, at: int) -> tuple[Option, ...]:
        """Return what the cue means of a node that is named at a place."""
        return self.cue.before if at < self.start else self.cue.after


def cue(
    name: str,
    words: str,
    kinds: Sequence[str] = (),
    before: Sequence[Option] = (),
    after: Sequence[Option] | None = None,
) -> Cue:
    """Write a cue down; without `after` it means the same on both sides."""
    return Cue(
        name,
        re.compile(rf"\b(?:{words})\b", re.IGNORECASE),
        tuple(kinds),
        tuple(before),
        tuple(before if after is None else after),
    )


def find_cues(question: str, cues: Iterable[Cue], taken: Sequence[tuple[int, int]]) -> list[Cued]:
    """Find cues outside of the spans that name nodes; an earlier cue of a table goes first."""
    found: list[Cued] = []
    for one in cues:
        for match in one.words.finditer(question):
            spans = [*taken, *((other.start, other.end) for other in found)]
            if not any(match.start() < end and start < match.end() for start, end in spans):
                found.append(Cued(match.start(), match.end(), one))
    return sorted(found, key=lambda other: other.start)
