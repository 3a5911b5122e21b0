"""Calibrate the confidence of rules on labeled sets, and measure it on patients left out."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import BaseModel

from agents.confidence import CalibrationTable, Outcome, Tally
from evaluation.outcomes import ClaimOutcome
from evaluation.reliability import Reliability, reliability
from kg.errors import BadInputError

FOLDS = 5
STRENGTHS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
OUTCOMES: tuple[Outcome, ...] = ("E1", "E2", "E3", "E4", "abstained")

Strengths = dict[Outcome, float]


class Calibration(BaseModel, frozen=True):
    """A table with how well such tables predict patients that they were not made from."""

    table: CalibrationTable
    patients: int
    folds: int
    as_stated: Reliability
    """With the confidences that the verdicts carried."""

    cross_validated: Reliability


def calibrate(
    claims: Sequence[ClaimOutcome], datasets: Sequence[str], command: str, folds: int = FOLDS
) -> Calibration:
    """Fit the table on all claims, its strengths by the Brier score on patients left out."""
    patients = sorted({claim.patient for claim in claims})
    if len(patients) < 2:
        raise BadInputError(
            f"calibration: {len(patients)} patient is too few to hold one out; give more records"
        )
    folds = min(folds, len(patients))
    by_rule = [claim for claim in claims if claim.of_rule]
    strengths = best_strengths(by_rule, folds)
    graded = [claim for claim in by_rule if claim.outcome != "abstained"]
    return Calibration(
        table=fit(claims, strengths, datasets, command),
        patients=len(patients),
        folds=folds,
        as_stated=reliability([(c.confidence, c.agreed) for c in graded]),
        cross_validated=reliability(held_out(graded, folds, strengths)),
    )


def best_strengths(claims: Sequence[ClaimOutcome], folds: int) -> Strengths:
    """Choose for each outcome the strength that predicts patients left out best."""
    chosen: Strengths = {}
    for outcome in OUTCOMES:
        of_it = [claim for claim in claims if claim.outcome == outcome]
        scores = {
            strength: reliability(held_out(of_it, folds, {outcome: strength})).brier or 0.0
            for strength in STRENGTHS
        }
        chosen[outcome] = min(STRENGTHS, key=lambda strength: (scores[strength], -strength))
    return chosen


def fit(
    claims: Iterable[ClaimOutcome],
    strengths: Strengths,
    datasets: Sequence[str] = (),
    command: str = "",
) -> CalibrationTable:
    """Count how often the labels agree with each rule and with all rules of an outcome."""
    known = list(claims)
    rules: dict[str, list[ClaimOutcome]] = {}
    for claim in known:
        rules.setdefault(claim.rule, []).append(claim)
    return CalibrationTable(
        command=command,
        datasets=tuple(datasets),
        strengths=strengths,
        priors=tallies([claim for claim in known if claim.of_rule]),
        rules={name: tallies(rules[name]) for name in sorted(rules)},
    )


def held_out(
    claims: Sequence[ClaimOutcome], folds: int, strengths: Strengths
) -> list[tuple[float, bool]]:
    """Predict each patient's claims from a table made without that patient's fold."""
    fold = fold_of(claims, folds)
    pairs: list[tuple[float, bool]] = []
    for number in range(folds):
        table = fit([c for c in claims if fold[c.patient] != number], strengths)
        left_out = [c for c in claims if fold[c.patient] == number]
        pairs += [(table.share(c.rule, c.outcome), c.agreed) for c in left_out]
    return pairs


def fold_of(claims: Iterable[ClaimOutcome], folds: int) -> dict[str, int]:
    """Share the patients out, those with many claims first, so that folds are of like size."""
    sizes = Counter(claim.patient for claim in claims)
    by_size = sorted(sizes, key=lambda patient: (-sizes[patient], patient))
    return {patient: place % folds for place, patient in enumerate(by_size)}


def tallies(claims: list[ClaimOutcome]) -> dict[Outcome, Tally]:
    """Count the claims of each outcome, and those that the labels agree with."""
    found: dict[Outcome, Tally] = {}
    for outcome in OUTCOMES:
        agreed = [claim.agreed for claim in claims if claim.outcome == outcome]
        if agreed:
            found[outcome] = Tally(agreed=sum(agreed), count=len(agreed))
    return found
