"""In which order a reader looks at sentences: what may harm most comes first."""

from clinical.labels import ErrorType, Severity
from exports.counts import grade_of, needs_attention
from graph_state.findings import Finding

_SEVERITY_ORDER: tuple[Severity, ...] = ("high", "medium", "low")

TYPE_ORDER: tuple[ErrorType, ...] = (
    "invented_fact",
    "exam_result_error",
    "medication_error",
    "diagnosis_error",
    "negation_error",
    "value_error",
    "time_error",
)
"""Invented facts, test results and medications first (CuraView paper, section 7.2.3)."""

Priority = tuple[int, int, int, float, int]


def review_priority(finding: Finding) -> Priority:
    """Return a key that sorts what is to be looked at first to the front.

    Flags come before sentences that nobody decided; among flags the graver severity, then the
    grade and the type, then the surer verdict. What needs no reader comes last.
    """
    result = finding.result
    if not needs_attention(finding):
        return (9, 0, 0, 0.0, finding.index)
    if result is None or grade_of(finding) is None:
        return (3 if finding.status == "failed" else 4, 0, 0, 0.0, finding.index)
    severity = _SEVERITY_ORDER.index(result.severity or "low")
    kinds = [TYPE_ORDER.index(one) for one in result.hallucination_types]
    contradicted = 0 if grade_of(finding) == "E4" else 1
    return (severity, contradicted, min(kinds, default=9), -result.confidence, finding.index)
