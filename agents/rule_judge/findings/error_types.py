"""Which type of error a wrong finding of each kind is."""

from clinical.facts import Fact
from clinical.labels import ErrorType, Kind

TYPE_OF_KIND: dict[Kind, ErrorType] = {
    "diagnosis": "diagnosis_error",
    "symptom": "diagnosis_error",
    "exam": "exam_result_error",
    "procedure": "diagnosis_error",
}


def error_type_of(claim: Fact, otherwise: ErrorType = "diagnosis_error") -> ErrorType:
    """The type of an error in a finding; kinds that have none of their own take `otherwise`."""
    return TYPE_OF_KIND.get(claim.kind, otherwise)
