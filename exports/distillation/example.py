"""What is exported: a prompt with its right answer, or with a right and a wrong one."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Literal

from pydantic import BaseModel

from clinical.labels import ErrorType, Grade

Origin = Literal["rewritten", "original", "unchanged", "reviewed"]
"""A sentence that was made wrong, its own original, one that the generator left alone, or one that
people decided on."""

Fault = Literal["missed_error", "false_alarm", "refused_verdict"]
"""What was wrong with a rejected answer."""

NO_TYPE = "no type"
"""Stands where a reviewer called a sentence wrong and named no type."""

GENERATOR = "generator"
"""Stands where the answer was written from the generator's record and not by a judge."""


class Prompted(BaseModel, frozen=True):
    """The two messages that a judge is asked with, about one sentence of one patient."""

    patient_id: str
    admission_id: str | None
    target: str
    sentence: str
    system: str
    user: str
    evidence: tuple[str, ...]
    """The quotes of the items of the record that the prompt shows, in their order."""

    @property
    def id(self) -> str:
        """Hash of patient and prompt, so that the same question has the same id in every run."""
        return sha256(f"{self.patient_id}\x1f{self.user}".encode()).hexdigest()[:16]


class Example(BaseModel, frozen=True):
    """A prompt with its right answer."""

    prompt: Prompted
    answer: str
    """A `JudgeAnswer` as one line of JSON."""

    origin: Origin
    original: str | None
    """What a rewritten sentence said before; None for one that is right."""

    grade: Grade
    types: tuple[ErrorType, ...]
    difficulty: str | None
    answered_by: str
    """`generator`, or the judge of the run."""

    run: str
    """Name and content hash of the run."""

    @property
    def wrong(self) -> bool:
        """Say whether the sentence is wrong."""
        return self.grade in ("E3", "E4")

    @property
    def stratum(self) -> str:
        """The class that balancing counts: the first error type, `no type`, or `clean`."""
        return next(iter(self.types), NO_TYPE) if self.wrong else "clean"


class Rejected(BaseModel, frozen=True):
    """A prompt with an answer that a run gave and that was wrong."""

    prompt: Prompted
    answer: str
    fault: Fault
    run: str


class Preference(BaseModel, frozen=True):
    """A wrong answer of a run beside a right one to the same prompt."""

    rejected: Rejected
    chosen: Example

    @property
    def prompt(self) -> Prompted:
        """The prompt of both."""
        return self.chosen.prompt


class Material(BaseModel, frozen=True):
    """Everything that runs gave, and how much of the rest was dropped for which reason."""

    examples: tuple[Example, ...] = ()
    preferences: tuple[Preference, ...] = ()
    dropped: dict[str, int] = {}
    dropped_preferences: dict[str, int] = {}


def counted(reasons: Iterable[str]) -> dict[str, int]:
    """Count reasons, in alphabetical order."""
    counts = Counter(reasons)
    return {reason: counts[reason] for reason in sorted(counts)}


def squeezed(text: str) -> str:
    """Fold case and white space, so that the same words are the same text."""
    return " ".join(text.split()).casefold()
