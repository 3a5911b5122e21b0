"""Decisions as JSON lines, for programs that train on them, calibrate with them or audit them."""

import json
from collections.abc import Iterable

from exports.counts import grade_of
from service.decisions import says_wrong
from service.reviewed import ReviewedReport, Ruling, settled

SCHEMA = "curaview.decision/1"


def decision_lines(reviewed: Iterable[ReviewedReport]) -> str:
    """Write every valid decision as one line."""
    lines = [
        json.dumps(line, ensure_ascii=True, sort_keys=True)
        for one in reviewed
        for ruling in one.rulings
        for line in _lines(one, ruling)
    ]
    return "".join(line + "\n" for line in lines)


def _lines(one: ReviewedReport, ruling: Ruling) -> list[dict[str, object]]:
    finding, report = ruling.finding, one.report
    about = {
        "schema": SCHEMA,
        "report_sha256": one.digest,
        "patient_id": report.patient_id,
        "admission_id": report.admission_id,
        "target": report.target,
        "index": finding.index,
        "start": finding.start,
        "end": finding.end,
        "text": finding.text,
        "status": finding.status,
        "evidence_grade": grade_of(finding),
        "settled": _settled(ruling),
    }
    return [
        {
            **about,
            "decision": event.entry.decision.model_dump(mode="json"),
            "wrong": says_wrong(event.entry.decision, finding),
            "reviewer": event.entry.reviewer,
            "at": event.at,
            "seconds": event.entry.seconds,
            "clicks": event.entry.clicks,
            "versions": dict(event.entry.versions),
            "seal": event.seal,
        }
        for event in ruling.decided
        if event.entry.decision is not None
    ]


def _settled(ruling: Ruling) -> dict[str, object] | None:
    """Return grade and types as the reviewers leave them; None while raters disagree."""
    result = None if ruling.final is None else settled(ruling).result
    if result is None:
        return None
    return {"grade": result.evidence_grade, "types": list(result.hallucination_types)}
