"""The figures of the papers, drawn from the results of one cohort."""

from collections.abc import Sequence

from clinical.labels import ERROR_TYPES
from evaluation.experiment.arms import MAIN, Arm, injection_arms
from evaluation.experiment.injection_tables import counts_by_number
from evaluation.experiment.results import CohortResult
from evaluation.experiment.type_tables import (
    REJECTED,
    lengths,
    risk_after_rejection,
    screened,
    type_gains,
)
from evaluation.metrics import measure
from exports.charts import Point, bar_chart, line_chart, scatter_chart
from exports.experiment_page import PageFigure
from graph_state.scoring import ratio


def arm_figures(cohort: CohortResult, arms: Sequence[Arm]) -> list[PageFigure]:
    """Draw F1 by arm, and precision against recall (CuraView paper, figures 5 and 6)."""
    measures = {arm.title: measure(cohort.documents(arm.name)) for arm in arms}
    both = {
        title: [Point(m.e3_e4.recall, m.e3_e4.precision)]
        for title, m in measures.items()
        if m.e3_e4.recall is not None and m.e3_e4.precision is not None
    }
    e4, trade = f"{cohort.name}: F1 (E4)", f"{cohort.name}: precision against recall (E3+E4)"
    bars = [(title, m.e4.f1) for title, m in measures.items()]
    return [
        PageFigure(title=e4, drawing=bar_chart(bars, e4)),
        PageFigure(title=trade, drawing=scatter_chart(both, trade, "recall", "precision")),
    ]


def gain_figure(cohort: CohortResult, base: str) -> PageFigure:
    """Draw ceiling-corrected gain against coverage (CuraView paper, figure 7)."""
    points = [
        Point(one.coverage, one.gain, one.error_type.replace("_", " "))
        for one in type_gains(cohort, base)
        if one.gain is not None
    ]
    title = f"{cohort.name}: ceiling-corrected gain against coverage"
    drawing = scatter_chart(
        {"": points}, title, "labeled sentences of the type, development", "gain"
    )
    return PageFigure(title=title, drawing=drawing)


def length_figure(cohort: CohortResult) -> PageFigure:
    """Draw F1 of each patient against the length of the record."""
    points = [Point(one.length, one.f1) for one in lengths(cohort)]
    title = f"{cohort.name}: F1 (E3+E4) of a patient against record length"
    drawing = scatter_chart({"": points}, title, "characters of the record", "F1")
    return PageFigure(title=title, drawing=drawing)


def injection_figure(cohort: CohortResult, arms: Sequence[Arm]) -> PageFigure:
    """Draw F1 against the number of errors in a summary."""
    series = {
        arm.title: [
            Point(number, counts.cells.f1)
            for number, counts in counts_by_number(cohort, arm.name).items()
            if counts.cells.f1 is not None
        ]
        for arm in injection_arms(arms)
    }
    title = f"{cohort.name}: F1 by the number of errors in a summary"
    return PageFigure(title=title, drawing=line_chart(series, title, "errors a summary", "F1"))


def screening_figure(cohort: CohortResult) -> PageFigure:
    """Draw the types of what was flagged in the text as it was (CuraView paper, figure 8)."""
    _, _, flags, types = screened(cohort)
    title = f"{cohort.name}: types among the flags in the text as it was"
    bars = [(t.replace("_", " "), ratio(types[t], flags)) for t in ERROR_TYPES]
    return PageFigure(title=title, drawing=bar_chart(bars, title))


def rejection_figure(cohorts: Sequence[CohortResult]) -> PageFigure:
    """Draw how many verdicts are wrong when the least sure are left to a person."""
    series = {}
    for cohort in cohorts:
        rows = [row for record in cohort.records for row in record.outcomes.rows]
        risks = [(rejected, risk_after_rejection(rows, rejected)) for rejected in REJECTED]
        series[cohort.name] = [Point(x, risk) for x, risk in risks if risk is not None]
    title = f"Risk against the share left to a person ({MAIN})"
    drawing = line_chart(series, title, "share of graded sentences left", "share wrong")
    return PageFigure(title=title, drawing=drawing)
