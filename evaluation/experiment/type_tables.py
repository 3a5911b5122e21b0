"""Gain by type of error, its coverage, screening, record length, and rejected verdicts."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from clinical.labels import ERROR_TYPES, ErrorType
from evaluation.alignment import ScoredDocument
from evaluation.experiment.arms import MAIN, Arm
from evaluation.experiment.results import CohortResult
from evaluation.experiment.score_tables import patient_scores, percent, title_of
from evaluation.experiment.split import split_patients
from evaluation.experiment.statistics import (
    Correlation,
    ceiling_gain,
    pearson,
    relative_change,
    spearman,
    wilson_interval,
)
from evaluation.outcomes import RowOutcome
from evaluation.results_page import interval, share
from exports.experiment_page import PageTable
from graph_state.scoring import FLAGGED, ScoredRow, count_flags, count_type, ratio

REJECTED = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
"""Shares of the graded rows that are given back, the least sure first (FAITH, safeguard)."""


class TypeGain(NamedTuple):
    """One type of error under a base and under the main arm."""

    error_type: ErrorType
    coverage: int
    """Labeled sentences of the type among the development patients."""

    support: int
    base: float | None
    value: float | None

    @property
    def gain(self) -> float | None:
        """The ceiling-corrected gain."""
        return ceiling_gain(self.value, self.base)


def type_gains(cohort: CohortResult, base: str) -> list[TypeGain]:
    """Compare F1 by type on the test patients, or on all where none of the split is left."""
    split = split_patients(cohort.patients)
    tested = split.test if split.development and split.test else None
    seen = _rows(cohort.documents(MAIN, split.development))
    before, after = _rows(cohort.documents(base, tested)), _rows(cohort.documents(MAIN, tested))
    gains = []
    for error_type in ERROR_TYPES:
        counts = count_type(after, error_type)
        gains.append(
            TypeGain(
                error_type=error_type,
                coverage=sum(error_type in row.gold.types for row in seen),
                support=counts.true_positive + counts.false_negative,
                base=count_type(before, error_type).f1,
                value=counts.f1,
            )
        )
    return gains


def _rows(documents: Sequence[ScoredDocument]) -> list[ScoredRow]:
    return [row for document in documents for row in document.rows]


def type_table(cohorts: Sequence[CohortResult], arms: Sequence[Arm], base: str) -> PageTable:
    """Write gains by type (CuraView paper, table 21)."""
    rows = []
    for cohort in cohorts:
        for one in type_gains(cohort, base):
            both = one.value is not None and one.base is not None
            gained = (one.value or 0) - (one.base or 0)
            rows.append(
                (
                    cohort.name, one.error_type.replace("_", " "), str(one.coverage),
                    str(one.support), share(one.base), share(one.value),
                    f"{gained:+.3f}" if both else "-",
                    percent(relative_change(one.value, one.base)), percent(one.gain),
                )
            )  # fmt: skip
    return PageTable(
        name="type_gain",
        title="Gain by type of error",
        note=f"F1 on the test patients; the base is {title_of(arms, base)!r}. The ceiling-corrected"
        " gain is (F1 - base) / (1 - base), undefined where the base is 1.",
        columns=(
            "cohort", "type", "development n", "test n", "base F1", "F1", "gain",
            "relative change", "ceiling-corrected gain",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def coverage_table(cohorts: Sequence[CohortResult], base: str) -> PageTable:
    """Write how gain goes with coverage (CuraView paper, figure 7)."""
    rows = []
    for cohort in cohorts:
        known = [one for one in type_gains(cohort, base) if one.gain is not None]
        found = spearman([one.coverage for one in known], [one.gain or 0 for one in known])
        rows.append((cohort.name, str(len(known)), *correlation_cells(found)))
    return PageTable(
        name="gain_and_coverage",
        title="Ceiling-corrected gain against coverage",
        columns=("cohort", "types", "Spearman ρ", "p"),
        rows=tuple(rows),
    )


def correlation_cells(found: Correlation | None) -> tuple[str, str]:
    """Write a coefficient and its p value."""
    return ("-", "-") if found is None else (f"{found.coefficient:.3f}", f"{found.p:.4f}")


class PatientLength(NamedTuple):
    """A patient's record length in characters beside F1 (E3+E4)."""

    patient: str
    length: int
    f1: float


def lengths(cohort: CohortResult) -> list[PatientLength]:
    """Pair the length of all records of a patient with F1, where a sentence is wrong."""
    scores = patient_scores(cohort.documents(MAIN), count_flags)
    size: Counter[str] = Counter()
    for record in cohort.records:
        size[record.patient] += record.length
    return [PatientLength(name, size[name], scores[name]) for name in sorted(scores)]


def length_table(cohorts: Sequence[CohortResult]) -> PageTable:
    """Write whether F1 changes with the length of the record (CuraView paper, section 6.2)."""
    rows = []
    for cohort in cohorts:
        pairs = lengths(cohort)
        x, y = [float(one.length) for one in pairs], [one.f1 for one in pairs]
        spread = f"{min(x):,.0f}-{max(x):,.0f}" if x else "-"
        rows.append(
            (
                cohort.name, str(len(pairs)), spread, *correlation_cells(pearson(x, y)),
                *correlation_cells(spearman(x, y)),
            )
        )  # fmt: skip
    return PageTable(
        name="record_length",
        title="F1 (E3+E4) of a patient against the length of the record",
        columns=("cohort", "patients", "characters", "Pearson r", "p", "Spearman ρ", "p (ρ)"),
        rows=tuple(rows),
    )


def screened(cohort: CohortResult) -> tuple[int, int, int, dict[ErrorType, int]]:
    """Count reports, sentences, flags, and flags by type, in the text as it was."""
    clean = [doc for doc in cohort.documents(MAIN) if doc.id.endswith("/clean")]
    rows = [row for row in _rows(clean) if row.decision.status is not None]
    flagged = [row for row in rows if row.decision.grade in FLAGGED]
    types = {t: sum(t in row.decision.types for row in flagged) for t in ERROR_TYPES}
    return len(clean), len(rows), len(flagged), types


def screening_table(cohorts: Sequence[CohortResult]) -> PageTable:
    """Write what is flagged in text that nothing was put into (CuraView paper, section 6.4)."""
    rows = []
    for cohort in cohorts:
        reports, sentences, flags, types = screened(cohort)
        rows.append(
            (
                cohort.name, str(reports), str(sentences), str(flags),
                share(ratio(flags, sentences)) + interval(wilson_interval(flags, sentences)),
                *(str(types[t]) for t in ERROR_TYPES),
            )
        )  # fmt: skip
    return PageTable(
        name="screening",
        title="Screening estimate: flags in the text as it was",
        note="A sentence may carry several types. The interval is Wilson's, of the share flagged.",
        columns=(
            "cohort", "reports", "sentences", "flagged", "share flagged",
            *(t.replace("_", " ") for t in ERROR_TYPES),
        ),
        rows=tuple(rows),
    )  # fmt: skip


def risk_after_rejection(rows: Sequence[RowOutcome], rejected: float) -> float | None:
    """Return the share of wrong verdicts once the least sure share is given back.

    Among equally sure rows it takes the mean, so that their order never matters.
    """
    graded = sorted((row for row in rows if row.graded), key=lambda row: -row.confidence)
    kept = len(graded) - int(len(graded) * rejected)
    if not kept:
        return None
    last = graded[kept - 1].confidence
    surer = [row for row in graded if row.confidence > last]
    equal = [row for row in graded if row.confidence == last]
    wrong = sum(not row.agreed for row in surer)
    part = (kept - len(surer)) / len(equal)
    return (wrong + part * sum(not row.agreed for row in equal)) / kept


def rejection_table(cohorts: Sequence[CohortResult]) -> PageTable:
    """Write how many verdicts are wrong when the least sure are left to a person."""
    rows = []
    for cohort in cohorts:
        outcomes = [row for record in cohort.records for row in record.outcomes.rows]
        risks = [risk_after_rejection(outcomes, rejected) for rejected in REJECTED]
        graded = sum(row.graded for row in outcomes)
        rows.append((cohort.name, str(graded), *(share(risk) for risk in risks)))
    return PageTable(
        name="rejection",
        title="Share of wrong verdicts when the least sure are left to a person",
        columns=("cohort", "graded", *(f"{share_:.0%} left" for share_ in REJECTED)),
        rows=tuple(rows),
    )
