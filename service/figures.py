"""What review changes: how many flags hold, and precision and recall before and after it."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel

from exports.counts import grade_of
from graph_state.scoring import Counts, GoldRow, align, count_flags, overlapping, ratio
from service.decisions import says_wrong
from service.reviewed import ReviewedReport, Ruling


class ReviewFigures(BaseModel, frozen=True):
    """What the decisions come to, without any label."""

    sentences: int = 0
    flagged: int = 0
    flags_reviewed: int = 0
    confirmed: int = 0
    false_alarms: int = 0
    found_by_reviewers: int = 0
    """Sentences without a flag that reviewers call wrong."""

    disputed: int = 0

    @property
    def precision_before(self) -> float | None:
        """Share of the reviewed flags that hold."""
        return ratio(self.confirmed, self.confirmed + self.false_alarms)

    @property
    def flagged_after(self) -> int:
        """Sentences that stand as wrong after the review."""
        return self.flagged - self.false_alarms + self.found_by_reviewers


class LabeledFigures(BaseModel, frozen=True):
    """Flags against labels before and after the review, E3 and E4 alike."""

    before: Counts = Counts()
    after: Counts = Counts()
    genuine: int = 0
    """Flags on sentences labeled right that reviewers confirmed: errors that nobody planted."""

    before_adjudicated: Counts = Counts()
    """Before the review, with the genuine ones among the labels."""

    after_adjudicated: Counts = Counts()
    unlabeled: int = 0
    """Reports whose text has no labels."""


def review_figures(reviewed: Iterable[ReviewedReport]) -> ReviewFigures:
    """Count what reviewers made of flags and of other sentences."""
    rulings = [ruling for one in reviewed for ruling in one.rulings]
    flags = [ruling for ruling in rulings if _flagged(ruling)]
    wrong = [ruling for ruling in rulings if _ruled(ruling) is True]
    return ReviewFigures(
        sentences=len(rulings),
        flagged=len(flags),
        flags_reviewed=sum(bool(ruling.decided) for ruling in flags),
        confirmed=sum(_flagged(ruling) for ruling in wrong),
        false_alarms=sum(_ruled(ruling) is False for ruling in flags),
        found_by_reviewers=sum(not _flagged(ruling) for ruling in wrong),
        disputed=sum(ruling.disputed for ruling in rulings),
    )


def labeled_figures(
    reviewed: Iterable[ReviewedReport], labels: Mapping[str, Sequence[GoldRow]]
) -> LabeledFigures:
    """Score reports before and after the review; `labels` are rows by the text they are about."""
    total = LabeledFigures()
    for one in reviewed:
        rows = labels.get(one.report.summary)
        if rows is None:
            total = total.model_copy(update={"unlabeled": total.unlabeled + 1})
        else:
            total = _joined(total, _scored(one, rows))
    return total


def _scored(one: ReviewedReport, rows: Sequence[GoldRow]) -> LabeledFigures:
    genuine = [_genuine(one, row) for row in rows]
    adjudicated = [
        row.model_copy(update={"label": "not_supported"}) if found else row
        for row, found in zip(rows, genuine, strict=True)
    ]
    before, after = one.report.findings, one.after.findings
    return LabeledFigures(
        before=count_flags(align(before, rows)),
        after=count_flags(align(after, rows)),
        genuine=sum(genuine),
        before_adjudicated=count_flags(align(before, adjudicated)),
        after_adjudicated=count_flags(align(after, adjudicated)),
    )


def _joined(one: LabeledFigures, other: LabeledFigures) -> LabeledFigures:
    return LabeledFigures(
        before=one.before + other.before,
        after=one.after + other.after,
        genuine=one.genuine + other.genuine,
        before_adjudicated=one.before_adjudicated + other.before_adjudicated,
        after_adjudicated=one.after_adjudicated + other.after_adjudicated,
        unlabeled=one.unlabeled,
    )


def _genuine(one: ReviewedReport, row: GoldRow) -> bool:
    """Say whether reviewers confirmed a flag on a row that its labeler calls right."""
    if row.label is None or row.wrong:
        return False
    confirmed = [r.finding for r in one.rulings if _flagged(r) and _ruled(r) is True]
    return bool(overlapping(confirmed, row))


def _flagged(ruling: Ruling) -> bool:
    return grade_of(ruling.finding) in ("E3", "E4")


def _ruled(ruling: Ruling) -> bool | None:
    """Say whether reviewers call the sentence wrong; None while that is open or disputed."""
    final = ruling.final
    return None if final is None else says_wrong(final, ruling.finding)
