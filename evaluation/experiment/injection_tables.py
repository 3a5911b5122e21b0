"""Detection by the number of errors in a summary (Medical Lie Detector, tables 1 and 2)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evaluation.experiment.arms import Arm, injection_arms
from evaluation.experiment.results import CohortResult, InjectedResult
from evaluation.results_page import share
from exports.experiment_page import PageTable
from graph_state.scoring import Counts, ratio


class InjectionCounts(NamedTuple):
    """All summaries with so many errors each."""

    planted: int = 0
    found: int = 0
    """Planted errors that were flagged."""

    others: int = 0
    """Flags on sentences that were labeled wrong without being planted here."""

    false: int = 0
    """Flags on right sentences."""

    right: int = 0
    """Right sentences that were left alone."""

    missed_others: int = 0
    no_output: int = 0
    """Checkable sentences that ended without a verdict."""

    @property
    def cells(self) -> Counts:
        """The two-by-two table over planted errors and right sentences."""
        return Counts(
            true_positive=self.found,
            false_negative=self.planted - self.found,
            false_positive=self.false,
            true_negative=self.right,
        )

    @property
    def detections(self) -> int:
        """All flags."""
        return self.found + self.others + self.false

    def __add__(self, other: object) -> "InjectionCounts":
        """Add two counts field by field."""
        if not isinstance(other, InjectionCounts):
            return NotImplemented
        return InjectionCounts(*(a + b for a, b in zip(self, other, strict=True)))


def count_injected(result: InjectedResult) -> InjectionCounts:
    """Count the rows of one summary."""
    total = InjectionCounts()
    for row, planted in zip(result.document.rows, result.planted, strict=True):
        if row.gold.label is None:
            continue
        flagged = row.decision.flagged
        other = row.gold.wrong and not planted
        total += InjectionCounts(
            planted=int(planted),
            found=int(planted and flagged),
            others=int(other and flagged),
            false=int(flagged and not row.gold.wrong),
            right=int(not flagged and not row.gold.wrong),
            missed_others=int(other and not flagged),
            no_output=int(row.decision.grade is None),
        )
    return total


def counts_by_number(cohort: CohortResult, arm: str) -> dict[int, InjectionCounts]:
    """Add up all summaries of a cohort by the number of errors that each was to have."""
    found: dict[int, InjectionCounts] = {}
    for record in cohort.records:
        for result in record.injected:
            if result.arm == arm:
                known = found.get(result.injections, InjectionCounts())
                found[result.injections] = known + count_injected(result)
    return dict(sorted(found.items()))


def accuracy(counts: Counts) -> float | None:
    """Return the share of right decisions."""
    right = counts.true_positive + counts.true_negative
    return ratio(right, right + counts.false_positive + counts.false_negative)


Line = tuple[str, str, int, InjectionCounts]


def _lines(cohorts: Sequence[CohortResult], arms: Sequence[Arm]) -> Iterator[Line]:
    for cohort in cohorts:
        for arm in injection_arms(arms):
            for number, counts in counts_by_number(cohort, arm.name).items():
                yield cohort.name, arm.title, number, counts


def detection_table(cohorts: Sequence[CohortResult], arms: Sequence[Arm]) -> PageTable:
    """Write detections by the number of errors, those of no planted error apart."""
    rows = [
        (
            cohort, arm, str(number), str(n.planted), str(n.detections), str(n.found),
            share(ratio(n.found, n.planted)), str(n.others), str(n.false), str(n.no_output),
        )
        for cohort, arm, number, n in _lines(cohorts, arms)
    ]  # fmt: skip
    return PageTable(
        name="injections_detected",
        title="Detections by the number of errors in a summary",
        note="0 is the control. Other detections are flags on sentences that the cohort itself"
        " labels wrong; without such labels a genuine error of the summary counts as a false"
        " positive until somebody has looked (audit).",
        columns=(
            "cohort", "arm", "errors a summary", "injections", "total detections",
            "injections detected", "share caught", "other detections", "false positives",
            "no output",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def performance_table(cohorts: Sequence[CohortResult], arms: Sequence[Arm]) -> PageTable:
    """Write sensitivity, specificity, accuracy, precision and F1 by the number of errors."""
    rows = []
    for cohort, arm, number, counted in _lines(cohorts, arms):
        c = counted.cells
        cells = (c.true_positive, c.false_positive, c.true_negative, c.false_negative)
        figures = (c.recall, c.specificity, accuracy(c), c.precision, c.f1)
        rows.append((cohort, arm, str(number), *map(str, cells), *map(share, figures)))
    return PageTable(
        name="injections_performance",
        title="Performance by the number of errors in a summary",
        note="F1 rises with the number of errors even where sensitivity and specificity stay: the"
        " more errors, the fewer of the flags are false.",
        columns=(
            "cohort", "arm", "errors a summary", "TP", "FP", "TN", "FN", "sensitivity",
            "specificity", "accuracy", "precision", "F1",
        ),
        rows=tuple(rows),
    )  # fmt: skip
