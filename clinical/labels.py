"""Every label a verdict can carry, with its definition: the one place that names them."""

from typing import Literal, get_args

Grade = Literal["E1", "E2", "E3", "E4"]
"""How well the record carries a claim (CuraView paper, section 2.3)."""

ErrorType = Literal[
    "diagnosis_error",
    "medication_error",
    "exam_result_error",
    "time_error",
    "value_error",
    "negation_error",
    "invented_fact",
]
"""The seven types of hallucination (CuraView paper, section 2.2). A sentence carries a set."""

Status = Literal["graded", "not_checkable", "abstained", "failed"]
"""How the check of a sentence ended. Only `graded` carries a grade."""

Severity = Literal["high", "medium", "low"]

Relation = Literal["supports", "contradicts", "context"]
"""What one piece of evidence does to a claim."""

Kind = Literal[
    "diagnosis",
    "medication",
    "lab",
    "vital",
    "exam",
    "procedure",
    "symptom",
    "allergy",
    "encounter",
    "demographic",
    "event",
]
"""Kinds of facts. `vital` covers every bedside measurement; `exam` covers findings of imaging,
microbiology, pathology and the physical examination; `encounter` covers departments and
disposition; `event` is anything else that was done or happened."""

Assertion = Literal["present", "absent", "possible", "historical", "family", "hypothetical"]

Laterality = Literal["left", "right", "bilateral"]

MedicationStatus = Literal[
    "home",
    "started",
    "increased",
    "decreased",
    "changed",
    "held",
    "resumed",
    "stopped",
    "continued",
    "given",
    "not_given",
    "discharge",
]
"""What happened to a drug; `home` is the list on admission, `discharge` the list on leaving."""

Selector = Literal["first", "last", "peak", "nadir", "baseline", "admission", "discharge"]
"""Which value of a series is meant."""

SlotName = Literal[
    "number",
    "dose",
    "duration",
    "date",
    "clock_time",
    "count",
    "interval",
    "side",
    "polarity",
    "change",
    "order",
    "severity",
    "wording",
]
"""What a predicate of a claim is about: the words of a sentence stand in one of these each."""

SlotState = Literal["matched", "contradicted", "silent", "disputed", "not_compared"]
"""How comparing a predicate ended. `silent`: the record would tell it and does not. `disputed`: it
differs from the instance that the claim may mean. `not_compared`: nothing to compare it with."""

GRADES: tuple[Grade, ...] = get_args(Grade)
ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)
STATUSES: tuple[Status, ...] = get_args(Status)
KINDS: tuple[Kind, ...] = get_args(Kind)

GRADE_DEFINITIONS: dict[Grade, str] = {
    "E1": "explicit: stated in the record, or follows from it without clinical inference",
    "E2": "indirect: needs a clinical inference that is not written in the record",
    "E3": "none: nothing in the record supports it and nothing contradicts it",
    "E4": "contradicted: a cited item cannot be true together with it",
}

ERROR_TYPE_DEFINITIONS: dict[ErrorType, str] = {
    "diagnosis_error": "a diagnosis or its status conflicts with the record",
    "medication_error": "a drug, allergen, dose, frequency, route or status conflicts",
    "exam_result_error": "a laboratory, imaging, microbiology or examination result conflicts",
    "time_error": "a date, order, duration or count of days conflicts",
    "value_error": "a vital sign or other measurement conflicts",
    "negation_error": "something affirmed is denied in the record, or the reverse",
    "invented_fact": "clinically relevant, and neither it nor its anchor is in the record",
}

TYPE_SEVERITY: dict[ErrorType, Severity] = {
    "diagnosis_error": "high",
    "medication_error": "high",
    "exam_result_error": "high",
    "value_error": "medium",
    "negation_error": "medium",
    "time_error": "low",
    "invented_fact": "low",
}
"""Risk profile of the types (CuraView paper, section 2.2)."""


def worst(grades: list[Grade]) -> Grade:
    """Return the worst grade; grades order from E1 (best) to E4 (worst)."""
    return max(grades, key=GRADES.index)
