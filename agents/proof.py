"""What proof is: a sentence wholly compared and matched, or a sure contradiction."""

from agents.confidence import calibrated
from clinical.labels import SlotName
from graph_state.findings import ClaimVerdict, HallucinationDetectionResult, Slot

WHOLLY_MATCHED = "wholly_matched"
"""The row of the calibration table that tells how often wholly matched sentences are right."""

BY_WORDS = frozenset({"wording", "link", "inference"})
"""What a claim was decided on where nothing typed was compared."""

LOGGED: frozenset[SlotName] = frozenset({"severity", "change", "order"})
"""Slots that, left open, are wrong no oftener than others: paraphrase has many words for them."""


def is_proven(result: HallucinationDetectionResult, proof: float) -> bool:
    """Say whether a verdict of the rules needs no second opinion.

    Silence (E3) and inference (E2) are never proof. A contradiction is where its rule is right at
    least as often as `proof` asks, and so is a sentence whose every part is matched, where such
    sentences are: both are counted in folders that nobody read.
    """
    if result.status == "not_checkable":
        return True
    if result.status != "graded":
        return False
    if result.evidence_grade == "E4":
        return result.confidence >= proof
    return is_wholly_matched(result) and calibrated(WHOLLY_MATCHED, "E1") >= proof


def is_wholly_matched(result: HallucinationDetectionResult) -> bool:
    """Say whether each claim is explicit by something typed, and no slot of it was left open."""
    return result.evidence_grade == "E1" and all(
        claim.grade == "E1"
        and bool(claim.evidence)
        and claim.attribute not in BY_WORDS
        and not open_slots(claim)
        for claim in result.claims
    )


def open_slots(claim: ClaimVerdict) -> list[Slot]:
    """Return the slots of a claim that were not matched, those that tell nothing left out."""
    return [s for s in claim.slots if s.state != "matched" and s.name not in LOGGED]
