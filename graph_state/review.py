"""What a person says of the verdicts: one decision a sentence."""

from typing import Literal

from pydantic import BaseModel, Field

from clinical.labels import ErrorType, Grade

Choice = Literal["agree", "false_alarm", "edit", "right", "wrong"]
"""On a graded sentence: the verdict is right, raises a false alarm, or is right but for its grade,
type or correction. On one that nobody decided: the sentence is right, or wrong."""

LONGEST_TEXT = 4_000
"""Characters of a comment or a correction."""


class Decision(BaseModel, frozen=True, extra="forbid"):
    """What one reviewer says of one sentence."""

    choice: Choice
    grade: Grade | None = None
    """The grade that the reviewer gives, where it is another one."""

    types: tuple[ErrorType, ...] = ()
    correction: str = Field(default="", max_length=LONGEST_TEXT)
    comment: str = Field(default="", max_length=LONGEST_TEXT)


class SentenceDecision(Decision, frozen=True):
    """A decision with the number of its sentence."""

    index: int


class Review(BaseModel, frozen=True, extra="forbid"):
    """A clinician's answer to the flagged sentences, by index; the others stay unreviewed."""

    accepted: tuple[int, ...] = ()
    rejected: tuple[int, ...] = ()
    decisions: tuple[SentenceDecision, ...] = ()
    """Where more is said than that the flag is right or wrong."""

    reviewer: str = Field(default="", max_length=80)

    @property
    def answers(self) -> list[tuple[int, bool]]:
        """List every answered sentence with whether its flag was accepted, by index."""
        told = [*((i, True) for i in self.accepted), *((i, False) for i in self.rejected)]
        told += [(one.index, one.choice not in ("false_alarm", "right")) for one in self.decisions]
        return sorted(told)
