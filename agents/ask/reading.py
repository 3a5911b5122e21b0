"""Reads a question: what it names, what it asks for, and in which form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.ask.cues import Cue, Cued, find_cues
from agents.ask.linking import EntityLinker
from graph_state.asking import Link

_YES_NO = re.compile(
    r"\W*(?:(?:and|so|but|then|ok|okay|hey|please)\W+)*"
    r"(?:is|are|was|were|does|do|did|has|have|had|can|could|should|may|will|would|any|must)\b",
    re.IGNORECASE,
)
CLASS = "drugclass:"


@dataclass(frozen=True)
class QuestionReading:
    """What the rules make of a question."""

    text: str
    links: tuple[Link, ...]
    cues: tuple[Cued, ...]
    unknown: tuple[str, ...]
    """Words that name something which neither the graph nor a cue answers to."""

    @property
    def yes_no(self) -> bool:
        """Say whether the question wants a yes or a no."""
        return _YES_NO.match(self.text) is not None

    def has(self, *names: str) -> bool:
        """Say whether one of these cues was found."""
        return any(one.cue.name in names for one in self.cues)


def read_question(
    question: str,
    linker: EntityLinker,
    cues: Sequence[Cue],
    understood: Sequence[tuple[int, int]] = (),
    proven: bool = False,
) -> QuestionReading:
    """Link a question and find its cues; `understood` are spans that say when or which.

    Where yes and no have to be `proven`, words that merely sound like a name are not it: a heart
    failure service is no heart failure.
    """
    certain = [(one.start, one.end) for one in linker.certain(question, understood)]
    found = find_cues(question, cues, certain)
    covered = [*understood, *((one.start, one.end) for one in found)]
    links, unknown = linker.link(question, understood, covered)
    reading = QuestionReading(question, links, tuple(found), unknown)
    if not proven or not reading.yes_no:
        return reading
    sure = tuple(one for one in links if one.way != "similar")
    unsure = tuple(one.words for one in links if one.way == "similar")
    return QuestionReading(question, sure, tuple(found), (*unknown, *unsure))
