"""Every decision that differs from its label, with what led there: for whoever mends a judge."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import BaseModel

from clinical.labels import ErrorType, Grade, Relation, Status
from evaluation.labeled import LabeledDocument, LabeledRecord
from graph_state.findings import ClaimVerdict, Finding, Report
from graph_state.scoring import Decision, GoldLabel, GoldRow, align, overlapping

Difference = Literal[
    "missed", "false_alarm", "no_grade", "wrong_grade", "wrong_type", "ungraded_flag", "e1_or_e2"
]
"""A wrong row left alone; a right one flagged; a right one without a grade; E3 for E4 or the
reverse; another set of types; a flag where nobody graded; E1 for E2 or the reverse."""


class CitedPlace(BaseModel, frozen=True):
    """A piece of evidence as the listing shows it."""

    source: str
    relation: Relation
    quote: str


class ClaimLine(BaseModel, frozen=True):
    """A claim as the listing shows it."""

    text: str
    kind: str
    status: Status
    grade: Grade | None
    types: tuple[ErrorType, ...]
    attribute: str | None
    rule: str | None
    explanation: str
    evidence: tuple[CitedPlace, ...]


class WrongDecision(BaseModel, frozen=True):
    """One line of the listing."""

    dataset: str
    record: str
    document: str
    difference: Difference
    text: str
    gold: GoldLabel | None
    gold_types: tuple[ErrorType, ...]
    predicted: Grade | Status | None
    predicted_types: tuple[ErrorType, ...]
    reasons: tuple[str, ...]
    """Why the sentence got no grade, or how its verdict was argued."""

    claims: tuple[ClaimLine, ...]


def list_errors(
    dataset: str, record: LabeledRecord, document: LabeledDocument, reports: Sequence[Report]
) -> list[WrongDecision]:
    """List the decisions of one document that differ from their labels, in text order."""
    return list(_errors(dataset, record, document, reports))


def difference(gold: GoldRow, decision: Decision) -> Difference | None:
    """Name how a decision differs from its label, or return None where it does not."""
    if gold.label is None:
        return "ungraded_flag" if decision.flagged else None
    if gold.wrong:
        return _difference_on_wrong(gold, decision)
    if decision.flagged:
        return "false_alarm"
    if decision.grade is None:
        return "no_grade"
    return None if gold.label in ("supported", decision.grade) else "e1_or_e2"


def _difference_on_wrong(gold: GoldRow, decision: Decision) -> Difference | None:
    if not decision.flagged:
        return "missed"
    if gold.label not in ("not_supported", decision.grade):
        return "wrong_grade"
    return "wrong_type" if gold.types and set(gold.types) != set(decision.types) else None


def _errors(
    dataset: str, record: LabeledRecord, document: LabeledDocument, reports: Sequence[Report]
) -> Iterator[WrongDecision]:
    for text, report in zip(document.texts, reports, strict=True):
        for row in align(report.findings, text.rows):
            found = difference(row.gold, row.decision)
            if found is None:
                continue
            findings = overlapping(report.findings, row.gold)
            yield WrongDecision(
                dataset=dataset,
                record=record.id,
                document=document.id,
                difference=found,
                text=row.gold.text,
                gold=row.gold.label,
                gold_types=row.gold.types,
                predicted=row.decision.grade or row.decision.status,
                predicted_types=row.decision.types,
                reasons=tuple(_reasons(findings)),
                claims=tuple(_claims(findings)),
            )


def _reasons(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        said = finding.reason or (finding.result.reasoning if finding.result else "")
        if said:
            yield said


def _claims(findings: Iterable[Finding]) -> Iterator[ClaimLine]:
    for finding in findings:
        result = finding.result or finding.last_result
        for claim in result.claims if result else ():
            yield _claim_line(claim, finding)


def _claim_line(claim: ClaimVerdict, finding: Finding) -> ClaimLine:
    cited = {item.evidence.id: item.evidence for item in finding.evidence}
    return ClaimLine(
        text=claim.text,
        kind=claim.kind,
        status=claim.status,
        grade=claim.grade,
        types=claim.types,
        attribute=claim.attribute,
        rule=claim.rule,
        explanation=claim.explanation,
        evidence=tuple(
            CitedPlace(
                source=str(cited[citation.id].source),
                relation=citation.relation,
                quote=cited[citation.id].quote,
            )
            for citation in claim.evidence
            if citation.id in cited
        ),
    )
