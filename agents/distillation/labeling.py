"""What is known of a sentence, and whether a judge was right about it."""

from collections.abc import Iterator
from dataclasses import dataclass

from clinical.labels import ErrorType, Grade
from exports.distillation.example import Fault, Origin
from exports.report_reading import WrittenSentence, WrittenVerdict


@dataclass(frozen=True)
class Label:
    """What is known of a sentence, whatever a judge said of it."""

    origin: Origin
    grade: Grade
    types: tuple[ErrorType, ...] = ()
    original: str | None = None
    difficulty: str | None = None

    @property
    def wrong(self) -> bool:
        """Say whether the sentence is wrong."""
        return self.grade in ("E3", "E4")


@dataclass(frozen=True)
class Judged:
    """What a judge of the run said of a sentence."""

    sentence: WrittenSentence
    judge: str


def is_right(verdict: WrittenVerdict, label: Label) -> bool:
    """Say whether a verdict has the grade and one of the types that the label has, if any."""
    if verdict.status != "graded":
        return False
    if not label.wrong:
        return verdict.evidence_grade in ("E1", "E2")
    shared = {*verdict.hallucination_types} & {*label.types}
    return verdict.evidence_grade == label.grade and bool(shared or not label.types)


def wrong_answers(judged: Judged | None, label: Label) -> Iterator[tuple[Fault, WrittenVerdict]]:
    """Yield the verdicts of a run that were wrong about a sentence, and in which way."""
    if judged is None:
        return
    one = judged.sentence
    if one.last_result is not None:
        yield "refused_verdict", one.last_result
    flagged = one.evidence_grade in ("E3", "E4")
    if label.wrong and not flagged and one.status in ("graded", "abstained"):
        yield "missed_error", one
    if not label.wrong and flagged:
        yield "false_alarm", one
