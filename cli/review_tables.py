"""What a review comes to, as tables for the terminal."""

from collections.abc import Sequence

from rich.table import Table

from graph_state.scoring import Counts
from service.agreement import timings
from service.decisions import Event
from service.figures import LabeledFigures, review_figures
from service.reviewed import ReviewedReport, agreements


def figures_tables(reviewed: Sequence[ReviewedReport], events: Sequence[Event]) -> list[Table]:
    """Show flags before and after, agreement of raters, and time."""
    found = review_figures(reviewed)
    table = Table("review", "", title="What the review comes to", header_style="bold")
    for name, value in (
        ("sentences", str(found.sentences)),
        ("flagged", str(found.flagged)),
        ("flags reviewed", str(found.flags_reviewed)),
        ("confirmed", str(found.confirmed)),
        ("false alarms", str(found.false_alarms)),
        ("share of reviewed flags that hold", _share(found.precision_before)),
        ("wrong sentences found by reviewers", str(found.found_by_reviewers)),
        ("called wrong after the review", str(found.flagged_after)),
        ("raters disagree on", str(found.disputed)),
    ):
        table.add_row(name, value)
    return [table, *_agreement(reviewed), *_time(events)]


def labeled_table(figures: LabeledFigures) -> Table:
    """Show precision and recall of flags before and after the review."""
    title = f"Against labels ({figures.unlabeled} summaries without labels left out)"
    table = Table("flags", title=title, header_style="bold")
    for name in ("right", "false", "missed", "precision", "recall", "F1"):
        table.add_column(name, justify="right")
    for name, counts in (
        ("before", figures.before),
        ("after", figures.after),
        ("before, genuine others counted", figures.before_adjudicated),
        ("after, genuine others counted", figures.after_adjudicated),
    ):
        table.add_row(name, *_cells(counts))
    table.caption = f"{figures.genuine} flags beside the labels were confirmed as genuine errors"
    return table


def _cells(counts: Counts) -> list[str]:
    numbers = (counts.true_positive, counts.false_positive, counts.false_negative)
    shares = (counts.precision, counts.recall, counts.f1)
    return [*map(str, numbers), *map(_share, shares)]


def _agreement(reviewed: Sequence[ReviewedReport]) -> list[Table]:
    table = Table("raters", title="Agreement, each blind to the other", header_style="bold")
    for name in ("both decided", "same", "Cohen's kappa"):
        table.add_column(name, justify="right")
    for one in agreements(reviewed):
        kappa = "–" if one.kappa is None else f"{one.kappa:.2f}"
        table.add_row(", ".join(one.raters), str(one.both), str(one.same), kappa)
    return [table] if table.row_count else []


def _time(events: Sequence[Event]) -> list[Table]:
    table = Table("reviewer", title="Time", header_style="bold")
    for name in ("decisions", "median seconds", "median clicks"):
        table.add_column(name, justify="right")
    for one in timings(events):
        medians = (one.median_seconds, one.median_clicks)
        cells = ("–" if value is None else f"{value:g}" for value in medians)
        table.add_row(one.reviewer, str(one.decisions), *cells)
    return [table] if table.row_count else []


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"
