"""The confidence of a rule's verdict: how often its rule, and its open slots, were right."""

from agents.confidence import calibrated
from graph_state.findings import ClaimVerdict, HallucinationDetectionResult, Slot


def slot_rule(slot: Slot) -> str:
    """Name the row of the calibration table that counts slots of this kind and state."""
    return f"slot_{slot.name}_{slot.state}"


def with_calibrated_confidence(
    result: HallucinationDetectionResult,
) -> HallucinationDetectionResult:
    """State the confidence of each claim of the rules, and so of the sentence.

    A rule that the table does not know gets the share of all rules of its outcome. What a claim
    leaves uncompared lowers it.
    """
    claims = tuple(map(calibrated_claim, result.claims))
    if result.status != "graded" or claims == result.claims:
        return result.model_copy(update={"claims": claims})
    return result.model_copy(
        update={"claims": claims, "confidence": sentence_confidence(claims, result)}
    )


def calibrated_claim(claim: ClaimVerdict) -> ClaimVerdict:
    """State the confidence of one claim."""
    if claim.grade is None:
        return claim
    shares = [calibrated(claim.rule, claim.grade)]
    if claim.grade in ("E1", "E2"):
        shares += [calibrated(slot_rule(slot), claim.grade) for slot in claim.slots if slot.marked]
    return claim.model_copy(update={"confidence": min(shares)})


def sentence_confidence(
    claims: tuple[ClaimVerdict, ...], result: HallucinationDetectionResult
) -> float:
    """A flag is as sure as its surest claim, support only as sure as its least sure one."""
    deciding = [c.confidence for c in claims if c.grade == result.evidence_grade]
    if not deciding:
        return result.confidence
    return max(deciding) if result.hallucination_status else min(deciding)
