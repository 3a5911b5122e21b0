"""Questions that a sentence answers if it is right, made by rule from its claims."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from pydantic import BaseModel

from agents.rule_judge.decisions import is_residual
from agents.rule_judge.findings.events import MANY_CLINICAL, words_of
from clinical.facts import Fact
from clinical.labels import ErrorType, Kind
from clinical.vocabulary import clinical_words

Asked = Literal[
    "existence",
    "value",
    "dose",
    "frequency",
    "route",
    "status",
    "side",
    "result",
    "date",
    "duration",
    "other",
]
"""What of a claim a question asks for."""

YES, NO = "yes", "no"
DENIED = "absent"
LENGTH_OF_DATE = len("2180-01-01")


class Question(BaseModel, frozen=True):
    """One question with the answer that the sentence gives; offsets count in the sentence."""

    text: str
    expected: str
    asked: Asked
    error_type: ErrorType
    """The type of the error if the record answers otherwise."""

    words: str
    """The words of the sentence that give the answer."""

    start: int
    end: int
    kind: Kind
    claim: Fact | None = None
    """The claim that it was made from; None where a model asks."""


EXISTENCE: dict[Kind, str] = {
    "medication": "Does the patient receive {0}?",
    "allergy": "Is the patient allergic to {0}?",
    "lab": "Was {0} measured?",
    "vital": "Was {0} measured?",
    "procedure": "Was {0} done?",
    "encounter": "Was the patient seen at or sent to {0}?",
    "demographic": "Is the patient described as {0}?",
    "event": "Does the record say {0}?",
}
OTHERWISE = "Does the patient have {0}?"
OF_A_RELATIVE = "Does a relative of the patient have {0}?"

TYPE_OF_KIND: dict[Kind, ErrorType] = {
    "medication": "medication_error",
    "allergy": "medication_error",
    "lab": "exam_result_error",
    "exam": "exam_result_error",
    "vital": "value_error",
}
"""The error type of a wrong attribute; all other kinds tell of a diagnosis and its course."""


class Attribute(NamedTuple):
    """An attribute that a claim may give, and how it is asked for."""

    asked: Asked
    text: str
    read: Callable[[Fact], str | None]


def _number(fact: Fact) -> str | None:
    return (fact.quantity.written or f"{fact.quantity.value:g}") if fact.quantity else None


def _dose(fact: Fact) -> str | None:
    return _number(fact) if fact.kind == "medication" else None


def _value(fact: Fact) -> str | None:
    return None if fact.kind == "medication" else _number(fact)


def _frequency(fact: Fact) -> str | None:
    return f"{fact.frequency:g} a day" if fact.frequency else None


def day_of(fact: Fact) -> str | None:
    """Return the one day that a fact is dated to, or None."""
    time = fact.time
    if time is None or not time.earliest or not time.latest:
        return None
    first, last = time.earliest[:LENGTH_OF_DATE], time.latest[:LENGTH_OF_DATE]
    return first if first == last else None


def _duration(fact: Fact) -> str | None:
    return f"{fact.duration_days.value:g} days" if fact.duration_days else None


ATTRIBUTES: tuple[Attribute, ...] = (
    Attribute("value", "What was {0}?", _value),
    Attribute("dose", "What is the dose of {0}?", _dose),
    Attribute("frequency", "How often is {0} given?", _frequency),
    Attribute("route", "How is {0} given?", lambda fact: fact.route),
    Attribute("status", "What was done with {0}?", lambda fact: fact.status),
    Attribute("side", "On which side is {0}?", lambda fact: fact.laterality),
    Attribute("result", "What did {0} show?", lambda fact: fact.result),
    Attribute("date", "On which day was {0}?", day_of),
    Attribute("duration", "How long was {0}?", _duration),
)


def questions_of(claims: Sequence[Fact]) -> list[Question]:
    """Ask for every claim and each of its attributes; what is asked for twice is asked once.

    Leftover words of hardly any clinical content are asked for only where nothing else is.
    """
    telling = [claim for claim in claims if not _is_little(claim)]
    asked: dict[tuple[str, Asked, str, str], Question] = {}
    for claim in telling or claims:
        for question in _of_claim(claim):
            key = (claim.kind, question.asked, claim.concept.id, question.expected)
            asked.setdefault(key, question)
    return list(asked.values())


def _is_little(claim: Fact) -> bool:
    if not is_residual(claim):
        return False
    return sum(word in clinical_words() for word in words_of(claim)) < MANY_CLINICAL


def _of_claim(claim: Fact) -> list[Question]:
    name = f'"{claim.text}"' if is_residual(claim) else claim.concept.name
    wanted = EXISTENCE.get(claim.kind, OTHERWISE)
    pattern = OF_A_RELATIVE if claim.assertion == "family" else wanted
    expected = NO if claim.assertion == DENIED else YES
    questions = [_question(claim, "existence", pattern.format(name), expected)]
    if claim.assertion == DENIED:
        return questions
    for attribute in ATTRIBUTES:
        given = attribute.read(claim)
        if given:
            text = attribute.text.format(name)
            questions.append(_question(claim, attribute.asked, text, given))
    return questions


def _question(claim: Fact, asked: Asked, text: str, expected: str) -> Question:
    return Question(
        text=text,
        expected=expected,
        asked=asked,
        error_type=_error_type(claim, asked),
        words=claim.text,
        start=claim.source.start or 0,
        end=claim.source.end or 0,
        kind=claim.kind,
        claim=claim,
    )


def _error_type(claim: Fact, asked: Asked) -> ErrorType:
    if asked == "existence":
        return "negation_error"
    if asked in ("date", "duration"):
        return "time_error"
    if asked in ("side", "result"):
        return "exam_result_error"
    return TYPE_OF_KIND.get(claim.kind, "diagnosis_error")
