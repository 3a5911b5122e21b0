"""What became of each claim and each row, and whether the labels agree."""

from collections.abc import Iterable, Iterator, Sequence

from pydantic import BaseModel

from agents.calibrated import slot_rule
from agents.confidence import ABSTAINED, Outcome
from agents.proof import WHOLLY_MATCHED, is_wholly_matched
from evaluation.labeled import LabeledDocument, LabeledRecord
from graph_state.findings import ClaimVerdict, Finding, Report
from graph_state.scoring import FLAGGED, GoldRow, overlapping


class ClaimOutcome(BaseModel, frozen=True):
    """One claim of the judge in a labeled row."""

    patient: str
    row: str
    rule: str
    outcome: Outcome
    confidence: float
    agreed: bool
    of_rule: bool = True
    """False for a slot or a whole sentence, which have rows of their own and leave the priors."""


class RowOutcome(BaseModel, frozen=True):
    """One checkable row: whether it was graded, how surely, and whether rightly."""

    patient: str
    graded: bool
    confidence: float
    agreed: bool


class Outcomes(BaseModel, frozen=True):
    """The outcomes of one record or one data set."""

    claims: tuple[ClaimOutcome, ...] = ()
    rows: tuple[RowOutcome, ...] = ()


def outcomes_of(
    record: LabeledRecord, document: LabeledDocument, reports: Sequence[Report]
) -> Outcomes:
    """Compare the claims and rows of one document with its labels."""
    claims: list[ClaimOutcome] = []
    rows: list[RowOutcome] = []
    for number, (text, report) in enumerate(zip(document.texts, reports, strict=True)):
        for gold in (row for row in text.rows if row.label is not None):
            findings = overlapping(report.findings, gold)
            place = f"{document.id}/{number}/{gold.start}"
            claims.extend(claim_outcomes(record.patient, place, gold, findings))
            rows.append(row_outcome(record.patient, gold, findings))
    return Outcomes(claims=tuple(claims), rows=tuple(rows))


def joined(outcomes: Iterable[Outcomes]) -> Outcomes:
    """Put outcomes together, in their order."""
    known = list(outcomes)
    return Outcomes(
        claims=tuple(claim for one in known for claim in one.claims),
        rows=tuple(row for one in known for row in one.rows),
    )


def claim_outcomes(
    patient: str, place: str, gold: GoldRow, findings: list[Finding]
) -> Iterator[ClaimOutcome]:
    """Compare the claims of a row with its label.

    Where a wrong row was flagged for one claim, nobody knows whether the others are wrong, so
    support in that row leaves.
    """
    claims = [c for f in findings if f.result is not None for c in f.result.claims if c.rule]
    flagged = any(claim.grade in FLAGGED for claim in claims)
    for claim in claims:
        if gold.wrong and flagged and claim.grade in ("E1", "E2"):
            continue
        yield ClaimOutcome(
            patient=patient,
            row=place,
            rule=claim.rule or "",
            outcome=claim.grade or ABSTAINED,
            confidence=claim.confidence,
            agreed=agrees(claim, gold),
        )
        yield from slot_outcomes(patient, place, gold, claim)
    for finding in findings:
        if finding.result is not None and is_wholly_matched(finding.result):
            yield _apart(patient, place, WHOLLY_MATCHED, "E1", not gold.wrong)


def slot_outcomes(
    patient: str, place: str, gold: GoldRow, claim: ClaimVerdict
) -> Iterator[ClaimOutcome]:
    """Count the marked slots of a supported claim, each kind and state once."""
    if claim.grade in ("E1", "E2"):
        for rule in sorted({slot_rule(slot) for slot in claim.slots if slot.marked}):
            yield _apart(patient, place, rule, claim.grade, not gold.wrong)


def _apart(patient: str, place: str, rule: str, outcome: Outcome, agreed: bool) -> ClaimOutcome:
    return ClaimOutcome(
        patient=patient,
        row=place,
        rule=rule,
        outcome=outcome,
        confidence=0.0,
        agreed=agreed,
        of_rule=False,
    )


def agrees(claim: ClaimVerdict, gold: GoldRow) -> bool:
    """Say whether the label is on the side of the verdict; an abstention sides with wrong."""
    return gold.wrong == (claim.grade not in ("E1", "E2"))


def row_outcome(patient: str, gold: GoldRow, findings: list[Finding]) -> RowOutcome:
    """Compare a row with its label: the surest flag, else the least sure support."""
    results = [f.result for f in findings if f.status == "graded" and f.result is not None]
    flags = [r.confidence for r in results if r.evidence_grade in FLAGGED]
    graded = bool(flags) or (bool(results) and len(results) == len(findings))
    support = [r.confidence for r in results]
    return RowOutcome(
        patient=patient,
        graded=graded,
        confidence=(max(flags) if flags else min(support)) if graded else 0.0,
        agreed=gold.wrong == bool(flags),
    )
