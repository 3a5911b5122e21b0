"""Accept a verdict, or object to it by naming the rule that it breaks."""

from collections.abc import Mapping
from dataclasses import dataclass

from typing_extensions import TypedDict

from agents.quotes import quote_fault
from agents.source_texts import SourcesOf
from clinical.labels import worst
from graph_state.findings import HallucinationDetectionResult, Objection
from graph_state.state import SentenceState
from kg.evidence import Evidence


class Validated(TypedDict):
    """What the validator adds."""

    objection: Objection | None


@dataclass(frozen=True)
class Validator:
    """Holds every verdict against the rules of consistency and against the evidence."""

    sources: SourcesOf

    async def __call__(self, state: SentenceState) -> Validated:
        """Return the first objection, or none."""
        return {
            "objection": schema_objection(state["result"], state)
            or grade_objection(state["result"])
            or evidence_objection(state["result"], state["evidence"])
            or contradiction_objection(state["result"], state["evidence"])
            or quote_objection(
                state["result"], state["evidence"], self.sources(state["graph_id"]).notes
            )
        }


def schema_objection(
    result: HallucinationDetectionResult, sentence: SentenceState
) -> Objection | None:
    """Object to a status that its fields belie and to claims outside the sentence."""
    fault = _no_verdict(result) or _status_fault(result) or _claim_fault(result, sentence)
    return Objection(rule="schema", message=fault) if fault else None


def _no_verdict(result: HallucinationDetectionResult) -> str | None:
    """Refuse what a judge itself calls failed: its reason goes into the next attempt."""
    return (result.reason or "the judge gave no verdict") if result.status == "failed" else None


def _status_fault(result: HallucinationDetectionResult) -> str | None:
    verdict = (result.evidence_grade, result.hallucination_status)
    if result.status != "graded":
        if any(part is not None for part in verdict) or result.hallucination_types:
            return f"a sentence that is {result.status} carries a grade, a status or types"
        return None if result.reason else f"a sentence that is {result.status} gives no reason"
    if None in verdict:
        return "a graded sentence lacks its grade or its hallucination status"
    if bool(result.hallucination_types) != result.hallucination_status:
        return "error types and hallucination status do not go together"
    return _claims_against_sentence(result)


def _claims_against_sentence(result: HallucinationDetectionResult) -> str | None:
    grades = [claim.grade for claim in result.claims if claim.grade is not None]
    if grades and worst(grades) != result.evidence_grade:
        return f"the worst claim is {worst(grades)}, the sentence {result.evidence_grade}"
    if not result.hallucination_status and any(c.status == "abstained" for c in result.claims):
        return "a claim is abstained, yet the sentence is graded"
    return None


def _claim_fault(result: HallucinationDetectionResult, sentence: SentenceState) -> str | None:
    first, last = sentence["start"], sentence["end"]
    for claim in result.claims:
        if not first <= claim.start <= claim.end <= last:
            return f"claim {claim.text!r} lies outside its sentence"
        if sentence["text"][claim.start - first : claim.end - first] != claim.text:
            return f"claim {claim.text!r} is not what stands at its offsets"
        if (claim.status == "graded") != (claim.grade is not None):
            return f"claim {claim.text!r} is {claim.status} with grade {claim.grade}"
    return None


def grade_objection(result: HallucinationDetectionResult) -> Objection | None:
    """Apply rules R1, R2 and R4: grade, hallucination status and rationale go together."""
    if result.status != "graded":
        return None
    grade = result.evidence_grade
    if result.hallucination_status and grade not in ("E3", "E4"):
        return Objection(rule="R1", message=f"a hallucination is graded {grade}, not E3 or E4")
    if not result.hallucination_status and grade not in ("E1", "E2"):
        return Objection(rule="R4", message=f"no hallucination, yet graded {grade}")
    if grade == "E3" and not (result.absence_rationale or "").strip():
        return Objection(rule="R2", message="E3 without saying what was searched and why it counts")
    return None


def evidence_objection(
    result: HallucinationDetectionResult, evidence: list[Evidence]
) -> Objection | None:
    """Object to a citation of something that was not retrieved."""
    known = {item.id for item in evidence}
    for claim in result.claims:
        for citation in claim.evidence:
            if citation.id not in known:
                message = f"{citation.id} is cited for {claim.text!r} and was not retrieved"
                return Objection(rule="evidence_ids", message=message)
    return None


def contradiction_objection(
    result: HallucinationDetectionResult, evidence: list[Evidence]
) -> Objection | None:
    """Apply rule R3: each contradicted claim cites its contradiction, the reasoning names one."""
    if result.status != "graded" or result.evidence_grade != "E4":
        return None
    contradicted = [claim for claim in result.claims if claim.grade == "E4"]
    by_id = {item.id: item for item in evidence}
    against = [
        [by_id[c.id] for c in claim.evidence if c.relation == "contradicts"]
        for claim in contradicted
    ]
    if not contradicted or not all(against):
        return Objection(rule="R3", message="E4 without a citation that contradicts the claim")
    if not any(_names(result.reasoning, item) for items in against for item in items):
        return Objection(rule="R3", message="E4, and the reasoning names no contradicting evidence")
    return None


def _names(reasoning: str, item: Evidence) -> bool:
    said = " ".join(reasoning.split()).casefold()
    value = item.quote.partition("=")[2] if item.source.table else item.quote
    names = (item.id, str(item.source), item.quote, value)
    return any(name and " ".join(name.split()).casefold() in said for name in names)


def quote_objection(
    result: HallucinationDetectionResult, evidence: list[Evidence], notes: Mapping[str, str]
) -> Objection | None:
    """Object to a cited quote that is not what stands at its place."""
    by_id = {item.id: item for item in evidence}
    for claim in result.claims:
        for citation in claim.evidence:
            if citation.quote not in by_id[citation.id].quote:
                message = f"{citation.quote!r} does not stand in {citation.id}"
                return Objection(rule="quotes", message=message)
    cited = {citation.id for claim in result.claims for citation in claim.evidence}
    for item in evidence:
        if item.id in cited and (fault := quote_fault(item, evidence, notes)):
            return Objection(rule="quotes", message=fault)
    return None
