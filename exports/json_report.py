"""The report as JSON, in the contract `curaview.report/1` that other programs rely on."""

import json
import re

from pydantic import JsonValue

from exports.counts import in_order, report_counts
from exports.evidence_words import label_of
from exports.times import written_time
from graph_state.findings import (
    CitedEvidence,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
    Omission,
    Report,
    Slot,
)
from graph_state.safety import SafetyFinding

SCHEMA = "curaview.report/1"

_DECIMALS = 4

# These are legal inside JSON strings, yet end a line for many readers of one document a line;
# a lone surrogate cannot be written as UTF-8 at all.
_UNSAFE_IN_A_LINE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def report_json(report: Report) -> str:
    """Write the report as one indented document, ending in a line feed."""
    return _written(report, indent=2)


def report_jsonl(report: Report) -> str:
    """Write the report as one line, ending in a line feed."""
    return _written(report, indent=None)


def _written(report: Report, indent: int | None) -> str:
    document = report_document(report)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=indent)
    return _UNSAFE_IN_A_LINE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def report_document(report: Report) -> dict[str, JsonValue]:
    """Arrange the report in the keys of the contract, in their order."""
    return {
        "schema": SCHEMA,
        "patient_id": report.patient_id,
        "admission_id": report.admission_id,
        "target": report.target,
        "judge": report.judge,
        "settings": {name: _rounded(value) for name, value in sorted(report.settings.items())},
        "versions": dict(sorted(report.versions.items())),
        "counts": {**report_counts(report)},
        "sentences": [_sentence(report, finding) for finding in in_order(report)],
        "omissions": [_omission(omission) for omission in report.omissions],
        "notices": list(report.notices),
        "safety": [_safety(report, finding) for finding in report.safety],
    }


def _sentence(report: Report, finding: Finding) -> JsonValue:
    place: dict[str, JsonValue] = {
        "index": finding.index,
        "start": finding.start,
        "end": finding.end,
        "text": finding.text,
        "status": finding.status,
        "reason": finding.reason,
    }
    verdict = _NO_VERDICT if finding.result is None else _verdict(finding.result)
    if finding.status != "graded":
        verdict = {**verdict, "hallucination_status": None, "evidence_grade": None}
    kept = None if finding.last_result is None else _last_result(finding.last_result)
    return {
        **place,
        **{key: value for key, value in verdict.items() if key != "claims"},
        "retries": finding.retries,
        "last_result": kept,
        "claims": verdict["claims"],
        "evidence": [_evidence(report, cited) for cited in finding.evidence],
    }


_NO_VERDICT: dict[str, JsonValue] = {
    "hallucination_status": None,
    "hallucination_types": [],
    "evidence_grade": None,
    "severity": None,
    "confidence": None,
    "reasoning": None,
    "absence_rationale": None,
    "suggestion": None,
    "claims": [],
}


def _verdict(result: HallucinationDetectionResult) -> dict[str, JsonValue]:
    return {
        "hallucination_status": result.hallucination_status,
        "hallucination_types": list(result.hallucination_types),
        "evidence_grade": result.evidence_grade,
        "severity": result.severity,
        "confidence": _rounded(result.confidence),
        "reasoning": result.reasoning,
        "absence_rationale": result.absence_rationale,
        "suggestion": result.suggestion,
        "claims": [_claim(claim) for claim in result.claims],
    }


def _last_result(result: HallucinationDetectionResult) -> JsonValue:
    return {"status": result.status, "reason": result.reason, **_verdict(result)}


def _claim(claim: ClaimVerdict) -> JsonValue:
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "kind": claim.kind,
        "status": claim.status,
        "grade": claim.grade,
        "types": list(claim.types),
        "attribute": claim.attribute,
        "rule": claim.rule,
        "confidence": _rounded(claim.confidence),
        "slots": [_slot(slot) for slot in claim.slots],
        "evidence": [{"id": cited.id, "relation": cited.relation} for cited in claim.evidence],
    }


def _slot(slot: Slot) -> JsonValue:
    return {
        "name": slot.name,
        "text": slot.text,
        "start": slot.start,
        "end": slot.end,
        "state": slot.state,
        "marked": slot.marked,
        "evidence": list(slot.evidence),
    }


def _evidence(report: Report, cited: CitedEvidence) -> JsonValue:
    evidence = cited.evidence
    return {
        "id": evidence.id,
        "source": str(evidence.source),
        "label": label_of(report, evidence),
        "quote": evidence.quote,
        "start": evidence.source.start,
        "end": evidence.source.end,
        "time": written_time(evidence.time),
        "relation": cited.relation,
        "score": _rounded(evidence.score),
    }


def _safety(report: Report, finding: SafetyFinding) -> JsonValue:
    cited = [e for e in report.safety_evidence if e.id in finding.evidence]
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "message": finding.message,
        "text": finding.text,
        "start": finding.start,
        "end": finding.end,
        "evidence": [
            _evidence(report, CitedEvidence(evidence=one, relation="context")) for one in cited
        ],
        "path": [step.model_dump() for step in finding.path],
    }


def _omission(omission: Omission) -> JsonValue:
    return {"kind": omission.kind, "text": omission.text, "evidence": list(omission.evidence)}


def _rounded(value: str | float) -> str | float:
    """Round a float; whole numbers, switches and words stay as they are."""
    return round(value, _DECIMALS) + 0.0 if isinstance(value, float) else value
