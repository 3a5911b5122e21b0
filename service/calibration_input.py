"""Reviewed claims for the calibration of confidences: what reviewers say stands for the labels."""

from collections.abc import Iterable, Iterator

from evaluation.outcomes import ClaimOutcome, claim_outcomes
from graph_state.scoring import GoldRow
from service.decisions import says_wrong
from service.reviewed import ReviewedReport, Ruling


def reviewed_claims(reviewed: Iterable[ReviewedReport]) -> list[ClaimOutcome]:
    """Compare every claim of a sentence that was settled with what its reviewers said."""
    return [
        claim
        for one in reviewed
        for ruling in one.rulings
        if ruling.final is not None
        for claim in _claims(one, ruling)
    ]


def _claims(one: ReviewedReport, ruling: Ruling) -> Iterator[ClaimOutcome]:
    finding, decision = ruling.finding, ruling.final
    wrong = decision is not None and says_wrong(decision, finding)
    row = GoldRow(
        start=finding.start,
        end=finding.end,
        text=finding.text,
        label="not_supported" if wrong else "supported",
    )
    place = f"{one.digest}/{finding.index}"
    return claim_outcomes(one.report.patient_id, place, row, [finding])
