"""Confidence for people: risk over coverage, reliability, and the file of the shipped table."""

import json
from collections.abc import Sequence

from rich.table import Table

from agents.confidence import CalibrationTable
from evaluation.calibration import Calibration
from evaluation.reliability import Reliability, reliability
from evaluation.results import DatasetResult
from evaluation.risk_coverage import RiskCoverage, risk_coverage

COVERAGES = (0.25, 0.5, 0.75, 0.9)


def row_reliability(result: DatasetResult) -> Reliability:
    """Compare the stated confidence of each graded row with its label."""
    return reliability([(r.confidence, r.agreed) for r in result.outcomes.rows if r.graded])


def confidence_table(results: Sequence[DatasetResult]) -> Table:
    """Show how often the surest part of the verdicts is wrong, and how honest confidences are."""
    table = Table(title="Errors among the surest verdicts (share of checkable rows kept)")
    table.add_column("data set", no_wrap=True)
    for coverage in COVERAGES:
        table.add_column(f"{coverage:.0%}", justify="right")
    for name in ("all graded", "area", "ECE", "Brier"):
        table.add_column(name, justify="right")
    for result in results:
        curve, honest = risk_coverage(result.outcomes.rows), row_reliability(result)
        risks = [_number(risk_at(curve, coverage)) for coverage in COVERAGES]
        last = curve.points[-1] if curve.points else None
        every = f"{last.risk:.3f} at {last.coverage:.2f}" if last else "-"
        table.add_row(
            result.dataset,
            *risks,
            every,
            _number(curve.area),
            _number(honest.ece),
            _number(honest.brier),
        )
    return table


def risk_at(curve: RiskCoverage, coverage: float) -> float | None:
    """Return the risk of the first point that reaches a coverage, or None where none does."""
    return next((p.risk for p in curve.points if p.coverage >= coverage), None)


def reliability_table(calibration: Calibration) -> Table:
    """Show stated confidence against the share that was right, before and after calibration."""
    table = Table(
        title=f"Confidence of claims on {calibration.patients} patients, "
        f"calibrated in {calibration.folds} folds of patients"
    )
    for name in ("confidence", "claims", "mean", "right"):
        table.add_column(name, justify="right")
    for title, one in (
        ("as stated", calibration.as_stated),
        ("held out", calibration.cross_validated),
    ):
        table.add_section()
        table.add_row(title, str(one.count), f"ECE {_number(one.ece)}", _brier(one))
        for part in one.bins:
            spread = f"{part.low:.1f}-{part.high:.1f}"
            table.add_row(spread, str(part.count), _number(part.confidence), _number(part.right))
    return table


def calibration_json(table: CalibrationTable) -> str:
    """Write a table as the file that the rule judge reads."""
    document = table.model_dump(mode="json")
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _brier(one: Reliability) -> str:
    return f"Brier {_number(one.brier)}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
