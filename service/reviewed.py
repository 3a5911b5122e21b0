"""Reports beside the decisions on them: which sentence is open, settled or disputed."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from pydantic import BaseModel

from exports.counts import grade_of
from exports.json_report import report_json
from graph_state.findings import Finding, HallucinationDetectionResult, Report
from graph_state.review import Decision
from service.agreement import Agreement, agreement_of
from service.decisions import Event, lines_of, says_wrong


def report_digest(report: Report) -> str:
    """Return what ties decisions to this very report."""
    return sha256(report_json(report).encode()).hexdigest()


class Ruling(BaseModel, frozen=True):
    """What reviewers together say of one sentence."""

    finding: Finding
    decided: tuple[Event, ...]
    """The valid decision of each seat, in the order of their numbers."""

    @property
    def disputed(self) -> bool:
        """Say whether raters disagree on whether the sentence is wrong."""
        return len({says_wrong(d, self.finding) for d in self.decisions}) > 1

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Return the valid decisions."""
        return tuple(e.entry.decision for e in self.decided if e.entry.decision is not None)

    @property
    def final(self) -> Decision | None:
        """Return the decision that holds: none while raters disagree, else the last one."""
        return None if self.disputed or not self.decisions else self.decisions[-1]


class ReviewedReport(BaseModel, frozen=True):
    """A report with the rulings on its sentences."""

    report: Report
    digest: str
    rulings: tuple[Ruling, ...]

    @property
    def after(self) -> Report:
        """Return the report as the reviewers leave it; what nobody decided stays as it was."""
        findings = tuple(settled(ruling) for ruling in self.rulings)
        return self.report.model_copy(update={"findings": findings})


def review_of(reports: Iterable[Report], events: Iterable[Event]) -> list[ReviewedReport]:
    """Lay the decisions beside the reports that they are about."""
    valid: dict[tuple[str, int], list[Event]] = {}
    for place, line in lines_of(events).items():
        if line.valid is not None:
            valid.setdefault((place.report, place.sentence), []).append(line.valid)
    return [_reviewed(report, valid) for report in reports]


def _reviewed(report: Report, valid: Mapping[tuple[str, int], list[Event]]) -> ReviewedReport:
    digest = report_digest(report)
    rulings = tuple(
        Ruling(
            finding=finding,
            decided=tuple(
                sorted(valid.get((digest, finding.index), ()), key=lambda event: event.number)
            ),
        )
        for finding in report.findings
    )
    return ReviewedReport(report=report, digest=digest, rulings=rulings)


def settled(ruling: Ruling) -> Finding:
    """Return a finding with the grade that the reviewers gave it."""
    decision = ruling.final
    if decision is None:
        return ruling.finding
    finding = ruling.finding
    result = finding.result or HallucinationDetectionResult(reasoning="", status="graded")
    wrong = says_wrong(decision, finding)
    given = decision.grade if decision.choice in ("edit", "wrong") else None
    grade = given or (
        result.evidence_grade if wrong == (grade_of(finding) in ("E3", "E4")) else None
    )
    types = decision.types or (result.hallucination_types if wrong else ())
    verdict = result.model_copy(
        update={
            "status": "graded",
            "evidence_grade": grade or ("E3" if wrong else "E1"),
            "hallucination_status": wrong,
            "hallucination_types": types,
            "suggestion": decision.correction or (result.suggestion if wrong else None),
            "confidence": 1.0,
        }
    )
    return finding.model_copy(update={"status": "graded", "result": verdict})


def agreements(reviewed: Iterable[ReviewedReport]) -> list[Agreement]:
    """Compare every two raters on what both of them decided blind to each other."""
    said: dict[str, dict[tuple[str, int], bool]] = {}
    for one in reviewed:
        for ruling in one.rulings:
            for event in ruling.decided:
                if event.entry.place.seat and event.entry.decision is not None:
                    wrong = says_wrong(event.entry.decision, ruling.finding)
                    key = (one.digest, ruling.finding.index)
                    said.setdefault(event.entry.reviewer, {})[key] = wrong
    names = sorted(said)
    return [
        agreement_of(
            (one, other), [(said[one][k], said[other][k]) for k in said[one] if k in said[other]]
        )
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    ]
