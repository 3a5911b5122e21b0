"""Advice that contradicts the record is contradicted (E4), whatever else the sentence holds.

A judge that looks for the drug finds it in the record, even where the record says to stop it; who
reads the sentence as advice finds the contradiction.
"""

from collections.abc import Iterable, Sequence

from agents.confidence import calibrated
from clinical.labels import worst
from graph_state.findings import (
    Citation,
    CitedEvidence,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
)
from graph_state.safety import SafetyFinding
from kg.evidence import Evidence

RULE = "advised_but_stopped"


def with_contradictions(
    findings: Iterable[Finding], safety: Sequence[SafetyFinding], evidence: Sequence[Evidence]
) -> tuple[Finding, ...]:
    """Return the findings, those contradicted whose sentence advises what the record stops."""
    by_id = {item.id: item for item in evidence}
    stopped = [one for one in safety if one.kind == "stopped_drug"]
    return tuple(_contradicted(finding, stopped, by_id) for finding in findings)


def _contradicted(
    finding: Finding, stopped: Sequence[SafetyFinding], evidence: dict[str, Evidence]
) -> Finding:
    for one in stopped:
        if finding.start <= one.named_start and one.named_end <= finding.end and one.evidence:
            cited = [evidence[id_] for id_ in one.evidence]
            finding = _with_claim(finding, _claim(finding, one), cited)
    return finding


def _claim(finding: Finding, one: SafetyFinding) -> ClaimVerdict:
    named = slice(one.named_start - finding.start, one.named_end - finding.start)
    return ClaimVerdict(
        text=finding.text[named],
        start=one.named_start,
        end=one.named_end,
        kind="medication",
        status="graded",
        grade="E4",
        types=("medication_error",),
        attribute="status",
        rule=RULE,
        confidence=calibrated(RULE, "E4"),
        evidence=tuple(Citation(id=id_, relation="contradicts") for id_ in one.evidence),
        explanation=one.message,
    )


def _with_claim(finding: Finding, claim: ClaimVerdict, cited: Sequence[Evidence]) -> Finding:
    """Put a contradicted claim in the place of what was said about the same words."""
    old = finding.result
    if old is not None and old.evidence_grade == "E4":
        return finding
    kept = [c for c in (old.claims if old else ()) if c.end <= claim.start or c.start >= claim.end]
    claims = sorted([*kept, claim], key=lambda c: (c.start, c.end))
    grade = worst([c.grade for c in claims if c.grade is not None])
    types = sorted({kind for c in claims for kind in c.types})
    result = HallucinationDetectionResult(
        reasoning=f"{claim.text!r}: E4 by {RULE}: {claim.explanation}; the record says"
        f" {cited[0].quote!r} [{cited[0].id}]",
        status="graded",
        hallucination_status=True,
        hallucination_types=tuple(types),
        evidence_grade=grade,
        severity="high",
        confidence=claim.confidence,
        suggestion=f"Do not take {claim.text}.",
        claims=tuple(claims),
        opinions=old.opinions if old else (),
    )
    ids = {c.id for one in kept for c in one.evidence}
    uses = [use for use in finding.evidence if use.evidence.id in ids]
    uses += [CitedEvidence(evidence=item, relation="contradicts") for item in cited]
    return finding.model_copy(
        update={"status": "graded", "reason": None, "result": result, "evidence": tuple(uses)}
    )
