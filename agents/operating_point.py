"""How readily a doubtful claim is flagged: the three operating points.

`recall` keeps each flag of the judge, and flags each claim that was left open by a rule whose open
claims are wrong at least as often as `SUSPICION_FLOOR`. `balanced` takes back the flags of rules
that were wrong three times in five on labeled summaries that nobody read: `EVEN`. `precision`
takes back each flag of a rule that was right less often than `FLAG_FLOOR` says. What is taken back
is abstained. So whatever is flagged for precision is flagged when balanced, and whatever is flagged
when balanced is flagged for recall. `as_judged` changes nothing: confidences are fitted on it.
"""

from agents.confidence import flag_share, shipped_table, suspicion
from agents.severity import severity_of
from clinical.labels import ERROR_TYPES, ErrorType, Kind, worst
from graph_state.context import Context
from graph_state.findings import ClaimVerdict, HallucinationDetectionResult

EVEN = 0.4
FLAG_FLOOR = 0.7
SUSPICION_FLOOR = 0.3

TYPE_OF_KIND: dict[Kind, ErrorType] = {
    "diagnosis": "diagnosis_error",
    "symptom": "diagnosis_error",
    "medication": "medication_error",
    "allergy": "medication_error",
    "lab": "exam_result_error",
    "exam": "exam_result_error",
    "vital": "value_error",
}
"""The type of a suspected claim whose anchor is in the record; else it is an invented fact."""

Claims = tuple[ClaimVerdict, ...]


def at_operating_point(
    result: HallucinationDetectionResult, context: Context
) -> HallucinationDetectionResult:
    """Take flags back or add them as the run asks for."""
    if context.operating_point == "precision":
        claims = tuple(taken_back(claim, result, FLAG_FLOOR) for claim in result.claims)
    elif context.operating_point == "balanced":
        claims = tuple(unless_often_wrong(claim, result) for claim in result.claims)
    elif context.operating_point == "recall":
        claims = tuple(suspected(claim) for claim in result.claims)
    else:
        return result
    return result if claims == result.claims else rebuilt(result, claims)


def unless_often_wrong(claim: ClaimVerdict, result: HallucinationDetectionResult) -> ClaimVerdict:
    """Abstain from a flag whose rule is known to be wrong three times in five.

    A model's confidence in itself was measured by nobody, so its flags stay.
    """
    known = claim.rule in shipped_table().rules
    return taken_back(claim, result, EVEN) if known else claim


def taken_back(
    claim: ClaimVerdict, result: HallucinationDetectionResult, floor: float
) -> ClaimVerdict:
    """Abstain from a flag that is not sure enough."""
    if claim.grade not in ("E3", "E4"):
        return claim
    known = claim.rule in shipped_table().rules
    own = claim.confidence or result.confidence
    if (flag_share(claim.rule, claim.grade) if known else own) >= floor:
        return claim
    note = f"not sure enough for a flag at this operating point: {claim.explanation}"
    open_ = {"status": "abstained", "grade": None, "types": (), "explanation": note}
    return claim.model_copy(update=open_)


def suspected(claim: ClaimVerdict) -> ClaimVerdict:
    """Flag a claim that a rule left open, where what it leaves open is often wrong."""
    likely = suspicion(claim.rule) if claim.rule in shipped_table().rules else 0.0
    if claim.status != "abstained" or likely < SUSPICION_FLOOR:
        return claim
    kind_of_error = TYPE_OF_KIND.get(claim.kind, "invented_fact")
    return claim.model_copy(
        update={
            "status": "graded",
            "grade": "E3",
            "types": (kind_of_error if claim.evidence else "invented_fact",),
            "confidence": likely,
            "explanation": f"suspected, nothing found carries it: {claim.explanation}",
        }
    )


def rebuilt(result: HallucinationDetectionResult, claims: Claims) -> HallucinationDetectionResult:
    """Draw the verdict on the sentence from its claims anew."""
    flagged = [claim for claim in claims if claim.grade in ("E3", "E4")]
    if not flagged:
        return abstained(result, claims)
    types = tuple(t for t in ERROR_TYPES if any(t in claim.types for claim in flagged))
    grade = worst([claim.grade for claim in flagged if claim.grade is not None])
    silent = [claim.text for claim in flagged if claim.grade == "E3"]
    return result.model_copy(
        update={
            "status": "graded",
            "reason": None,
            "hallucination_status": True,
            "hallucination_types": types,
            "evidence_grade": grade,
            "severity": severity_of(flagged),
            "confidence": max(c.confidence for c in flagged if c.grade == grade),
            "absence_rationale": absence(result, silent) if silent else None,
            "suggestion": result.suggestion if grade == "E4" else None,
            "reasoning": "\n".join((result.reasoning, *changes(result, claims))),
            "claims": claims,
        }
    )


def abstained(result: HallucinationDetectionResult, claims: Claims) -> HallucinationDetectionResult:
    """Leave the sentence open, because of its first open claim."""
    first = next(claim for claim in claims if claim.status == "abstained")
    return HallucinationDetectionResult(
        reasoning="\n".join((result.reasoning, *changes(result, claims))),
        status="abstained",
        reason=f"{first.text!r}: {first.explanation}",
        claims=claims,
        opinions=result.opinions,
    )


def changes(result: HallucinationDetectionResult, claims: Claims) -> list[str]:
    """One line for each claim that the operating point decided otherwise."""
    return [
        f"{new.text!r}: {new.grade or 'abstained'} by the operating point: {new.explanation}"
        for old, new in zip(result.claims, claims, strict=True)
        if old != new
    ]


def absence(result: HallucinationDetectionResult, silent: list[str]) -> str:
    """Say what was searched: in the judge's own words where it gave them."""
    return result.absence_rationale or (
        f"The evidence retrieved for this sentence was searched for {'; '.join(silent)!r} and "
        "holds nothing that carries it; a record of the stay would be expected to."
    )
